// == accepted
class A {
  string text = "t";
}
def op : A;
defvar name = "n";
def a {
  dag one = (op);
  dag two = (op:$o 1, ?:$a, $b, "t":$c);
  dag three = (? 1);
  dag four = ([1, 2] 1);
  dag five = (!cast<A>("op") 1);
  dag six = (!getdagop(one) 1);
  dag seven = (op.text 1);
  dag eight = (A<> 1);
}
// == accepted
// What is pasted together may be an operator.
def op;
defvar name = "n";
def a {
  dag one = (name#"b");
  dag two = (name # b:$o 1);
  dag three = (name # "b" "c" 1);
  dag four = (name # b "c");
  dag five = ([1] # [2] 1);
  dag six = (op # 1 # name (op));
  dag seven = (!cast<string>(op) # "b":$o);
  dag eight = (name # 1 2);
}
// == accepted
// A paste may end in front of a name.
def op;
defvar name = "n";
def a {
  dag one = (op name#:$a);
  dag two = (op:$o 1, "t"#:$a, [1]#:$b);
  dag three = (name#:$o 1);
  dag four = (name # "b" name#:$a, $b);
}
// == refused OPG0101 4:19
def op;
def a {
  dag d = (op "t"#);
}
// == refused OPG0101 4:19
def op;
def a {
  dag d = (op "t"#, 1);
}
// == refused OPG0101 4:17
defvar name = "n";
def a {
  dag d = (name#);
}
// == refused OPG0115 3:12
def a {
  dag d = (?#"b" 1);
}
// == refused OPG0101 3:12
def a {
  dag d = ("t" 1);
}
// == refused OPG0101 3:12
def a {
  dag d = (1);
}
// == refused OPG0101 3:12
def a {
  dag d = ();
}
// == refused OPG0120 4:12
def op;
def a {
  dag d = (!head([op]) 1);
}
// == refused OPG0101 4:12
def op;
def a {
  dag d = ((op) 1);
}
// == refused OPG0111 3:12
def a {
  dag d = (op 1);
}
// == refused OPG0101 4:15
def op;
def a {
  dag d = (op:o 1);
}
// == refused OPG0101 4:17
def op;
def a {
  dag d = (op 1:a);
}
// == refused OPG0101 4:17
def op;
def a {
  dag d = (op $a:$b);
}
// == refused OPG0101 4:17
def op;
def a {
  dag d = (op 1 2);
}
// == refused OPG0101 4:17
def op;
def a {
  dag d = (op 1,);
}
// == refused OPG0101 4:16
def op;
def a {
  dag d = (op []);
}
// == refused OPG0115 4:18
def op;
def a {
  dag d = (op:$o []);
}
// == accepted
def op;
def a {
  dag d = (op:$o []<int>, {1, 0}:$a);
}

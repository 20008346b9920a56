// == accepted
class A<int number, string text = "d", list<int> rest = []> {
  int n = number;
  string t = text;
  list<int> r = rest;
}
def a : A<1>;
def b : A<1, "t">;
def c : A<1, "t", [2]>;
def d : A<number = 1>;
def e : A<text = "t", number = 1>;
def f : A<1, rest = [2], text = "t">;
// == accepted
// The name of an argument may be any string that is known.
class A<int number, string text = "d"> {
  int n = number;
  string t = text;
}
def a : A<"number" = 1>;
def b : A<"num" "ber" = 1>;
def c : A<"num"#"ber" = 1>;
def d : A<!tolower("NUMBER") = 1>;
defvar name = "text";
def e : A<1, name#"" = "t">;
multiclass M<int number> {
  def "" : A<number>;
}
defm f : M<!cast<string>("number") = 1>;
// == refused OPG0116 7:11
// A word is a name itself, whatever it stands for.
class A<int number> {
  int n = number;
}
defvar name = "number";
def a : A<name = 1>;
// == refused OPG0116 3:11
class A<int number>;
def a : A<[{number}] = 1>;
// == refused OPG0116 3:11
class A<int number>;
def a : A<1 = 1>;
// == refused OPG0116 3:11
class A<int number>;
def a : A<? = 1>;
// == refused OPG0116 3:26
class A<int number>;
class B<string name> : A<name#"" = 1>;
// == refused OPG0118 4:11
// Where a value of a type is expected, a call of another type is none, though it is a name.
class A<int number>;
def a : A<!strconcat("num", "ber") = 1>;
// == accepted
class A<string text, int number = 0>;
def a : A<!strconcat("te", "xt") = "t">;
// == accepted
// Behind a named argument no type is expected.
class A<string text, int number = 0>;
def a : A<text = "t", !strconcat("num", "ber") = 1>;
// == refused OPG0115 3:11
class A<int number>;
def a : A<["number"][0] = 1>;
// == refused OPG0116 3:11
class A<int number>;
def a : A<NAME = "a">;
// == refused OPG0116 3:11
class A<int number>;
def a : A<other = 1>;
// == refused OPG0116 3:20
class A<int number>;
def a : A<number = ?>;
// == accepted
class A<int number> {
  int n = number;
}
def a : A<?>;
// == refused OPG0116 3:9
class A<int number>;
def a : A<number = 1, number = 1>;
// == refused OPG0116 3:9
class A<int number, int other = 1>;
def a : A<1, number = 1>;
// == refused OPG0116 3:23
class A<int number, string text>;
def a : A<number = 1, "t">;
// == refused OPG0116 3:14
class A<int number>;
def a : A<1, 2>;
// == refused OPG0116 3:9
class A<int number>;
def a : A<1, number = 2>;
// == accepted
class A;
def a : A<>;
// == refused OPG0116 3:11
class A;
def a : A<1>;
// == refused OPG0116 3:9
class A<int number>;
def a : A<>;
// == refused OPG0101 4:5
class A<int number>;
def a {
  A field = A<>;
}
// == refused OPG0101 3:13
class A<int number>;
def a : A<1,>;
// == refused OPG0116 3:11
class A<int number>;
def a : A<"t">;
// == accepted
class A<bits<2> two, int number, bit one, list<int> many = []> {
  bits<2> b = two;
  int n = number;
  bit o = one;
  list<int> m = many;
}
def a : A<3, 0b11, 0b1, [0b11]>;
def b : A<{1, 0}, true, true, [true]>;
// == accepted
class A<bits<2> two>;
def a : A<4>;
// == accepted
class A;
class B : A;
class C<A parent>;
def a : A;
def b : B;
def c : C<a>;
def d : C<b>;
// == refused OPG0116 6:11
class A;
class B : A;
class C<B child>;
def a : A;
def c : C<a>;
// == accepted
// A default may use what stands before it, not itself.
class A<int one, int other = one> {
  int o = other;
}
def a : A<1>;
// == refused OPG0111 2:19
class A<int one = one>;
// == refused OPG0114 2:22
class A<int one, int one>;
// == refused OPG0114 2:13
class A<int NAME>;
// == refused OPG0101 2:9
class A<>;
// == accepted
class A<field int one> {
  int o = one;
}
def a : A<1>;
// == refused OPG0115 2:19
class A<int one = "t">;
// == refused OPG0114 2:27
multiclass M<int one, int one> {
  def a;
}
// == refused OPG0114 2:18
multiclass M<int NAME> {
  def a;
}
// == refused OPG0116 7:12
multiclass M<int number> {
  def a {
    int n = number;
  }
}
defm b : M<"t">;
// == accepted
// The arguments of the parents of a multiclass may be of any type; only what is made of them counts.
def op;
multiclass M<int number> {
  def a {
    dag d = (op number);
  }
}
multiclass N : M<"t">;
multiclass O : M<number = "t">;
defm b : N;
defm c : O;
// == accepted
// Nor are they converted.
def op;
multiclass M<bits<4> four> {
  def a {
    dag d = (op four);
    int i = four;
  }
}
multiclass N : M<33>;
defm b : N;
// == refused OPG0115 4:13; llvm-tblgen 3
multiclass M<int number> {
  def a {
    int n = number;
  }
}
multiclass N : M<"t">;
// == accepted
multiclass M<int number> {
  def a {
    int n = number;
  }
}
multiclass N : M<?>;
defm b : N;
// == refused OPG0116 5:27
multiclass M<int number> {
  def a;
}
multiclass N : M<number = ?>;
// == refused OPG0116 5:16
multiclass M<int number> {
  def a;
}
multiclass N : M;
// == refused OPG0116 5:21
multiclass M<int number> {
  def a;
}
multiclass N : M<1, 2>;
// == refused OPG0117 5:21; llvm-tblgen 4
// Numbers are no text, not even where they are to be joined.
multiclass M<string text> {
  def a {
    string joined = !interleave([text, text], ",");
  }
}
multiclass N : M<1>;
defm b : N;
// == refused OPG0115 7:18
multiclass M<list<int> numbers> {
  foreach i = numbers in {
    def a#i;
  }
}
multiclass N : M<["x", "y"][0, 1]>;
defm b : N;
// == accepted
multiclass M<list<int> numbers> {
  foreach i = numbers in {
    def a#i;
  }
}
multiclass N<list<string> names> : M<names>;
defm b : N<["x", "y"]>;
// == refused OPG0117 3:11
multiclass M<list<int> numbers> {
  foreach i = numbers in {
    def a#i;
  }
}
multiclass N<string name> : M<name>;
defm b : N<"x">;
// == accepted
class A {
  int number = 1;
}
class B : A;
multiclass M<B record> {
  def a {
    int n = record.number;
  }
}
def r : A;
multiclass N : M<r>;
defm b : N;
// == refused OPG0115 3:11; llvm-tblgen 6
class A<int number> {
  int n = number;
}
multiclass M<int number> {
  def a : A<number>;
}
multiclass N : M<"t">;
// == refused OPG0110 6:13
class A<int number> {
  int n = number;
}
multiclass M<int number> {
  defm "" : L<number>;
}

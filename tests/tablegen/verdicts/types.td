// == accepted
class Byte {}
class Byte {}
deftype Short = bits<16>;
def a : Byte {
  Short value = 3;
}
// == refused OPG0114 3:7
class Byte { int value; }
class Byte { int value; }
// == refused OPG0101 3:8
def a {
  bits<> none;
}
// == refused OPG0101 3:8
def a {
  bits<0b11> three;
}
// == refused OPG0101 3:8
def a {
  bits three;
}
// == refused OPG0101 4:8
defvar n = 3;
def a {
  bits<n> three;
}
// == accepted
def a {
  bits<+3> three = 5;
  bits<0x3> hex = 5;
}
// == refused OPG0101 3:10
def a {
  bits<3 three;
}
// == refused OPG0101 3:8
def a {
  list none;
}
// == refused OPG0101 3:8
def a {
  list<> none;
}
// == refused OPG0101 3:12
def a {
  list<int none;
}
// == refused OPG0113 3:8
def a {
  list<unknown> none;
}
// == refused OPG0113 3:3
def a {
  unknown none;
}
// == refused OPG0113 6:3
multiclass M {
  def a;
}
def a {
  M none;
}
// == refused OPG0101 3:3
def a {
  1 none;
}
// == refused OPG0113 4:3
def a;
def b {
  a none;
}
// == accepted
deftype Wide = list<bits<3>>;
class A {
  Wide wide = [1, 2];
}
def a : A {
  list<A> none = [];
  code text = "t";
}
// == accepted
deftype Wide = list<bits<3>>;
class A {
  Wide wide = [8];
}

// == refused OPG0115 4:24
class A<bits<2> two, bit one, int number> {
  bits<4> all = {two, one, 1};
  bits<2> ones = {one, number{0}};
  bits<5> literals = {0b11, {1, 0}, true};
  bits<3> unset = {?, one, 0};
}
def a : A<2, 1, 3>;
// == accepted
class A<int number> {
  bits<2> b = {number, 1};
}
def a : A<1>;
// == refused OPG0115 3:15; llvm-tblgen 5
class A<int number> {
  bits<2> b = {number, 1};
}
def a : A<2>;
// == refused OPG0115 3:15; llvm-tblgen 2
def a {
  bits<2> b = {2, 1};
}
// == refused OPG0115 3:16
def a {
  bits<2> b = {"a", 1};
}
// == refused OPG0115 3:16
def a {
  bits<2> b = {[1], 1};
}
// == refused OPG0115 7:16
// Of a field of a record, only a variable is known to be several bits.
class A {
  bits<2> two = 1;
}
class B<A record> {
  bits<3> b = {record.two, 1};
}
// == accepted
class A {
  bits<2> two = 1;
}
def a : A;
def b {
  bits<3> b = {a.two, 1};
}
// == refused OPG0101 3:22
def a {
  bits<2> b = {1, 0, };
}
// == refused OPG0115 3:15
def a {
  bits<2> b = {1};
}
// == refused OPG0115 3:15; llvm-tblgen 2
def a {
  bits<2> b = 4;
}
// == accepted
def a {
  bits<2> b = -1;
  bits<2> c = 3;
  bits<1> d = true;
  bit e = d;
}
// == refused OPG0115 3:15; llvm-tblgen 2
def a {
  bits<2> b = -3;
}
// == refused OPG0115 3:15
def a {
  bits<3> b = 0b11;
}

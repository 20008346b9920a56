// == accepted
class A {
  int number = 1;
  bits<4> four = 5;
  string text = "t";
  bit one = 0;
}
def a : A {
  let number = 2;
  let four{0} = 0;
  let four{3-2} = four{1-0};
  let four{1} = one;
  let text = "u" # NAME;
  let one = ?;
  field int open;
  defvar twice = !add(number, number);
  int other = twice;
  assert !eq(other, 4), "four";
  dump "all is well";
}
// == refused OPG0112 6:7
class A {
  int number = 1;
}
def a : A {
  let unknown = 1;
}
// == refused OPG0115 6:7
class A {
  int number = 1;
}
def a : A {
  let number{0} = 1;
}
// == refused OPG0117 6:7
class A {
  int number = 1;
}
def a : A {
  let number = number;
}
// == refused OPG0117 3:7
def a {
  int number = number;
}
// == accepted
class A {
  bits<2> two = 1;
}
def a : A {
  let two{1-0} = two;
}
// == refused OPG0115 6:7
class A {
  bits<2> two = 1;
}
def a : A {
  let two{0, 0} = 0;
}
// == refused OPG0115 6:18; llvm-tblgen 5
class A {
  bits<2> two = 1;
}
def a : A {
  let two{1-0} = 4;
}
// == refused OPG0115 6:7
class A {
  bits<2> two = 1;
}
def a : A {
  let two{0} = "t";
}
// == refused OPG0101 6:11
class A {
  bits<2> two = 1;
}
def a : A {
  let two{} = 1;
}
// == refused OPG0115 6:16
class A {
  int number = 1;
}
def a : A {
  let number = "t";
}
// == refused OPG0101 6:14
class A {
  int number = 1;
}
def a : A {
  let number 2;
}
// == refused OPG0101 6:17; llvm-tblgen 7
class A {
  int number = 1;
}
def a : A {
  let number = 2
}
// == refused OPG0101 6:7
class A {
  int number = 1;
}
def a : A {
  let 1 = 2;
}
// == refused OPG0101 4:2
class A {
  int number = 1;
};
// == refused OPG0101 3:18
def a {
  int number = 1;;
}
// == refused OPG0101 3:13; llvm-tblgen 4
def a {
  int number
}
// == refused OPG0101 3:7
def a {
  int 1;
}
// == refused OPG0114 3:7
def a {
  int NAME = 1;
}
// == refused OPG0101 3:10
def a {
  number = 1;
}
// == refused OPG0101 3:9
def a {
  field field int number;
}
// == refused OPG0101 2:7
def a = 1;
// == refused OPG0114 4:7
def a {
  defvar number = 1;
  int number = 2;
}
// == refused OPG0114 4:10
def a {
  int number = 2;
  defvar number = 1;
}
// == refused OPG0114 4:10
def a {
  defvar number = 1;
  defvar number = 2;
}
// == accepted
// A field may be declared again if what it holds unset fits.
class A {
  int number = 1;
}
class B {
  string number;
}
def a : A, B {
  string number = 2;
}
// == refused OPG0115 8:12
class A {
  bits<2> two = 1;
}
class B {
  bits<3> two = 1;
}
def a : A, B;
// == refused OPG0115 6:11
class A {
  bits<2> two = 1;
}
def a : A {
  bits<3> two;
}
// == refused OPG0121 3:12
class A;
def a : A, A;
// == refused OPG0121 4:12
class A;
class B : A;
def a : B, A;
// == refused OPG0110 2:9
def a : unknown;
// == refused OPG0110 5:9
multiclass M {
  def a;
}
def b : M;
// == refused OPG0101 3:3
def a {
  def b;
}
// == refused OPG0119 4:10
def a {
  int number = 1;
  assert !eq(number, 2), "number is " # number;
}
// == refused OPG0119 3:10
def a {
  assert ?, "t";
}
// == refused OPG0119 3:10
def a {
  assert "t", "t";
}
// == accepted
class A {
  assert 0, "t";
}
class B : A;
// == refused OPG0119 3:10
class A {
  assert 0, "t";
}
class B : A;
def b : B;
// == refused OPG0101 3:11
def a {
  assert 1;
}
// == accepted
// What a multiclass or a loop makes is a copy, in which nothing is dumped.
class A {
  dump "A";
}
multiclass M {
  def a : A {
    dump 1;
  }
}
defm b : M;
foreach i = [1] in {
  def c {
    dump ?;
  }
}
// == refused OPG0115 3:8
class A {
  dump [1];
}
multiclass M {
  def a;
}
defm b : M, A;
// == refused OPG0101 3:7
def a {
  dump;
}
// == accepted
def a {
  int number;
  string text;
}
// == refused OPG0101 3:17; llvm-tblgen 4
def a {
  int number = 1
// == refused OPG0115 7:11; llvm-tblgen 6
// A field that is declared again stays as it is, without a value.
class A {
  int number = 1;
}
def a : A {
  bits<4> number;
}

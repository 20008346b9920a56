// == accepted
defvar numbers = [10, 11, 12, 13, 14, 15];
def a {
  int first = numbers[0];
  list<int> one = numbers[0,];
  list<int> some = numbers[5, 0...1, 4-3, 2 -1];
  list<int> all = numbers[[0, 5], 3];
  list<int> none = numbers[!range(0)];
}
// == refused OPG0115 4:25
// A number behind another is the end of a range only if it is negative.
defvar numbers = [10, 11, 12, 13, 14, 15];
defvar some = numbers[5 1];
// == refused OPG0115 3:25
defvar numbers = [10, 11, 12, 13, 14, 15];
defvar some = numbers[5 +1];
// == accepted
defvar numbers = [10, 11, 12, 13, 14, 15];
def a {
  list<int> some = numbers[5 -0];
  list<int> more = numbers[1 0];
}
// == accepted
// With dots the end may be below 0; what then isn't there matters when it is needed.
defvar numbers = [10, 11, 12, 13, 14, 15];
class A {
  list<int> some = numbers[5...-1];
}
// == refused OPG0115 3:23
defvar numbers = [10, 11, 12, 13, 14, 15];
defvar some = numbers["a" 1];
// == refused OPG0115 3:23
defvar numbers = [10, 11, 12, 13, 14, 15];
defvar some = numbers["a"...1];
// == refused OPG0115 3:37
defvar numbers = [10, 11, 12, 13, 14, 15];
defvar some = numbers[0...true, 0...0b1];
// == refused OPG0115 3:23
defvar numbers = [10, 11, 12, 13, 14, 15];
defvar some = numbers[["a"]];
// == refused OPG0115 3:23
defvar numbers = [10, 11, 12, 13, 14, 15];
defvar some = numbers["a"];
// == refused OPG0101 3:23
defvar numbers = [10, 11, 12, 13, 14, 15];
defvar some = numbers[];
// == refused OPG0115 2:15
defvar some = "text"[0];
// == refused OPG0115 2:15
defvar some = ?[0];
// == accepted
def a {
  bits<4> all = 5;
  bits<2> low = all{1-0};
  bits<2> turned = all{0...1};
  bits<2> old = all{3 -2};
  bit one = all{!add(1, 1)};
}
// == refused OPG0115 4:23
def a {
  bits<4> all = 5;
  bits<2> low = all{1 2};
}
// == refused OPG0115 4:21
def a {
  bits<4> all = 5;
  bits<2> low = all{-1};
}
// == refused OPG0115 4:25
def a {
  bits<4> all = 5;
  bits<2> low = all{1...-1};
}
// == refused OPG0115 4:21
def a {
  bits<4> all = 5;
  bits<2> low = all{"a"};
}
// == refused OPG0115 4:25
def a {
  bits<4> all = 5;
  bits<2> low = all{0..."a"};
}
// == refused OPG0115 4:21
class A<int last> {
  bits<4> all = 5;
  bits<2> low = all{last...0};
}
// == refused OPG0115 4:14
def a {
  bits<4> all = 5;
  bit high = all{4};
}
// == refused OPG0115 4:14
def a {
  int number = 5;
  bit high = number{63};
}
// == refused OPG0115 4:14
def a {
  int number = 5;
  bit high = number{64};
}
// == refused OPG0115 4:13
def a {
  string text = "a";
  bit low = text{0};
}
// == accepted
// Of the number of a bit, 32 bits are kept.
def a {
  bits<4> all = 5;
  bits<3> low = all{4294967298...4294967296};
  let all{4294967296} = 0;
}
foreach i = 4294967297...4294967298 in {
  def b#i;
}
class B {
  bits<4> all;
}
let all<4294967299> = 1 in {
  def c : B;
}
// == accepted
def a {
  bits<4294967300> four = 5;
  bits<0> none = {};
}
// == refused OPG0115 2:13
foreach i = -1 in {
  def a#i;
}
// == refused OPG0115 3:15
foreach i = {1, 0...3, 5-4, 7 -8} in {
  foreach j = i in {
    def a#i#_#j;
  }
}
// == accepted
foreach i = 0...3 in {
  def a#i;
}
// == refused OPG0115 2:16
foreach i = {0 3} in {
  def a#i;
}
// == refused OPG0115 2:13
foreach i = "a" in {
  def a#i;
}
// == accepted
foreach i = {0...600000, 1000000...500000} in {
}

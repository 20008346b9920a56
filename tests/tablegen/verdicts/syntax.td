// == refused OPG0101 5:11
class A {
  bits<2> two;
}
let two<0 = 1 in {
  def a : A;
}
// == refused OPG0101 6:13
class A {
  bits<2> two;
}
def a : A {
  let two{0 = 1;
}
// == refused OPG0110 3:16
def a {
  int number = unknown<1>;
}
// == refused OPG0110 4:16
def b;
def a {
  int number = b<1>;
}
// == refused OPG0101 3:22
def a {
  bits<2> two = {1, 0;
}
// == refused OPG0120 3:18
def a {
  bits<2> two = {1 0};
}
// == refused OPG0101 3:26
def a {
  list<int> numbers = [1 2];
}
// == refused OPG0101 3:13
class A<int one, int two>;
def a : A<1 2>;
// == refused OPG0101 3:15
class A<int one, int two>;
def a : A<1, 2;
// == refused OPG0101 2:16
class A<int one;
// == refused OPG0101 2:17
class A<int one int two>;
// == refused OPG0101 2:12
class A<one>;
// == refused OPG0101 2:12
class A<int>;
// == refused OPG0101 2:22
class A<int one = 1, >;
// == refused OPG0101 2:9
foreach 1 = [1] in {
  def a;
}
// == refused OPG0101 2:11
foreach i [1] in {
  def a;
}
// == refused OPG0115 2:13
foreach i = ? in {
  def a;
}
// == refused OPG0115 3:15
multiclass M<list<int> numbers> {
  foreach i = ? in {
    def a;
  }
}
// == refused OPG0117 2:9
foreach i = [[1]][3] in {
  def a;
}
// == refused OPG0117 2:4
if [1][5] then {
  def a;
}
// == refused OPG0115 6:7
class A;
class B : A;
defset list<B> all = {
  def a : B;
  def b : A;
}
// == accepted
class A;
class B : A;
defset list<A> all = {
  def a : B;
  defset list<B> some = {
    def b : B;
  }
}
def c {
  list<A> as = all;
  list<B> bs = some;
}
// == refused OPG0115 7:9
class A;
class B : A;
defset list<A> all = {
  def a : B;
  defset list<B> some = {
    def b : A;
  }
}
// == refused OPG0115 4:7
class A;
defset list<A> all = {
  def a;
}
// == refused OPG0101 8:3
class A;
defset list<A> all = {
  foreach i = [1, 2] in {
    def a#i : A;
  }
  def unrelated : A;
  int number = 1;
}
// == refused OPG0101 2:11
class A : 1;
// == refused OPG0101 2:11
class A : ;
// == refused OPG0101 3:11
class A;
def a : A,;
// == refused OPG0101 2:10
defm a : 1;
// == refused OPG0110 2:16
multiclass M : unknown {
  def a;
}
// == refused OPG0101 3:16
def a {
  int number = .other;
}
// == refused OPG0101 7:18
class A {
  int number = 1;
}
def a : A;
def b {
  int number = a.1;
}
// == refused OPG0112 7:18
class A {
  int number = 1;
}
def a : A;
def b {
  int number = a.other;
}
// == refused OPG0112 3:18
def b {
  int number = 1.other;
}
// == refused OPG0112 4:23
class A;
class B<A record> {
  int number = record.other;
}

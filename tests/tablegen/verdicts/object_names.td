// == accepted
class A;
defvar name = "n";
def a : A;
def "b" "c";
def name;
def name#d;
def "" # e;
def f # 1;
def g # a;
def h#;
def ?;
def;
def unknown;
// == refused OPG0115 2:1
def 1;
// == refused OPG0115 2:1
def -1 {
}
// == accepted
def [{a}];
// == refused OPG0115 4:7
// No list where a string is expected, not even one that is never made.
multiclass M {
  def [1];
}
// == refused OPG0115 3:7
multiclass M {
  def ["a"][0];
}
// == refused OPG0118 3:7
multiclass M {
  def !add(1, 1);
}
// == accepted
multiclass M {
  def 1;
}
// == accepted
multiclass M {
  def !strconcat("a", "b");
}
defm c : M;
// == accepted
multiclass M {
  def ?;
}
// == refused OPG0117 3:3
multiclass M {
  def ?;
}
defm a : M;
// == accepted
multiclass M {
  def a;
  def NAME#b;
  def "";
  def "x"#NAME;
}
defm c : M;
// == refused OPG0101 2:8
defvar list = [1];
// == accepted
defvar some = [1];
def some;
// == accepted
defvar some = 1;
def some;
// == accepted
defvar some = 1;
def a#some;
// == refused OPG0114 3:5
def a;
def a;
// == refused OPG0112 5:7
def a {
  int number = 1;
}
def a.number;
// == refused OPG0112 6:7
class A {
  string name = "n";
}
def a : A;
def a.name#b;
// == refused OPG0115 2:7
def a#?;
// == refused OPG0101 2:15
def a#unknown.field;
// == refused OPG0101 2:6
def a, b;

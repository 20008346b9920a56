// == accepted
// A record, a class, a multiclass and a type may have names of each other's.
class name;
multiclass name {
  def k : name;
}
def name : name;
defm other : name;
class user {
  name inner = name;
}
// == accepted
defvar name = 1;
def name {
  int number = 2;
}
def other {
  dag d = (name);
}
// == refused OPG0114 3:8
def name;
defvar name = 1;
// == refused OPG0114 4:16
class A;
def name;
defset list<A> name = {
}
// == refused OPG0114 4:16
class A;
defvar name = 1;
defset list<A> name = {
}
// == refused OPG0114 3:8
defvar name = 1;
defvar name = 2;
// == accepted
defvar name = 1;
foreach i = [1] in {
  defvar name = 2;
  def a#name;
}
def b#name;
// == accepted
defvar name = 1;
foreach name = [2, 3] in {
  def a#name;
}
// == refused OPG0114 4:10
foreach i = [1] in {
  defvar name = 2;
  defvar name = 3;
}
// == accepted
defvar name = 1;
class A<int name = 2> {
  int number = name;
}
def a : A;
def b {
  int name = 3;
  int number = name;
}
// == accepted
class A<int name> {
  int name = 2;
  int number = name;
}
def a : A<1>;
// == accepted
class A {
  int name = 1;
}
class B<string name> : A {
  int number = name;
}
def b : B<"t">;
// == refused OPG0114 6:7
class name;
class name {
  int number = 1;
}
class name;
// == accepted
class name;
class name;
class name<int number>;
def a : name<1>;
// == refused OPG0114 3:7
class name<int number>;
class name<int number>;
// == refused OPG0114 4:7
class A;
class name : A;
class name;
// == refused OPG0114 5:12
multiclass name {
  def a;
}
multiclass name {
  def b;
}
// == refused OPG0114 4:7
def name;
foreach i = [1] in {
  def name;
}
// == refused OPG0114 3:7
foreach i = [1, 2] in {
  def name;
}
// == refused OPG0110 3:11
def name;
defm "" : M;
// == refused OPG0114 3:7
multiclass M {
  def a;
}
def ba;
defm b : M;
// == accepted
// Its own name is that of the record, once it has parents that say of what kind it is.
class A;
def name : A {
  A me = name;
}
// == accepted
def name {
  dag me = (name);
}
// == refused OPG0111 4:15
multiclass M {
  def name {
    dag me = (name);
  }
}
// == accepted
// A class that is declared only can be a type and a parent.
class A;
class B<A record> : A {
  A inner = record;
}
def a : A;
def b : B<a>;
// == accepted
// What derives from a class before that has a body has nothing of it.
class A;
class B : A;
class A {
  int number = 1;
}
def b : B;
def a : A;
// == refused OPG0112 8:7
class A;
class B : A;
class A {
  int number = 1;
}
def b : B {
  let number = 2;
}

// == refused OPG0101 14:13
class A;
class B : A;
def a : A;
def b : B;
def c {
  list<int> none = [];
  list<int> unset = [?];
  list<int> mixed = [1, true, ?];
  list<int> trailing = [1, 2, ];
  list<A> records = [a, b];
  list<A> given = [b]<A>;
  list<list<int>> nested = [[], [1]];
  list<bit> bits = [0]<bit>;
}
// == refused OPG0115 2:15
defvar none = [];
// == refused OPG0115 2:15
defvar none = [?];
// == accepted
defvar none = []<int>;
def a {
  list<int> l = none;
}
// == refused OPG0115 2:20
defvar mixed = [1, "a"];
// == refused OPG0115 2:16
defvar mixed = [1]<string>;
// == refused OPG0115 6:19
class A;
class B : A;
def a : A;
def c {
  list<B> given = [a]<B>;
}
// == refused OPG0115 6:20
class A;
class B : A;
def a : A;
def c {
  list<B> narrow = [a];
}
// == refused OPG0115 3:16
def a {
  int number = [1];
}
// == refused OPG0115 3:24
def a {
  list<int> numbers = [[1]];
}
// == refused OPG0101 2:24
defvar broken = [1]<int;
// == refused OPG0113 2:21
defvar broken = [1]<unknown>;
// == refused OPG0101 2:18
defvar broken = [,];
// == accepted
// Only what is made has to be a list; what is no list takes all that follows.
class A<list<int> numbers> {
  list<int> one = numbers # 1;
  list<int> none = [1] # ?;
  list<int> text = [1] # "a" # [2];
}
// == refused OPG0115 3:19; llvm-tblgen 5
class A<list<int> numbers> {
  list<int> one = numbers # 1;
}
def a : A<[1]>;
// == refused OPG0115 3:19; llvm-tblgen 2
def a {
  list<int> one = [1] # ?;
}
// == refused OPG0115 3:19
def a {
  list<int> one = ? # [1];
}
// == accepted
def a {
  list<int> unset = ?;
  field list<int> open = unset # [1] # [2];
  field string text = "a" # [1] # [2];
  field list<int> odd = unset # 1 # [2];
}
// == refused OPG0111 3:26
def a {
  list<int> both = [1] # unknown;
}
// == refused OPG0115 3:26
def a {
  list<int> both = [1] # ["a"];
}

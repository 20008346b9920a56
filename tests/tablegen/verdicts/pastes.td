// == accepted
defvar p = [1] # [2] # [3];
def x { list<int> l = p; }
// == accepted
defvar p = [1] # 3;
// == accepted
defvar p = [1] # ?;
// == accepted
class A { list<int> l = [1] # 3; }
def x : A { let l = [2]; }
// == refused OPG0115 2:25; llvm-tblgen 3
class A { list<int> l = [1] # ?; }
def x : A;
// == refused OPG0111 2:24
defvar p = "a" # [1] # b;
// == accepted
defvar b = [2];
defvar p = "a" # [1] # b;
// == refused OPG0117 4:20
defvar b = [2];
defvar p = "a" # [1] # b;
def x { string s = p; }
// == refused OPG0117 4:20
defvar b = [2];
defvar p = "a" # b # [1];
def x { string s = p; }
// == accepted
class A<list<string> l> { string s = "a" # l # ["x"] # l; }
// == accepted
class A<list<string> l> { string s = "a" # l #; }
class B : A<["x"]> { let s = ""; }
def x : B;
// == accepted
class A<list<string> l> { list<string> s = l # [] # l #; }
def x : A<["x"]>;
// == accepted
class A<list<string> l> { list<string> s = [] # l; }
// == accepted
class A<list<string> l> { string s = "a" # l # "b" # l # "c"; }
// == accepted
class A<list<string> l> { list<string> s = l # "b" # l # "c" # l; }
// == refused OPG0115 2:38
class A<list<string> l> { string s = l # "a"; }
// == accepted
class A<list<string> l> { list<string> s = l # "a"; }
// == accepted
def x { string s = 1 # 2 # 3; }
// == refused OPG0115 2:24
def x { string s = 1 # ? # 3; }
// == refused OPG0115 2:20
def x { string s = ? # 3; }
// == refused OPG0118 2:20
def x { string s = !add(1, 2) # "x"; }
// == accepted
def x { string s = "x" # !add(1, 2); }
// == refused OPG0115 2:20
def x { string s = [1][0] # "x"; }
// == accepted
def x { string s = 0b10 # "x" # true; }

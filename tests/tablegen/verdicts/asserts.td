// == refused OPG0119 2:8
assert 0, "m";
// == accepted
assert 1, "m";
// == accepted
assert -1, "m";
// == refused OPG0119 2:8
assert ?, "m";
// == refused OPG0119 2:8
assert "x", "m";
// == refused OPG0119 2:8
assert [1], "m";
// == refused OPG0119 3:8
def r;
assert r, "m";
// == accepted
assert 0b10, "m";
// == refused OPG0119 2:8
assert 0b00, "m";
// == refused OPG0119 2:8
assert {?}, "m";
// == accepted
assert 1, 5;
// == refused OPG0119 2:8
assert 0, 5;
// == refused OPG0119 4:8
class A { int u = ?; }
def a : A;
assert a.u, "m";
// == accepted
class A { bit b; assert b, "m"; }
// == refused OPG0119 2:25
class A { bit b; assert b, "m"; }
def x : A;
// == accepted
class A { bit b; assert b, "m"; }
def x : A { let b = 1; }
// == accepted
class A { bits<2> b; assert b, "m"; }
def x : A { let b = 2; }
// == refused OPG0119 2:29
class A { bits<2> b; assert b, "m"; }
def x : A { let b{1} = 1; }
// == refused OPG0119 2:25
class A<int n> { assert n, "n is " # n; int f = n; }
def x { int g = A<0>.f; }
// == accepted
class A<int n> { assert n, "n is " # n; int f = n; }
def x { A g = A<1>; }
// == accepted
class A<int n> { assert n, "m"; }
class B : A<0>;
// == refused OPG0119 2:25
class A<int n> { assert n, "m"; }
class B : A<0>;
def x : B;
// == accepted
multiclass M<int n> { assert n, "m"; def _a; }
// == refused OPG0119 2:30
multiclass M<int n> { assert n, "m"; def _a; }
defm x : M<0>;
// == refused OPG0119 2:30
multiclass M<int n> { assert n, "m"; def _a; }
foreach i = [1, 0] in
  defm x#i : M<i>;
// == refused OPG0119 3:10
foreach i = [1, 0] in
  assert i, "m";
// == accepted
foreach i = []<int> in
  assert i, "m";
// == accepted
if 0 then
  assert 0, "m";
// == refused OPG0111 2:16
def x { assert f, "m"; int f = 1; }
// == refused OPG0119 2:27
def x { int f = 1; assert f, "m"; let f = 0; }
// == refused OPG0111 2:21
let f = 0 in assert f, "m";
// == refused OPG0119 3:8
class B;
assert !exists<B>("b"), "m";
// == refused OPG0119 3:18
class B;
class A { assert !exists<B>(NAME), "m"; }
def x : A;
// == refused OPG0119 2:8
assert !cast<string>(1), "m";
// == refused OPG0101 2:10
assert 1 "m";
// == refused OPG0101 2:11
assert 1, ;
// == refused OPG0101 2:14; llvm-tblgen 3
assert 1, "m"
def x;

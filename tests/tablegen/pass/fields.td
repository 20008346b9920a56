// Fields resolve last, later parents win, a field keeps its place and its first type.
class A { int n = 1; int m = n; string s = "a"; bit b; code c = [{ x }]; }
class B : A { let s = "b"; int own = !add(n, m); }
class C : A { let n = 4; let s = "c" # s2; string s2 = "!"; }
def A1 : A;
def A2 : A { let n = 7; }
def B1 : B { let n = 5; let b = 1; }
def BC : B, C;
def AB : A, B;
def Open { field int a; field bits<2> f; field string s = ?; int k = 3; }
class N { int x; }
class O { int x = 2; }
def NO : N, O;
class Later;
class User<Later l> { Later it = l; }
class Later { int v = 3; }
def L : Later;
def U : User<L> { int w = it.v; }
class Self { string name; string copy = name; list<Later> none = []; }
def Self1 : Self { let name = "self"; }
let n = 9, s = "let" in { def Let1 : A; let n = 10 in def Let2 : A { let s = "inner"; } }
let n = 3 in class D : A;
def D1 : D;
class E<int i> : A { let n = i; defvar twice = !mul(n, 2); int t = twice; }
def E1 : E<4>;
def E2 : E<4> { let n = 6; }

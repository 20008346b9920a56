// == accepted
// The variables of an operator hide everything but fields and those of the operators around.
class C { list<int> a = !foreach(NAME, [1], NAME); string n = NAME; }
def x : C;
// == accepted
def x { list<int> a = !foreach(NAME, [1], NAME); }
// == accepted
multiclass M { def x { list<int> a = !foreach(NAME, [1], NAME); } }
defm y : M;
// == refused OPG0114 2:16
class C<string NAME> { list<int> a = !foreach(NAME, [1], NAME); }
// == accepted
def x { list<int> a = !foreach(x, [1], x); }
// == accepted
class C { list<int> a = !foreach(C, [1], C); }
def x : C;
// == accepted
class C { list<int> a = !foreach(1x, [1], 1x); int b = !foldl(0, [1], 2p, 3q, !add(2p, 3q)); }
def x : C;
// == accepted
foreach i = [1, 2] in def x#i { list<int> a = !foreach(i, [5], i); int b = i; }
// == accepted
multiclass M<int i> { def x { list<int> a = !foreach(i, [5], i); int b = i; } }
defm y : M<3>;
// == accepted
multiclass M<int i> { defvar v = !foreach(i, [5], i); def x { list<int> a = v; } }
defm y : M<3>;
// == accepted
multiclass M { defvar v = 3; def x { list<int> a = !foreach(v, [5], v); int b = v; } }
defm y : M;
// == refused OPG0118 3:51
class P { int i; }
multiclass M { def x : P { list<int> a = !foreach(i, [5], i); } }
// == accepted
class P { int i; }
let i = !foldl(0, [1], i, j, !add(i, j)) in def x : P;
// == refused OPG0118 3:36
class P { int i = 3; }
def x : P { let i = !foldl(0, [1], i, j, !add(i, j)); }
// == refused OPG0118 3:39
class P { int i = 3; }
def x : P { int k = !foldl(0, [1], p, i, p); }
// == accepted
class P<int i> { int k = !foldl(i, [i], j, i, !add(i, j)); }
def x : P<4>;
// == accepted
class P<int i> { list<int> k = !foreach(i, [i, 1], i); list<int> l = !foreach(j, [i, 1], !add(i, j)); }
def x : P<4>;
// == accepted
class P<int i, list<int> k = !foreach(i, [i, 1], i)> { list<int> l = k; }
def x : P<4>;
// == accepted
class Q<int i>; 
class P<int i> : Q<!foldl(0, [1], i, j, i)>;
def x : P<4>;
// == accepted
class P<list<int> a> { list<list<int>> k = !foreach(x, a, !foreach(y, a, !add(x, y))); list<int> z = !foreach(x, !foreach(x, a, !add(x, 1)), !mul(x, x)); }
def q : P<[1, 2, 3]>;
// == accepted
class P<list<int> a> { list<int> z = !foreach(x, !filter(x, a, x), !if(!foldl(0, [x], x1, y, x), x, 1)); }
def q : P<[1, 0, 3]>;
// == accepted
class P<list<int> a> { int z = !foldl(!foldl(0, a, x, y, !add(x, y)), a, x, y, !add(x, y)); }
def q : P<[1, 0, 3]>;
// == refused OPG0118 2:64
class P<list<int> a> { int z = !foldl(0, a, x, y, !foldl(x, a, x, z1, 1)); }
// == accepted
defvar f = 1; 
class P { int a = !foldl(0, [1], f, g, !add(f, g)); }
def f2 : P;
// == accepted
assert !eq(!foldl(0, [1], f, g, !add(f, g)), 1), "no";
if !foldl(0, [1], f, g, !add(f, g)) then def x;
foreach i = !foreach(i, [1, 2], i) in def y#i;
def "z" # !foldl(0, [1], f, g, !add(f, g));
dump !repr(!foreach(i, [1], i));
// == accepted
class P { code c = [{a}]; string s = !foldl("", [c], p, q, p # q); list<code> l = !foreach(p, [c], p); list<string> m = !foreach(p, ["x"], [{y}]); }
def x : P;
// == accepted
class P<bits<4> w> { list<bits<4>> l = !foreach(p, [w, 3], p); list<bit> m = !foreach(p, [w], p{0}); int i = !foldl(0, [w], p, q, !add(p, q)); bits<4> j = !foldl(w, [w], p, q, q); }
def x : P<5>;
// == refused OPG0118 2:50
class P<bit w> { bit j = !foldl(w, [w, 0], p, q, !if(p, p, q)); list<bit> k = !filter(p, [w, 0], !not(p)); }
def x : P<1>;

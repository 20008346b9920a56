// == accepted
class A<int n, int m = !if(n, 1, ?)>;
// == refused OPG0116 3:9
class A<int n, int m = !if(n, 1, ?)>;
def x : A<1>;
// == accepted
class A<int n, int m = !if(n, 1, ?)>;
def x : A<1, 2>;
// == accepted
class A<int n, int m = !if(n, 1, 2)> { int f = m; }
def x : A<1>;
// == accepted
class A<int n, int m = !add(!if(n, 1, ?), 1)> { int f = m; }
def x : A<1>;
// == refused OPG0116 3:9
class A<int n, int m = !cond(n: 1, 1: ?)>;
def x : A<1>;
// == accepted
class A<int n, int m = !cond(n: 1, 1: 2)> { int f = m; }
def x : A<1>;
// == refused OPG0116 3:9
class A<list<int> l, int m = !foldl(0, l, a, b, !add(a, b))>;
def x : A<[1]>;
// == accepted
class A<list<int> l, int m = !add(1, !foldl(0, l, a, b, !add(a, b)))> { int f = m; }
def x : A<[1]>;
// == accepted
class A<list<int> l, list<int> m = !foreach(a, l, !add(a, 1))> { list<int> f = m; }
def x : A<[1]>;
// == refused OPG0118 2:51
class A<list<int> l, list<int> m = !foreach(a, l, ?)>;
def x : A<[1]>;
// == refused OPG0116 3:9
class A<int n, list<int> m = [n, ?]>;
def x : A<1>;
// == accepted
class A<int n, dag m = (? n)> { dag f = m; }
def x : A<1>;
// == refused OPG0115 2:29
class A<int n, bits<2> m = {n{0}, ?}>;
def x : A<1>;
// == refused OPG0116 4:9
class B;
class A<int m = !exists<B>("b")> { int f = m; }
def x : A;
// == accepted
class B;
def b : B;
class A<int m = !exists<B>("b")> { int f = m; }
def x : A;
// == refused OPG0116 5:9
class B;
class A<B n, int m = !isa<B>(n), int o = !isa<A>(n)> { int f = m; }
def b : B;
def x : A<b>;
// == refused OPG0116 4:9
class B;
class A<list<B> l = !instances<B>()>;
def x : A;
// == accepted
class A<string n, string m = !substr(n, 1), int o = !find(n, "b"), string p = !subst("a", "b", n)> { string f = m # o # p; }
def x : A<"ab">;
// == refused OPG0116 3:10
multiclass M<int n, int m = !if(n, 1, ?)> { def _a; }
defm x : M<1>;
// == refused OPG0116 3:24
class A<int n, int m = !if(n, 1, ?)>;
class B<int n> { A a = A<n>; }

class V<int a, int b> {
  int add = !add(a, b, 1); int sub = !sub(a, b); int mul = !mul(a, b, 2); int div = !div(a, b);
  int and = !and(a, b, 7); int or = !or(a, b); int xor = !xor(a, b); int nt = !not(a); int nt0 = !not(0);
  int shl = !shl(a, 2); int sra = !sra(a, 1); int srl = !srl(a, 60); int lg = !logtwo(!add(!mul(a, a), 1));
  bit eq = !eq(a, b); bit ne = !ne(a, b); bit lt = !lt(a, b); bit le = !le(a, b); bit gt = !gt(a, b); bit ge = !ge(a, b);
}
def V1 : V<7, 2>; def V2 : V<-7, 2>; def V3 : V<-8, -3>; def V4 : V<9223372036854775807, 9>; def V5 : V<2, 2>;
def Cmp { bit s = !eq("a", [{a}]); bit t = !lt("abc", "abd"); bit r = !eq(V1, V1); bit q = !ne(V1, V2); bit b = !eq(5, 0b101); bit g = !ge("b", "a"); bits<4> x = 9; int y = !add(x, 1); bit z = !eq(x, 9); }
class Div<int n> { int v = !div(10, n); }
class Guard<int n> { int v = !and(n, Div<n>.v); int w = !if(!eq(n, 0), 1, Div<n>.v); int o = !or(n, -1); }
def G0 : Guard<0>; def G5 : Guard<5>;
def Skip { list<int> two = !foreach(x, [1, 0], !and(0, Div<x>.v)); list<int> three = !foreach(x, [1, 0, 2], !or(-1, Div<x>.v)); }
// Decided when a class is derived from, whatever is still open.
class Decided<int a> { int f = a; int none = !and(0, f); int all = !or(-1, a); int both = !and(0, a, f); }
class DecidedInTheClass : Decided<2>;
class DecidedForAll<int b> : Decided<b>;

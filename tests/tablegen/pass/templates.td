class A<int a, int b = a, string c = "x" # b> { int x = a; int y = b; string z = c; }
def A1 : A<1>; def A2 : A<1, 2>; def A3 : A<c = "q", a = 5>; def A4 : A<3, c = "n">;
class B<list<int> l = [], bits<3> m = 5, A r = A<1>, dag d = (A1), code k = [{ k }]> { list<int> p = l; bits<3> q = m; A s = r; dag t = d; string u = k; int v = r.y; }
def B1 : B; def B2 : B<[1, 2], 0b011, A2>; def B3 : B<>; def B4 : B<d = (A1 2), m = 2>;
class C<bit f, int w> : A<w, !if(f, 10, 20)> { bit g = f; }
def C1 : C<1, 5>; def C2 : C<0, 6>; def C3 : C<true, 0x10>;
class D<int n> { int v = n; } def D1 : D<4>; class E<D d> : D<!add(d.v, 1)> { D from = d; } def E1 : E<D1>; def E2 : E<D<9>>;
class F<string NAME_> { string n = NAME_; string own = NAME; } class G<string s> : F<s # NAME>; def G1 : G<"g">; def g { string inner = F<"in">.n; int viainst = A<7, 8>.y; int chain = B<[4, 5]>.p[1]; }
class Fact<int n> { int r = !if(!le(n, 1), 1, !mul(n, Fact<!sub(n, 1)>.r)); } def Fct { int f5 = Fact<5>.r; int f10 = Fact<10>.r; }
// In its own default a parameter is not known yet: pasted, the word stands for itself.
class Own<string c = "x" # c> { string z = c; }
def Own1 : Own;
multiclass OwnM<string c = "y" # c> { def "" { string z = c; } }
defm OwnM1 : OwnM;

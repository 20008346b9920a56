class A<int n> { int v = n; } class B<int n> : A<n>; def a : A<1>; def b : B<2>; def bb : B<3>;
class C<A x, int n, string s> {
  int isb = !isa<B>(x); int isa = !isa<A>(x); int isint = !isa<int>(n); int ex = !exists<A>(s); int exb = !exists<B>(s); A cast = !cast<A>(s); string tos = !cast<string>(x);
  string cond = !cond(!lt(n, 0): "neg", !eq(n, 0): "zero", true: "pos",); int iff = !if(!isa<B>(x), !cast<B>(x).v, -1); int init = !initialized(n); A sel = !if(n, a, b); B selb = !if(!eq(n, 5), b, ?);
}
def C1 : C<a, -1, "a">; def C2 : C<b, 0, "b">; def C3 : C<bb, 5, "bb">;
def Un { int u; int j = !initialized(?); int k = !initialized("x"); int e = !exists<A>("nope"); int me = !exists<A>("Un"); list<A> all = !instances<A>(); list<B> bs = !instances<B>("^b"); list<A> re = !instances<A>("[ab]$"); bits<4> bt = !cast<bits<4>>(5); int ib = !cast<int>({1, 0}); }
class Me { Me self = !cast<Me>(NAME); }
def me1 : Me;
def me2 : Me { Me direct = me2; }
def r2 : A<2>; def r10 : A<10>; def r1 : A<0>;
def Order { list<A> sorted = !instances<A>("^r"); }
class Late<string s> { int e = !exists<A>(s); }
def Late1 : Late<"Later">; def Later : A<1>;
defvar early = !exists<A>("a");
def G { int x = early; }
// The variable of a loop may be that of another in its list, or behind it, but not around it.
def same_names {
  list<int> of_the_list = !foreach(s, !foreach(s, [1, 2], !add(s, 1)), !mul(s, 2));
  int one_behind_the_other = !add(!foldl(0, [1], s, e, e), !foldl(0, [2], s, e, !add(s, e)));
}

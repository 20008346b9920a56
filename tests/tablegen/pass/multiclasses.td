class I<int n, string k = NAME> { int num = n; string key = k; string id = NAME; }
class X<int e> { int extra = e; }
multiclass Two<int b, string sfx = "_z"> { def _a : I<b>; def sfx#_s : I<!add(b, 1)>; def NAME#_n#sfx : I<!add(b, 2)>; }
defm T : Two<1>;
defm U : Two<10, "_y">;
multiclass Outer<int n> : Two<n> { defm _in : Two<!mul(n, 2)>; def "" : I<n>; defvar d = !add(n, 1000); def _d : I<d>; }
defm O : Outer<3>;
multiclass Cond<list<int> xs, bit flag> {
  foreach x = xs in { if !gt(x, 1) then def _big#x : I<x>; else { def _small#x : I<x>; } }
  if flag then { def _on : I<1>; defm _t : Two<50>; }
  let num = 99 in def _let : I<0>;
  assert !gt(!size(xs), 0), "xs of " # NAME # " is empty";
}
defm C1 : Cond<[1, 2, 3], 1>;
defm C2 : Cond<[4], 0>;
defm : Two<7>;
defm E : Two<20>, Cond<[9], 0>, X<5>;
let num = 1 in { defm LT : Two<30>; }
multiclass Anon<int n> { def : I<n>; defm : Two<n>; }
defm A1 : Anon<60>;
defm A2 : Anon<70>;
multiclass Deep<string s> { foreach i = 0...1 in foreach j = [s, s # s] in def _#i#_#j : I<i, j>; }
defm Dp : Deep<"q">;
foreach k = [1, 2] in defm F#k : Two<!mul(k, 100)>;
defset list<I> All = { defm DS : Two<200>; def DSx : I<5>; def : I<6>; }
def Count { int n = !size(All); list<I> all = All; list<string> names = !foreach(a, All, !cast<string>(a)); }
multiclass Named<int a, int b = !add(a, 1)> { def _r : I<b>; }
defm Nm : Named<b = 5, a = 2>;
defm Nn : Named<a = 8>;

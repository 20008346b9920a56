class A<int n> { int v = n; }
defvar g = 5;
defvar l = [1, 2];
deftype Num = int; deftype Nums = list<Num>; deftype Four = bits<4>;
class D<Nums ns, Four f = 3> { Nums it = ns; Four q = f; Num one = ns[0]; }
def D1 : D<l>;
if !gt(g, 3) then def yes : A<g>; else def no : A<0>;
if 0 then { def never; } else if 1 then { defvar x = 8; def elif : A<x>; } else def other;
foreach i = {0-2, 5} in def f#i : A<i>;
foreach i = 3...1 in def down#i : A<i>;
foreach i = 4 in def single#i : A<i>;
foreach a = [D1] in def rec#a.one : A<a.one>;
foreach x = [1, 2] in { defvar y = !mul(x, 10); foreach z = [x, y] in def n#x#_#z : A<y>; }
let v = 1 in { defvar inner = 2; def let1 : A<inner>; }
assert !eq(g, 5), "g changed";
def S { int f = g; defvar g = 7; int h = g; int k = !add(h, f); }
foreach v = [10] in def hide : A<3> { int w = v; }
multiclass M { assert 1, "fine"; def _m : A<1>; defvar loc = 3; def _n : A<loc>; }
defm M1 : M;
class Ck<int n> { assert !gt(n, 0), "n is " # n; int k = n; }
def Ck1 : Ck<1>; def Ck2 { Ck c = Ck<2>; }
defset list<A> set = { def s1 : A<1>; foreach i = [7, 8] in def s#i : A<i>; defset list<A> innerset = { def s9 : A<9>; } }
def SetUser { list<A> all = set; int n = !size(innerset); }
class Sup; class Sup1 : Sup; class Sup2 : Sup; class Both : Sup1, Sup2; def both : Both; def SA : Sup, Sup1;

// ERR: OPG0120 3:22, OPG0120 4:16, OPG0120 5:16, OPG0120 6:22, OPG0120 7:13
class A;
foreach i = [1] in { class B; }
multiclass M { class C; def _x : A; }
multiclass N { defset list<A> s = { def _y : A; } def _z : A; }
def X { bits<4> b = {0-3}; }
if 1 then { multiclass P { def _p; } }

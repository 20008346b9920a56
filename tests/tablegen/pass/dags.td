class Op { int k = 0; }
def add : Op; def sub : Op { let k = 1; } def ins; def outs;
class R<int n> { int num = n; }
def r0 : R<0>;
class Inst<dag i, dag o = (outs)> { dag input = i; dag output = o; Op first = !getdagop<Op>((add 1)); }
def I1 : Inst<(ins r0:$a, R<4>:$b, 5, "s":$c, $d, ?:$e), (outs r0:$res)>;
def I2 : Inst<(ins)> { dag nested = (add (sub 1, 2):$x, [1, 2]<int>, (add:$op r0)); dag unset = (? 1, 2); }
def I3 : Inst<(!cast<Op>("sub") 1:$one)> { dag getop = (!getdagop((add 1)) 2); bits<2> b = 2; dag bitsd = (add b, b{1}); string nm = "q"; dag str = (add nm:$n); }

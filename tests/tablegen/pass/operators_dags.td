class Op { int k = 0; } def add : Op; def sub : Op; class R; def r : R; class Sp : Op; def sp : Sp;
class D<dag d> {
  int size = !size(d); int empty = !empty(d); dag con = !con(d, (add 9:$z), (? 1)); Op op = !getdagop<Op>(d); string n0 = !getdagname(d, 0);
  int a0 = !getdagarg<int>(d, 0); int ax = !getdagarg<int>(d, "x"); R wrong = !getdagarg<R>(d, 0); dag set = !setdagarg(d, 0, "new"); dag setx = !setdagarg(d, "x", 77); dag nm = !setdagname(d, 0, "renamed"); dag nn = !setdagname(d, 0, ?);
  dag so = !setdagop(d, sub); dag son = !setdagopname(d, "opname"); dag fe = !foreach(x, d, x); dag fd = !foreach(x, d, d);
}
def D1 : D<(add 1:$x, 2, r)>; def D2 : D<(add:$o 5:$x)>;
def M { dag a = !dag(add, [1, 2], ["p", "q"]); dag b = !dag(add, ?, ["p", "q"]); dag c = !dag(sub, [r, r], ?); dag d = !dag(add, [1, 2], ["p", ?]); dag e = !con((? 1), (? 2:$k)); dag f = !con((add:$nm 1), (add 2)); int sz = !size((add)); Sp s = !getdagop<Sp>((sp 1)); dag g = (!getdagop((sub 1)) 3); }
def Named { string n = !getdagopname((add:$o 1)); }

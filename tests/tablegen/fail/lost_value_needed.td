// ERR: OPG0125 3:23
class P { bit b = ?; int a = 1; }
class C : P { int v = !add(!cond(!eq(a, 1): b, true: a), 1); }
def Z : C;

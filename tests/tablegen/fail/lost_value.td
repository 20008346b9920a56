// ERR: OPG0125 2:26, OPG0125 4:31
class A<int a> { int v = !cond(true: !eq(a, 1), true: 0); }
def X : A<1>;
class B<int a> { int v = !add(!cond(true: !eq(a, 1), true: 0), 1); }
def Y : B<1>;

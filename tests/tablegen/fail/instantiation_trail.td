// ERR: OPG0118 2:26
class A<int n> { int v = !div(100, n); }
class B<int k> { A a = A<!sub(k, 3)>; }
multiclass M<int z> { def _q : B<z>; }
def X : B<4>;
defm Y : M<3>;

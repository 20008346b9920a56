// ERR: OPG0114 4:17
class A<int n> { int f = n; }
def anonymous_0 : A<7>;
def One { A a = A<3>; }

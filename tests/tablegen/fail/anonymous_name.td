// ERR: OPG0114 4:17, OPG0114 6:23
class A<int n> { int f = n; }
def anonymous_0 : A<7>;
def One { A a = A<3>; }
def anonymous_2;
foreach i = [1, 2] in def : A<i>;

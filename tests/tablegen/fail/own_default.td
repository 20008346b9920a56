// ERR: OPG0111 2:17
class A<int n = n> { int x = n; }

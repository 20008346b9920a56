// ERR: OPG0122 2:26
class A<int n> { int m = A<!add(n, 1)>.m; }
def X : A<0>;

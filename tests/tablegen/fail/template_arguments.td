// ERR: OPG0116 3:10, OPG0116 4:18, OPG0116 5:15, OPG0116 6:19, OPG0116 7:10, OPG0116 8:17
class A<int a, int b> { int x = a; }
def X1 : A<1>;
def X2 : A<1, 2, 3>;
def X3 : A<1, c = 3>;
def X4 : A<a = 1, 2>;
def X5 : A<1, b = 2, a = 3>;
def X6 { A it = A<1>; }

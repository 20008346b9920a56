// ERR: OPG0117 2:26, OPG0117 4:36, OPG0112 5:22, OPG0112 6:13, OPG0117 6:24
class A { int n; int m = !add(n, 1); }
def X : A;
def Y { list<int> l = [1]; int v = l[3]; }
def Z { int self = Z.other; int other = 1; }
def W { let q = 1; int r = r; }

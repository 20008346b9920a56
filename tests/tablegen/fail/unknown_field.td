// ERR: OPG0112 3:17, OPG0112 4:5, OPG0112 5:19
class A { int width = 1; }
def X : A { let widht = 2; int y = !add(width, 1); }
let other = 3 in def Y : A;
def Z { int v = X.nope; }

// ERR: OPG0111 2:30, OPG0111 3:24
class A<int width> { int w = widht; }
def B : A<4> { int v = w1; }

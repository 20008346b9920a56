// ERR: OPG0101 2:15, OPG0101 3:5, OPG0101 4:7
class A { int list = 3; }
def in : A;
class def;

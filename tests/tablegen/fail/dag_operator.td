// ERR: OPG0120 3:18, OPG0101 4:18
class A; def a : A;
def X { dag d = (!add(1, 2) 3); }
def Y { dag e = (4 5); }

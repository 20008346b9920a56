// ERR: OPG0101 2:20, OPG0101 3:10
class A { int x = 1 }
def B : A
def C : A { let x = 2; }

// ERR: OPG0121 4:11, OPG0121 5:11
class A;
class B : A;
class A : B;
class C : C { int x; }
def d : A;

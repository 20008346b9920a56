// ERR: OPG0121 3:12, OPG0121 6:12
class A; class B : A; class C : A;
def X : B, A;
def Y : A, B;
def Z : B, C;
def W : A, A;

// ERR: OPG0114 5:5, OPG0114 6:27
class A;
def X : A;
def Y : A;
def X : A;
foreach i = [1, 2] in def Z;

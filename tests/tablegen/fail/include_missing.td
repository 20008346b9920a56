// ERR: OPG0104 2:9, OPG0104 3:9
include "guardd.td"
include "nowhere/x.td"
class A;
def X : A;

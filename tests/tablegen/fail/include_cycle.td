// ERR: OPG0105 3:9
class A;
include "include_cycle.td"
def X : A;

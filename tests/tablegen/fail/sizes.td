// ERR: OPG0122 2:11, OPG0122 2:43, OPG0122 3:30
class A { bits<99999999> b; list<int> l = !range(0, 99999999999); }
def B { bits<4> c = 0; let c{0-99999999} = 1; }
def C : A;

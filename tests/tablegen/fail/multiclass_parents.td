// ERR: OPG0115 4:50, OPG0115 4:64, OPG0112 6:42
class A { int number = 1; }
def r;
multiclass M<bits<4> four> { def a { bits<4> b = four; bit c = four{2}; } }
multiclass N : M<0b1>;
multiclass O<A record> { def a { int n = record.number; } }
multiclass P : O<r>;

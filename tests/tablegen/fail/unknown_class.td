// ERR: OPG0110 3:9, OPG0110 5:23
class Op<string name> { string n = name; }
def A : Opp<"a">;
def B : Op<"b">;
def C { list<Op> l = [Oq<"x">]; }

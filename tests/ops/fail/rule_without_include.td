// ERR: OPG0110 3:13 // HELP: add `include "opgen/OpBase.td"`
class Base { string a; }
def Rule2 : SameAs<"x">;

// ERR: OPG0113 2:11, OPG0113 2:34, OPG0113 4:13
class A { strin name = "x"; list<Nope> l; }
def X : A { let name = "y"; }
deftype T = Missing;

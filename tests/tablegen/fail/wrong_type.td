// ERR: OPG0115 3:24, OPG0115 3:40, OPG0116 4:11, OPG0115 5:27, OPG0115 5:50, OPG0115 5:63, OPG0115 5:92
class A<int n> { int w = n; bits<2> b = 3; string s; }
def X : A<1> { let w = "wide"; let b = 9; }
def Y : A<"s">;
def Z { list<int> l = [1, "a"]; list<string> m = [1]; int n = [1]; list<A> o = []; dag d = 5; let d{3} = 1; }

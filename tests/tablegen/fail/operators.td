// ERR: OPG0118 2:26, OPG0118 4:18, OPG0118 4:36, OPG0118 4:58, OPG0118 4:75, OPG0118 4:96, OPG0118 5:24, OPG0118 5:45, OPG0118 5:75, OPG0118 5:101, OPG0118 5:125, OPG0118 6:21, OPG0118 6:48, OPG0118 6:84, OPG0118 6:109
class D<int n> { int v = !div(8, n); }
def A1 : D<0>;
def A2 { int a = !nope(1); int b = !add(1); int c = !add("x", 1); int d = !shl(1, 64); int e = !logtwo(0); }
def A3 { int a = !head([]<int>); string s = !subst("", "a", "b"); bit m = !match("a", "("); int i = !if(1, "a", 2); int c = !cond(0: 1); }
def A4 { string s = !substr("abc", 5); int f = !find("abc", "c", 9); list<int> r = !range(1, 2, 0); int g = !getdagarg<int>((A1 1), 3); }

// ERR: OPG0118 3:18, OPG0117 3:46, OPG0118 3:80, OPG0118 3:113, OPG0117 4:18, OPG0111 4:41, OPG0115 4:67, OPG0118 4:96, OPG0118 4:129, OPG0115 4:141, OPG0118 5:33, OPG0118 5:74, OPG0118 5:105, OPG0118 5:122, OPG0118 5:150, OPG0118 5:177
class A; class B : A; def a : A; def b : B;
def X1 { dag d = !con((a 1), (b 2)); dag e = !dag(a, [1], ["x", "y"]); dag f = !setdagarg((a 1), "k", 2); A g = !getdagop<B>((a 1)); }
def X2 { int i = !cast<int>("x"); A c = !cast<A>("nobody"); B d = !cast<B>("a"); list<int> s = !listsplat(1, -1); int z = !size(5); int t = !tolower(1); }
def X3 { list<int> f = !foreach(1, [1], 2); int g = !foldl(0, [1], x, y, "s"); list<int> h = !filter(x, (a), 1); int k = !isa(a); int e = !exists<A>(b); string n = !interleave([a], ","); }

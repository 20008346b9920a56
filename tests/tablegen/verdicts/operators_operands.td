// == refused OPG0118 3:48
// What is wanted of an operand is wanted of the parts of that, but not of every operand.
class C<string s> { bit b = !match(!subst("x", !add(1, 2), s), "a"); }
// == refused OPG0118 2:51
class C<string s> { bit b = !match(s, !subst("x", !eq(1, 2), s)); }
// == refused OPG0118 2:54
class C<dag s> { int b = !getdagarg<int>(!subst("x", !add(1, 2), s), 0); }
// == refused OPG0118 2:53
class C<dag s> { string b = !getdagname(!subst("x", !add(1, 2), s), 0); }
// == refused OPG0118 2:56
class C<dag s> { string b = !getdagname(s, !subst("x", !strconcat("a", "b"), 1)); }
// == refused OPG0118 3:48
class R; def r : R;
class C<dag s> { dag b = !setdagop(!subst("x", !add(1, 2), s), r); }
// == refused OPG0118 3:51
class R; def r : R;
class C<dag s> { dag b = !setdagop(s, !subst("x", !add(1, 2), r)); }
// == accepted
class R; def r : R;
class C<dag s> { dag b = !setdagop(s, !subst("x", !if(s, ?, r), r)); }
// == refused OPG0118 2:55
class C<dag s> { dag b = !setdagopname(s, !subst("x", !add(1, 2), "r")); }
// == refused OPG0115 2:52
class C<dag s> { dag b = !setdagopname(!subst("x", [1], s), "s"); }
// == accepted
class C<dag s> { dag b = !setdagname(!subst("x", [1], s), 0, !subst("x", !add(1, 2), "r")); dag c = !setdagarg(!subst("x", [1], s), !subst("x", "y", 0), !subst("x", !add(1, 2), "r")); }
// == accepted
class C<string s> { string b = !interleave([s], !subst("x", !add(1, 2), s)); string c = !substr(!subst("x", !add(1, 2), s), 0); int d = !find(!subst("x", !add(1, 2), s), s); int e = !size(!subst("x", !add(1, 2), s)); }
// == refused OPG0118 2:58
class C<string s> { string b = !strconcat(s, !subst("x", !add(1, 2), s)); }
// == refused OPG0118 2:48
class C<string s> { bit b = !eq(s, !subst("x", !add(1, 2), s)); }
// == accepted
class C<string s> { bit b = !eq(!subst("x", !add(1, 2), s), s); }
// == refused OPG0118 2:46
class C<int s> { int b = !add(s, !subst("x", !strconcat("a", "b"), s)); }
// == refused OPG0101 2:131
class C<int s> { int b = !not(!subst("x", !strconcat("a", "b"), s)); int c = !listsplat("a", !subst("x", !strconcat("a", "b"), s))<0>; }
// == accepted
class C<int s> { int b = !not(!subst("x", !strconcat("a", "b"), s)); list<string> c = !listsplat("a", !subst("x", !strconcat("a", "b"), s)); list<int> d = !range(!subst("x", !strconcat("a", "b"), s)); }
// == refused OPG0118 2:65
class C<list<int> s> { list<int> b = !listconcat(s, !subst("x", !strconcat("a", "b"), s)); }
// == accepted
class C<list<int> s> { list<int> b = !tail(!subst("x", !strconcat("a", "b"), s)); int c = !foldl(!subst("x", !strconcat("a", "b"), 1), !subst("x", !strconcat("a", "b"), s), p, q, !subst("x", !strconcat("a", "b"), p)); list<int> d = !foreach(p, !subst("x", !strconcat("a", "b"), s), !subst("x", 5, p)); }
// == refused OPG0118 2:65
class C<list<int> s> { list<int> d = !foreach(p, s, !subst("x", !strconcat("a", "b"), p)); }
// == refused OPG0118 2:64
class C<list<int> s> { list<int> d = !filter(p, s, !subst("x", !strconcat("a", "b"), p)); }
// == accepted
class C<int s> { int d = !cond(!subst("x", !strconcat("a", "b"), s): 1, 1: 2); int e = !if(!subst("x", !strconcat("a", "b"), s), 1, 2); }
// == refused OPG0118 2:47
class C<int s> { int d = !cond(1: !subst("x", !strconcat("a", "b"), s)); }
// == refused OPG0118 2:48
class C<int s> { int d = !if(1, 2, !subst("x", !strconcat("a", "b"), s)); }
// == accepted
class C<string s> { int d = !exists<C>(!subst("x", !add(1, 2), s)); list<int> e = !instances<int>(!subst("x", !add(1, 2), s)); int f = !cast<int>(!subst("x", !add(1, 2), s)); int g = !isa<int>(!subst("x", !add(1, 2), s)); string h = !repr(!subst("x", !add(1, 2), s)); string i = !tolower(!subst("x", !add(1, 2), s)); }

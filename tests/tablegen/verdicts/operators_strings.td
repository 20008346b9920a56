// == accepted
class R; def r : R;
class C<string s, code c, list<string> l, list<int> n, int i> {
  string a1 = !strconcat(s, c, "z");
  code a2 = !strconcat(c, c);
  string a3 = !interleave(l, ", ");
  string a4 = !interleave(n, c);
  string a5 = !interleave([true, false], "");
  string a6 = !interleave([ {1, 0}, {1, 1} ], "-");
  string a7 = !interleave([]<string>, "-");
  string a8 = !interleave([]<int>, "-");
  string a9 = !substr(s, i);
  string b1 = !substr(s, 1, i);
  string b2 = !substr(s, 4);
  string b3 = !substr(s, 4, 0);
  string b4 = !substr(c, 0, 9223372036854775807);
  int b5 = !find(s, "c");
  int b6 = !find(s, "");
  int b7 = !find(s, "", 4);
  int b8 = !find(s, "abcde");
  int b9 = !find(s, "a", i);
  string c1 = !subst("b", "bb", s);
  string c2 = !subst(c, "", s);
  R c3 = !subst(r, r, r);
  string c4 = !subst("a", "b", "aa");
  bit c5 = !match(s, c);
  bits<1> c7 = !match("ab", "^b");
  int c8 = !match("ab", "b$");
  string c9 = !tolower("AbZÄ1");
  string d1 = !toupper(c);
  string d2 = !repr([1, 2]);
  string d3 = !repr(["a", "b"]);
  string d4 = !repr({1, 0});
  string d5 = !repr("a\"b");
  string d6 = !repr(true);
  int d7 = !size(s);
  int d8 = !empty("");
}
def x : C<"abcd", [{bc}], ["a", "b"], [1, 2], 1>;
def y : C<"aAbc", [{a}], [], [], 0>;
// == refused OPG0118 2:20
def x { string s = !substr("abc", 4); }
// == refused OPG0118 2:20
def x { string s = !substr("abc", -1); }
// == refused OPG0118 2:20
def x { string s = !substr("abc", 3, -1); }
// == refused OPG0118 2:29; llvm-tblgen 4
class C<int i> { string s = !substr("abc", i); }
def x : C<3>;
def y :
 C<4>;
// == refused OPG0118 2:20
def x { string s = !substr("", 1); }
// == refused OPG0118 2:17
def x { int i = !find("abc", "c", 4); }
// == refused OPG0118 2:17
def x { int i = !find("abc", "c", -1); }
// == refused OPG0118 2:17
def x { int i = !find("", "", 1); }
// == refused OPG0118 2:12; llvm-tblgen crashes
defvar i = !find("abc", "c", 4);
// == refused OPG0118 2:12; llvm-tblgen crashes
defvar i = !substr("abc", 4);
// == accepted
// Unset operands are taken, and never found out.
class C { string a = !substr(?, 1); string b = !substr("a", ?); string c = !substr("a", 0, ?); }
// == refused OPG0117 2:20
def x { string a = !substr(?, 1); }
// == accepted
class C { int a = !find(?, "a"); int b = !find("a", ?); int c = !find("a", "a", ?); }
// == refused OPG0117 2:17
def x { int a = !find("a", ?); }
// == refused OPG0118 2:30
class C { string a = !substr(1, 1); }
// == refused OPG0118 2:35
class C { string a = !substr("a", "1"); }
// == refused OPG0118 2:42
class C<bit b> { string a = !substr("a", b); }
// == refused OPG0118 2:38
class C { string a = !substr("a", 0, "1"); }
// == refused OPG0118 2:38
class C { string a = !substr("a", 0, {1}); }
// == refused OPG0118 2:22
class C { string a = !substr("a"); }
// == refused OPG0118 2:22
class C { string a = !substr(); }
// == refused OPG0118 2:22
class C { string a = !substr("a", 0, 1, 2); }
// == refused OPG0118 2:19
class C { int a = !substr("a", 0); }
// == accepted
class C { code a = !substr([{a}], 0); code b = !substr("a", 0); }
def x : C;
// == refused OPG0118 2:25
class C { int a = !find(1, "a"); }
// == refused OPG0118 2:30
class C { int a = !find("a", 1); }
// == refused OPG0118 2:35
class C { int a = !find("a", "a", "a"); }
// == refused OPG0118 2:19
class C { int a = !find("a"); }
// == refused OPG0118 2:19
class C { int a = !find("a", "a", 0, 0); }
// == refused OPG0118 2:22
class C { string a = !find("a", "a"); }
// == accepted
class C { bit a = !find("aa", "a", 1); bit b = !find("a", "a"); bits<3> c = !find("aaa", "a", 2); }
def x : C;
// == accepted
class C { bit a = !find("a", "b"); }
// == refused OPG0118 2:22
class C { string a = !strconcat("a"); }
// == refused OPG0118 2:38
class C { string a = !strconcat("a", 1); }
// == refused OPG0118 2:33
class C { string a = !strconcat(?, "a"); }
// == refused OPG0115 2:33
class C { string a = !strconcat(["a"], "a"); }
// == refused OPG0118 3:38
class R; def r : R;
class C { string a = !strconcat("a", r); }
// == refused OPG0118 2:19
class C { int a = !strconcat("a", "b"); }
// == refused OPG0118 2:28
class C { list<string> a = !strconcat("a", "b"); }
// == refused OPG0118 2:22
class C { string a = !interleave(["a"]); }
// == refused OPG0118 2:22
class C { string a = !interleave(["a"], "a", "b"); }
// == refused OPG0118 2:34
class C { string a = !interleave("a", "b"); }
// == refused OPG0118 2:34
class C { string a = !interleave([["a"]], "b"); }
// == refused OPG0118 3:34
class R; def r : R;
class C { string a = !interleave([r], "b"); }
// == refused OPG0118 2:34
class C { string a = !interleave([(? 1)], "b"); }
// == refused OPG0118 2:39
class C { string a = !interleave([1], 1); }
// == refused OPG0118 2:41
class C { string a = !interleave(["a"], ?); }
// == refused OPG0118 2:34
class C { string a = !interleave(?, "a"); }
// == refused OPG0115 2:34
class C { string a = !interleave([], "a"); }
// == refused OPG0118 2:19
class C { int a = !interleave(["a"], ","); }
// == accepted
// A list isn't joined before all in it is known.
class C<string s> { string a = !interleave(["a", s], ","); string b = !interleave([1, ?], ","); }
// == refused OPG0117 2:20
def x { string a = !interleave(["a", ?], ","); }
// == refused OPG0117 2:20
def x { string a = !interleave([ {1, ?} ], ","); }
// == refused OPG0118 2:19
class C { bit a = !match("a"); }
// == refused OPG0118 2:19
class C { bit a = !match("a", "a", "a"); }
// == refused OPG0118 2:26
class C { bit a = !match(1, "a"); }
// == refused OPG0118 2:31
class C { bit a = !match("a", 1); }
// == refused OPG0118 2:31
class C { bit a = !match("a", ?); }
// == refused OPG0118 2:22
class C { string a = !match("a", "a"); }
// == refused OPG0118 2:34
class C { string a = !subst("a", !match("a", "a"), "a"); }
// == refused OPG0118 3:11; llvm-tblgen 0
def x {
  bit a = !match("a", "(");
}
// == refused OPG0118 2:17; llvm-tblgen 0
def x { bit a = !match("a", "[b-a]"); }
// == refused OPG0118 2:17; llvm-tblgen 0
def x { bit a = !match("a", "*"); }
// == refused OPG0118 2:17; llvm-tblgen 0
def x { bit a = !match("a", "a{2,1}"); }
// == refused OPG0118 2:17; llvm-tblgen 0
def x { bit a = !match("a", "[[:letter:]]"); }
// == refused OPG0118 2:17; llvm-tblgen 0
def x { bit a = !match("a", "\\"); }
// == accepted
def x { bit a = !match("a{", "a\\{"); bit b = !match(")", "[)]"); bit c = !match("aab", "(a)\\1b"); }
// == accepted
// The expression is looked at as soon as both are known.
class C<string s> { bit a = !match(s, "("); }
// == refused OPG0118 2:29; llvm-tblgen 0
class C<string s> { bit a = !match(s, "("); }
def x :
 C<"a">;
// == refused OPG0118 2:22
class C { string a = !subst("a", "b"); }
// == refused OPG0118 2:22
class C { string a = !subst("a", "b", "c", "d"); }
// == refused OPG0118 2:39
class C { string a = !subst("a", "b", ?); }
// == accepted
// What isn't alike is never replaced.
class C {
  string a = !subst(1, "b", "c");
  string b = !subst("a", 1, "c");
  string c = !subst(?, ?, "c");
  int d = !subst(1, 2, 1);
  list<int> e = !subst("a", "b", [1]);
}
// == refused OPG0117 2:17
def x { int d = !subst(1, 2, 1); }
// == refused OPG0115 2:19
class C { int a = !subst("a", "b", "c"); }
// == accepted
class R; class S : R; def r : R; def s : S;
def x { R a = !subst(r, s, r); R b = !subst(r, s, s); R c = !subst(s, r, r); }
// == refused OPG0115 4:17
// The type of the whole is that of what is replaced in.
class R; class S : R; def r : R; def s : S;
class C { S a = !subst(s, r, s); }
// == refused OPG0115 3:17
class R; class S : R; def r : R; def s : S;
class C { S a = !subst(s, s, r); }
// == accepted
// Variables are replaced by their names before anything is known.
class C<int a, int b, int c> { int r = !subst(a, b, a); int s = !subst(a, b, c); }
def x : C<1, 2, 3>;
// == refused OPG0115 2:43; llvm-tblgen 3
class C<int a, string b, int c> { int r = !subst(a, b, a); }
def x : C<1, "b", 3>;
// == refused OPG0118 2:22
class C { string a = !tolower("A", "B"); }
// == refused OPG0118 2:22
class C { string a = !toupper(); }
// == accepted
class C { string a = !tolower(1); string b = !toupper(?); string c = !tolower(["A"]); }
// == refused OPG0117 2:20
def x { string a = !tolower(1); }
// == refused OPG0115 2:19
class C { int a = !tolower("1"); }
// == refused OPG0118 2:22
class C { string a = !repr(1, 2); }
// == refused OPG0118 2:22
class C { string a = !repr(); }
// == accepted
class R { int i = 1; } def r : R;
class C<string s, int i> { string a = !repr(r); string b = !repr(?); string c = !repr([s, ?]); string d = !repr(i); }
def x : C<"a", ?>;
// == accepted
class R<int i> { int j = i; }
def x { string a = !repr(R<1>); string b = !repr((? 1:$a, "b")); }
// == refused OPG0115 2:19
class C { int a = !repr(1); }
// == accepted
class C<bit b> { string a = !repr({1, b}); }
def x : C<1>;
def y : C<?>;
// == refused OPG0118 2:25
class C { int a = !size(1); }
// == refused OPG0118 2:25
class C { int a = !size(?); }
// == refused OPG0118 2:26
class C { int a = !empty({1, 0}); }
// == refused OPG0118 3:26
class R; def r : R;
class C { int a = !empty(r); }
// == refused OPG0118 2:19
class C { int a = !size("a", "b"); }
// == refused OPG0118 2:19
class C { int a = !empty(); }
// == refused OPG0115 2:22
class C { string a = !size("a"); }
// == accepted
class C { bit a = !empty("a"); bit b = !size("a"); bits<2> c = !size("abc"); }
// == accepted
class C { bit a = !size("ab"); }
// == refused OPG0118 2:17; llvm-tblgen 0
def x { bit a = !match("", ""); }
// == accepted
class C<list<bit> b, list<bits<2>> w> { string a = !interleave(b, "") # !interleave(w, ""); }
def x : C<[0, 1], [0, 3]>;

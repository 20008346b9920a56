// == accepted
class O; class P : O; def o : O; def p : P; def q;
class C<dag d, dag e, int i, string s, O r, list<int> l, list<string> n> {
  dag a1 = !con(d, e);
  dag a2 = !con(d, (? 3), (?:$t 4));
  dag a3 = !dag(o, l, n);
  dag a4 = !dag(r, l, ?);
  dag a5 = !dag(o, ?, n);
  dag a6 = !dag(?, l, n);
  dag a7 = !dag(5, l, n);
  dag a8 = !dag(o, ["a", "b"], [?, "z"]);
  int a9 = !getdagarg<int>(d, i);
  int b1 = !getdagarg<int>(d, s);
  string b2 = !getdagarg<string>((o 1), 0);
  bit b3 = !getdagarg<bit>((o 1), 0);
  string b4 = !getdagname(d, i);
  string b5 = !getdagname((o 1), 0);
  O b6 = !getdagop<O>(d);
  O b7 = !getdagop<O>((p 1));
  P b8 = !getdagop<P>((p 1));
  string b9 = !getdagopname((o:$t 1));
  dag c1 = !setdagarg(d, i, "new");
  dag c2 = !setdagarg(d, s, ?);
  dag c3 = !setdagname(d, i, "name");
  dag c4 = !setdagname(d, s, ?);
  dag c5 = !setdagop((o:$t 1), p);
  dag c6 = !setdagop(d, r);
  dag c7 = !setdagopname(d, s);
  int c8 = !size(d);
  int c9 = !empty(d);
  dag d1 = !foreach(x, d, !if(!isa<int>(x), x, x));
  dag d2 = (!getdagop(d) 7);
  dag d3 = (!cast<O>("p") 7:$x, $y);
}
def x : C<(o 1:$s, 2), (o 9:$u), 1, "s", p, [1, 2], ["a", "b"]>;
def y : C<(p 1:$s), (p:$w 9:$s), 0, "s", o, [], []>;
// == refused OPG0118 3:17; llvm-tblgen 0
class O; def o : O; def p : O;
def x { dag a = !con((o 1), (p 2)); }
// == refused OPG0118 3:12; llvm-tblgen 0
class O; def o : O; def p : O;
defvar a = !con((o 1), (? 2), (p 2));
// == accepted
class O; def o : O; def p : O;
class C<O r> { dag a = !con((r 1), (p 2)); }
def x : C<p>;
// == refused OPG0118 3:24; llvm-tblgen 0
class O; def o : O; def p : O;
class C<O r> { dag a = !con((r 1), (p 2)); }
def x : C<o>;
// == refused OPG0118 3:19
def o;
class C { dag a = !con((o 1)); }
// == refused OPG0118 2:31
class C { dag a = !con((? 1), ?); }
// == refused OPG0118 2:24
class C { dag a = !con(?, (? 1)); }
// == refused OPG0118 2:31
class C { dag a = !con((? 1), 1); }
// == refused OPG0115 2:24
class C { dag a = !con([1], (? 1)); }
// == refused OPG0118 2:24
class C { dag a = !con("a", (? 1)); }
// == refused OPG0118 2:19
class C { int a = !con((? 1), (? 1)); }
// == refused OPG0118 2:25
class C { list<dag> a = !con((? 1), (? 1)); }
// == refused OPG0115 2:22
class C { string a = !dag(?, [1], ["a"]); }
// == refused OPG0118 2:19
class C { dag a = !dag(?, [1]); }
// == refused OPG0118 2:19
class C { dag a = !dag(?, [1], ["a"], 1); }
// == refused OPG0118 2:27
class C { dag a = !dag(?, 1, ["a"]); }
// == refused OPG0118 2:27
class C { dag a = !dag(?, "ab", ["a"]); }
// == refused OPG0118 2:32
class C { dag a = !dag(?, [1], "a"); }
// == refused OPG0118 2:32
class C { dag a = !dag(?, [1], [1]); }
// == accepted
class C { dag a = !dag(?, [1], [[{a}]]); }
// == refused OPG0118 2:27
class C { dag a = !dag(?, ?, ?); }
// == refused OPG0115 2:27
class C { dag a = !dag(?, [], ["a"]); }
// == refused OPG0115 2:32
class C { dag a = !dag(?, [1], []); }
// == refused OPG0118 2:27
class C { dag a = !dag(?, (? 1), ["a"]); }
// == refused OPG0117 2:48; llvm-tblgen 4
class C<list<int> l, list<string> n> { dag a = !dag(?, l, n); }
def x : C<[1], ["a"]>;
def y : C<?, ?>;
// == accepted
class C<list<int> l, list<string> n> { dag a = !dag(?, l, n); }
def x : C<[1], ?>;
def y : C<?, ["a"]>;
// == accepted
// Lists of different lengths don't make a dag.
class C { dag a = !dag(?, [1], ["a", "b"]); dag b = !dag(?, [1, 2], []<string>); }
// == refused OPG0117 2:17
def x { dag a = !dag(?, [1], ["a", "b"]); }
// == refused OPG0117 2:32; llvm-tblgen 4
class C<list<int> l> { dag a = !dag(?, l, ["a"]); }
def x : C<[1]>;
def y : C<[]>;
// == accepted
// A name that isn't known yet isn't lost.
class C<string s> { dag a = !dag(?, [1], [s]); }
def x : C<"a">;
def y : C<?>;
// == refused OPG0118 2:19
class C { int a = !getdagarg((? 1), 0); }
// == refused OPG0118 2:19
class C { int a = !getdagarg<int>((? 1)); }
// == refused OPG0118 2:19
class C { int a = !getdagarg<int>((? 1), 0, 0); }
// == refused OPG0118 2:19
class C { int a = !getdagarg<int>(); }
// == refused OPG0113 2:30
class C { int a = !getdagarg<Int>((? 1), 0); }
// == refused OPG0115 2:35
class C { int a = !getdagarg<int>([1], 0); }
// == refused OPG0118 2:35
class C { int a = !getdagarg<int>(?, 0); }
// == refused OPG0118 2:42
class C { int a = !getdagarg<int>((? 1), ?); }
// == refused OPG0118 2:42
class C { int a = !getdagarg<int>((? 1), [0]); }
// == refused OPG0118 3:42
class O; def o : O;
class C { int a = !getdagarg<int>((? 1), o); }
// == refused OPG0118 2:19
class C { int a = !getdagarg<string>((? "1"), 0); }
// == refused OPG0118 2:25
class C { list<int> a = !getdagarg<int>((? 1), 0); }
// == accepted
class C { bit a = !getdagarg<int>((? 1), 0); }
def x : C;
// == refused OPG0118 2:33
class C { string a = !getdagarg<code>((? "a"), 0); }
// == accepted
// Bits are taken for an index, but never are one.
class C<bit b> { int a = !getdagarg<int>((? 1), b); int c = !getdagarg<int>((? 1), {0, 1}); string d = !getdagname((? 1), b); }
// == refused OPG0117 2:17
def x { int a = !getdagarg<int>((? 1), {0}); }
// == refused OPG0117 2:20
def x { string a = !getdagname((? 1), {0}); }
// == refused OPG0118 3:11; llvm-tblgen 2
def x {
  int a = !getdagarg<int>((? 1), 1); }
// == refused OPG0118 3:11; llvm-tblgen 2
def x {
  int a = !getdagarg<int>((? 1), -1); }
// == refused OPG0118 3:11; llvm-tblgen 2
def x {
  int a = !getdagarg<int>((?), 0); }
// == refused OPG0118 3:11; llvm-tblgen 2
def x {
  int a = !getdagarg<int>((? 1:$a), "b"); }
// == refused OPG0118 3:11; llvm-tblgen 2
def x {
  int a = !getdagarg<int>((? 1:$a), ""); }
// == refused OPG0118 2:26; llvm-tblgen 4
class C<int i> { int a = !getdagarg<int>((? 1), i); }
def x : C<0>;
def y : C<1>;
// == refused OPG0118 3:26
// Looked for as soon as the dag is known, though nobody asks.
class C<int i> { int a = !getdagarg<int>((? i), 1); }
// == refused OPG0118 2:12; llvm-tblgen crashes
defvar a = !getdagarg<int>((? 1), 1);
// == accepted
// The first of that name.
class O; class P : O; def o : O;
def x {
  int a = !getdagarg<int>((? 1:$a, 2:$a), "a");
  string b = !getdagarg<string>((? 1), 0);
  O c = !getdagarg<O>((? o), 0);
  P d = !getdagarg<P>((? o), 0);
  bit e = !getdagarg<bit>((? 1), 0);
  int f = !getdagarg<int>((? ?), 0);
}
// == accepted
class O; class P : O;
class C<O i> { P d = !getdagarg<P>((? i), 0); }
def o : P;
def x : C<o>;
// == refused OPG0115 2:17
def x { bit e = !getdagarg<bit>((? 2), 0); }
// == refused OPG0118 2:22
class C { string a = !getdagname((? 1:$a)); }
// == refused OPG0118 2:44
class C { string a = !getdagname((? 1:$a), "a"); }
// == refused OPG0118 2:44
class C { string a = !getdagname((? 1:$a), ?); }
// == refused OPG0118 2:34
class C { string a = !getdagname(?, 0); }
// == refused OPG0115 2:34
class C { string a = !getdagname([1], 0); }
// == refused OPG0118 2:19
class C { int a = !getdagname((? 1:$a), 0); }
// == accepted
class C<int i> { string a = !getdagname((? 1:$a, 2), i); }
def x : C<0>;
def y : C<1>;
// == refused OPG0118 3:17; llvm-tblgen crashes
class O;
class C { O a = !getdagop((? 1)); }
// == accepted
class O; class P : O;
class C<int i> { P d = !getdagarg<P>((? i), 0); }
def x : C<1>;
// == refused OPG0118 3:17
class O; def o : O;
class C { O a = !getdagop((o 1), 1); }
// == refused OPG0118 3:17
class O; def o : O;
class C { O a = !getdagop(); }
// == refused OPG0118 3:17
class O; def o : O;
class C { O a = !getdagop<int>((o 1)); }
// == refused OPG0118 4:9; llvm-tblgen 3
class O; class P : O; def o : O;
def x {
  O a = !getdagop<P>((o 1)); }
// == refused OPG0115 3:15
class O; class P; def o : O;
def x { P a = !getdagop((o 1)); }
// == accepted
// Any record will do without a type, and its own type is found.
class O; class P : O; def o : P;
def x { O a = !getdagop((o 1)); P b = !getdagop<O>((o 1)); }
// == refused OPG0118 4:22
// The type of a variable must fit as it is.
class O; class P : O;
class C<O r> { P a = !getdagop<P>((r 1)); }
// == accepted
class O; class P : O; def o : O;
class C<P r> { O a = !getdagop<O>((r 1)); }
class D<dag d> { P a = !getdagop<P>(d); }
def o2 : P;
def x : C<o2>;
def y : D<(o2 1)>;
// == refused OPG0118 3:24; llvm-tblgen 4
class O; class P : O; def o : O;
class D<dag d> { P a = !getdagop<P>(d); }
def y :
 D<(o 1)>;
// == refused OPG0118 2:23
def x { int a = !size(!getdagop(!dag(5, [1], ["a"]))); }
// == accepted
// No dag is needed, as long as nothing is.
class O;
class C { O a = !getdagop<O>(5); string b = !getdagopname("s"); dag c = !setdagarg(5, 0, 1); dag d = !setdagname([1], "a", "b"); }
// == accepted
class O;
class C { O a = !getdagop<O>(?); string b = !getdagopname(?); dag c = !setdagarg(?, 0, 1); dag d = !setdagname(?, "a", "b"); }
// == refused OPG0117 2:17
def x { dag c = !setdagarg(5, 0, 1); }
// == refused OPG0117 3:15
class O;
def x { O a = !getdagop<O>(5); }
// == refused OPG0118 2:22
class C { string a = !getdagopname((?:$a 1), 1); }
// == refused OPG0115 2:19
class C { int a = !getdagopname((?:$a 1)); }
// == accepted
class C<dag d> { string a = !getdagopname(d); }
def x : C<(?:$n 1)>;
// == accepted
// No value is there, and nothing else notices.
class C { string a = !getdagopname((? 1)); }
def x : C;
// == refused OPG0125 2:25
class C { int a = !size(!getdagopname((? 1))); }
// == refused OPG0125 2:26; llvm-tblgen crashes
class C<dag d> { int a = !size(!getdagopname(d)); }
def x : C<(? 1)>;
// == refused OPG0118 2:19
class C { dag a = !setdagarg((? 1), 0); }
// == refused OPG0118 2:19
class C { dag a = !setdagarg((? 1), 0, 1, 2); }
// == refused OPG0118 2:37
class C { dag a = !setdagarg((? 1), ?, 1); }
// == refused OPG0118 2:37
class C { dag a = !setdagarg((? 1), [0], 1); }
// == refused OPG0118 2:44
class C<bit b> { dag a = !setdagarg((? 1), b, 1); }
// == refused OPG0118 2:37
class C { dag a = !setdagarg((? 1), {0}, 1); }
// == refused OPG0118 3:11; llvm-tblgen 2
def x {
  dag a = !setdagarg((? 1), 1, 1); }
// == refused OPG0118 3:11; llvm-tblgen 2
def x {
  dag a = !setdagarg((? 1), -1, 1); }
// == refused OPG0118 3:11; llvm-tblgen 2
def x {
  dag a = !setdagarg((? 1), "a", 1); }
// == refused OPG0118 2:12; llvm-tblgen crashes
defvar a = !setdagarg((? 1), 1, 1);
// == refused OPG0115 2:19
class C { int a = !setdagarg((? 1), 0, 1); }
// == accepted
// What is wanted of the whole isn't wanted of its parts.
class C { dag a = !setdagarg((? 1), 0, [1]); dag b = !setdagarg((? 1), 0, (? 2)); }
def x : C;
// == refused OPG0115 2:40
class C { dag a = !setdagarg((? 1), 0, []); }
// == refused OPG0118 2:19
class C { dag a = !setdagname((? 1), 0); }
// == refused OPG0118 2:41
class C { dag a = !setdagname((? 1), 0, 1); }
// == refused OPG0118 2:41
class C { dag a = !setdagname((? 1), 0, ["a"]); }
// == refused OPG0118 2:38
class C { dag a = !setdagname((? 1), ?, "a"); }
// == refused OPG0118 2:38
class C { dag a = !setdagname((? 1), {0}, "a"); }
// == refused OPG0118 3:11; llvm-tblgen 2
def x {
  dag a = !setdagname((? 1), 1, "a"); }
// == refused OPG0118 3:11; llvm-tblgen 2
def x {
  dag a = !setdagname((? 1), "a", "b"); }
// == refused OPG0115 2:19
class C { int a = !setdagname((? 1), 0, "a"); }
// == accepted
// A name that isn't known yet is none.
class C<string s> { dag a = !setdagname((? 1:$a), 0, s); }
def x : C<"b">;
// == accepted
class C { dag a = !setdagname((? 1:$a, 2:$a), "a", "b"); dag b = !setdagname((? 1:$a), 0, [{c}]); }
def x : C;
// == refused OPG0118 3:19
def o;
class C { dag a = !setdagop((? 1)); }
// == refused OPG0118 3:19
def o;
class C { dag a = !setdagop((? 1), o, o); }
// == refused OPG0118 2:36
class C { dag a = !setdagop((? 1), 1); }
// == refused OPG0118 2:36
class C { dag a = !setdagop((? 1), "o"); }
// == refused OPG0118 2:36
class C { dag a = !setdagop((? 1), ?); }
// == refused OPG0118 3:29
def o;
class C { dag a = !setdagop(1, o); }
// == refused OPG0118 3:29
def o;
class C { dag a = !setdagop(?, o); }
// == refused OPG0118 3:19
def o;
class C { int a = !setdagop((? 1), o); }
// == accepted
class O; class P; def o : O; def p : P; def n;
class C<O r> { dag a = !setdagop((?:$x 1:$y), p); dag b = !setdagop((o 1), n); dag c = !setdagop((p 1), r); dag d = !setdagop((p 1), !cast<O>("o")); }
def x : C<o>;
// == refused OPG0118 2:19
class C { dag a = !setdagopname((? 1)); }
// == refused OPG0118 2:40
class C { dag a = !setdagopname((? 1), 1); }
// == refused OPG0118 2:40
class C { dag a = !setdagopname((? 1), ?); }
// == refused OPG0118 2:33
class C { dag a = !setdagopname("a", "b"); }
// == refused OPG0118 2:33
class C { dag a = !setdagopname(?, "b"); }
// == refused OPG0118 2:22
class C { string a = !setdagopname((? 1), "b"); }
// == refused OPG0115 2:40
class C { dag a = !setdagopname((? 1), ["b"]); }
// == accepted
class C<string s> { dag a = !setdagopname((?:$a 1), s); dag b = !setdagopname((?), [{b}]); }
def x : C<"c">;
// == refused OPG0118 3:14; llvm-tblgen 2
def x {
  string a = !getdagname((? 1), 1); }
// == refused OPG0118 3:14; llvm-tblgen 2
def x {
  string a = !getdagname((?), 0); }
// == refused OPG0118 2:29; llvm-tblgen 4
class C<int i> { string a = !getdagname((? 1:$x), i); }
def x : C<0>;
def y :
 C<5>;

// == accepted
class R { int n = 1; } class S : R; class T; def r : R; def s : S;
class C<string z, int i, bits<2> w, R v, bit b, list<S> l> {
  R a1 = !cast<R>(z);
  S a2 = !cast<S>("s");
  R a3 = !cast<R>("s");
  S a4 = !cast<S>(v);
  string a5 = !cast<string>(i);
  string a6 = !cast<string>(w);
  string a7 = !cast<string>(v);
  string a8 = !cast<string>(z);
  int a9 = !cast<int>(w);
  int b1 = !cast<int>(b);
  bits<2> b2 = !cast<bits<2>>(i);
  bits<1> b3 = !cast<bits<1>>(b);
  bit b4 = !cast<bit>(i);
  list<R> b5 = !cast<list<R>>(l);
  list<bit> b6 = !cast<list<bit>>([0, 1]);
  int b7 = !cast<int>(?);
  R b8 = !cast<R>(?);
  int b9 = !exists<R>(z);
  int c1 = !exists<S>("r");
  int c2 = !exists<T>("s");
  int c3 = !exists<R>("nothing");
  int c4 = !exists<int>("r");
  list<R> c5 = !instances<R>();
  list<S> c6 = !instances<S>("^s");
  list<T> c7 = !instances<T>();
  list<R> c8 = !instances<R>(z);
  int c9 = !cast<R>(z).n;
}
def x : C<"s", 1, 3, s, 1, [s]>;
// == refused OPG0111 2:36; llvm-tblgen 3
class R; class C<string z> { R a = !cast<R>(z); }
def x :
 C<"nothing">;
// == refused OPG0111 3:15
class R;
def x { R a = !cast<R>("nothing"); }
// == accepted
// Nobody looks for it where nothing is made.
class R; class C { R a = !cast<R>("nothing"); }
defvar b = !cast<R>("nothing");
// == accepted
class R; class C { R a = !cast<R>("later"); }
def later : R;
def x : C;
// == refused OPG0111 2:26; llvm-tblgen 3
class R; class C { R a = !cast<R>("later"); }
def x : C;
def later : R;
// == refused OPG0115 3:17
class R; class S : R; def r : R;
class C { S a = !cast<S>("r"); }
// == refused OPG0115 3:27; llvm-tblgen 4
class R; class S : R; def r : R;
class C<string z> { S a = !cast<S>(z); }
def x :
 C<"r">;
// == refused OPG0115 3:12; llvm-tblgen 0
class R; class T; def r : R;
defvar a = !cast<T>("r");
// == accepted
class R; class T; def r : R;
class C { T a = !cast<T>(r); }
// == refused OPG0115 3:15
class R; class T; def r : R;
def x { T a = !cast<T>(r); }
// == refused OPG0115 3:15
class R; class S : R; def r : R;
def x { S a = !cast<S>(r); }
// == refused OPG0115 3:22; llvm-tblgen 4
class R; class S : R; def r : R;
class C<R v> { S a = !cast<S>(v); }
def x : C<r>;
// == accepted
// A record finds itself, but only at its end.
class R;
def x : R { R a = !cast<R>("x"); R b = x; }
// == refused OPG0115 3:19
class R; class S : R;
def x : R { S a = !cast<S>("x"); }
// == accepted
class R;
def x : R { R a = !cast<R>("x"); int b = !eq(a, !cast<R>("x")); }
// == refused OPG0117 3:21
class R { int n = 1; }
def x : R { int a = !cast<R>("x").n; }
// == refused OPG0117 3:21
class R { int n = 1; }
def x : R { int a = x.n; }
// == accepted
class R { string z = NAME; } class S<string z> { string w = z; }
def : R { R a = !cast<R>(z); }
def x : R { R a = !cast<R>(z); }
def y { R a = !cast<R>(S<"x">.w); }
// == accepted
class R;
multiclass M { def a : R; def b : R { R v = !cast<R>(NAME # "a"); } }
defm x : M;
// == refused OPG0111 3:34
class R;
multiclass M { def b : R { R v = !cast<R>(NAME # "a"); } def a : R; }
defm x : M;
// == refused OPG0118 2:19
class C { int a = !cast(1); }
// == refused OPG0118 2:19
class C { int a = !cast<int>(); }
// == refused OPG0118 2:19
class C { int a = !cast<int>(1, 2); }
// == refused OPG0113 2:25
class C { int a = !cast<Int>(1); }
// == refused OPG0118 2:26
class C { code a = !cast<code>(1); }
// == refused OPG0115 2:22
class C { string a = !cast<int>("1"); }
// == refused OPG0115 2:19
class C { int a = !cast<string>(1); }
// == accepted
// What can't be cast waits, with the type that it is to have.
class C { int a = !cast<int>("1"); string b = !cast<string>([1]); dag c = !cast<dag>(1); bits<2> e = !cast<bits<2>>(4); bit f = !cast<bit>(2); list<int> g = !cast<list<int>>(["a"]); }
// == refused OPG0117 2:17
def x { int a = !cast<int>("1"); }
// == refused OPG0115 2:20
def x { string a = !cast<string>([1]); }
// == refused OPG0115 2:20
def x { string a = !cast<string>((? 1)); }
// == refused OPG0115 2:20
def x { string a = !cast<string>({1, ?}); }
// == refused OPG0115 2:17
def x { int a = !cast<int>({1, ?}); }
// == refused OPG0115 2:17
def x { bit a = !cast<bit>(2); }
// == refused OPG0115 2:21
def x { bits<2> a = !cast<bits<2>>(4); }
// == refused OPG0115 2:21
def x { bits<2> a = !cast<bits<2>>({1, 0, 1}); }
// == refused OPG0115 2:17
def x { dag a = !cast<dag>(1); }
// == accepted
def x { string a = !cast<string>(?); }
// == accepted
def x { bits<2> a = !cast<bits<2>>(-2); bits<2> b = !cast<bits<2>>(3); bits<64> c = !cast<bits<64>>(-1); bit d = !cast<bit>({1}); bits<1> e = !cast<bits<1>>(1); }
// == refused OPG0115 2:21
def x { bits<2> a = !cast<bits<2>>(-3); }
// == refused OPG0118 2:19
class C { int a = !exists("r"); }
// == refused OPG0118 3:19
class R;
class C { int a = !exists<R>(); }
// == refused OPG0118 3:19
class R;
class C { int a = !exists<R>("a", "b"); }
// == refused OPG0118 3:30
class R;
class C { int a = !exists<R>(1); }
// == refused OPG0118 3:30
class R;
class C { int a = !exists<R>(?); }
// == refused OPG0118 3:30
class R; def r : R;
class C { int a = !exists<R>(r); }
// == refused OPG0118 3:30
class R;
class C { int a = !exists<R>(["r"]); }
// == refused OPG0118 2:27
class C { int a = !exists<code>("r"); }
// == refused OPG0115 3:22
class R;
class C { string a = !exists<R>("r"); }
// == accepted
class R; class S : R;
class C { int a = !exists<R>("later"); int b = !exists<R>("x"); int c = !exists<S>("x"); }
def w : C;
def later : R;
def x : R { int a = !exists<R>("later"); int b = !exists<R>("x"); int c = !exists<S>("x"); int d = !exists<R>("anonymous_0"); }
def : R { int b = !exists<R>("anonymous_0"); int c = !exists<S>("anonymous_0"); }
// == refused OPG0118 2:25
class C { list<int> a = !instances("r"); }
// == refused OPG0118 3:23
class R;
class C { list<R> a = !instances<R>("a", "b"); }
// == refused OPG0118 3:37
class R;
class C { list<R> a = !instances<R>(1); }
// == refused OPG0118 3:37
class R;
class C { list<R> a = !instances<R>(?); }
// == refused OPG0118 3:37
class R;
class C { list<R> a = !instances<R>(["a"]); }
// == refused OPG0115 3:23
class R; class T;
class C { list<T> a = !instances<R>(); }
// == refused OPG0115 3:17
class R;
class C { R a = !instances<R>(); }
// == refused OPG0118 2:39
class C { list<string> a = !instances<code>(); }
// == accepted
class R; class S : R; def r : R;
defvar all = !instances<R>();
def s : S;
class C { list<R> a = !instances<R>(); list<R> b = all; list<R> c = !instances<S>(); }
def x : C;
def t : S { list<S> a = !instances<S>(); }
def y : C;
// == refused OPG0115 3:23
class R; class S : R; def r : R;
class C { list<S> a = !instances<R>(); }
// == accepted
// Types that no record can have have no records.
class C { list<int> a = !instances<int>(); list<string> b = !instances<string>("a"); list<list<int>> c = !instances<list<int>>(); list<dag> d = !instances<dag>(); list<bit> e = !instances<bit>("x"); }
def x : C;
// == refused OPG0118 3:21; llvm-tblgen 0
class R;
def x { list<R> a = !instances<R>("("); }
// == refused OPG0118 3:12; llvm-tblgen 0
class R;
defvar a = !instances<R>("(");
// == accepted
// Not looked at before the end of a record.
class R;
class C { list<R> a = !instances<R>("("); }
// == refused OPG0115 3:151
class R { int n = 1; list<int> l = [1]; dag d = (? 1); bits<2> w = 2; } class S : R { int m; } def r : R; def s : S;
class C<R v> { int a = v.n; int b = r.n; list<int> c = v.l; int d = v.l[0]; bits<2> e = v.w; bit f = v.w{1}; int g = !getdagarg<int>(v.d, 0); int h = [v][0].n; }
def x : C<s>;
// == refused OPG0112 3:21
class R { int n; } def r : R;
class C { int a = r.m; }
// == refused OPG0112 3:26
class R { int n; } class S : R { int m; } def s : S;
class C<R v> { int a = v.m; }
// == accepted
class R { int n; } class S : R { int m; } def s : S;
class C<R v> { int a = !cast<S>(v).m; int b = s.m; }
// == refused OPG0112 2:21
class C { int a = 1.n; }
// == refused OPG0112 2:23
class C { int a = "a".n; }
// == refused OPG0112 2:21
class C { int a = ?.n; }
// == refused OPG0115 2:19
class C { int a = [1].n; }
// == refused OPG0112 2:28
class C<dag d> { int a = d.n; }
// == refused OPG0112 3:39
class R { int n; } class T { int n; } def r : R; def t : T;
class C<bit b> { int a = !if(b, r, t).n; }
// == refused OPG0112 3:24
class R<int n> { int m = n; }
class C { int a = R<1>.n; }
// == accepted
class R<int n> { int m = n; }
class C<int n> { int a = R<n>.m; int b = R<1>.m; }
def x : C<4>;
// == accepted
class R { int n = ?; } def r : R;
class C { int a = r.n; }
// == accepted
class R { int n = ?; } def r : R;
def x { int a = r.n; }
// == accepted
class R { int n; } def r : R;
class C<R v> { int a = v.n; }
def x : C<r>;
// == refused OPG0117 3:24; llvm-tblgen crashes
class R { int n = 1; } def r : R;
class C<R v> { int a = v.n; }
def x : C<?>;
// == accepted
class C { int a = 5{0}; bits<2> b = 5{1...2}; bits<2> c = 5{2-1}; bits<3> d = {1, 0, 1}{0, 1, 2}; int e = 5{63}; bits<2> f = 5{0, 0}; }
def x : C;
// == accepted
class C<bits<2> w, bit b, int n> { bit a = w{0}; bits<2> c = w{0...1}; }
def x : C<1, 0, 5>;
// == refused OPG0115 2:19
class C { bit a = 5{64}; }
// == refused OPG0115 2:19
class C { bit a = {1, 0}{2}; }
// == refused OPG0115 2:30
class C<bits<2> w> { bit a = w{2}; }
// == refused OPG0115 2:26
class C<int n> { bit a = n{0}; }
// == refused OPG0115 2:26
class C<bit b> { bit a = b{0}; }
// == accepted
class C { bit a = true{0}; }
// == refused OPG0115 2:19
class C { bit a = "a"{0}; }
// == refused OPG0115 2:19
class C { bit a = ?{0}; }
// == refused OPG0115 2:21
class C { bit a = 5{-1}; }
// == refused OPG0115 2:28
class C<int n> { bit a = 5{n}; }
// == refused OPG0115 2:21
class C { bit a = 5{"0"}; }
// == refused OPG0101 2:21
class C { bit a = 5{}; }
// == refused OPG0115 2:23
class C { bits<2> a = 5{0}; }
// == refused OPG0115 2:19
class C { bit a = 5{0...1}; }
// == refused OPG0101 2:25
class C { bit a = 5{0, 1; }
// == accepted
class C { bit a = !add(2, 3){0}; }
def x : C;
// == refused OPG0115 2:26
class C<int n> { bit a = !add(n, 3){0}; }
// == accepted
// A record may be named in itself, but isn't there for others before its end.
class R { int n = 1; }
def x : R { list<R> a = [x]; dag d = (x 1); int i = !eq(x, x); int j = !isa<R>(x); int k = !initialized(x); string s = !cast<string>(x); string t = !repr(x); }
// == refused OPG0111 3:24; llvm-tblgen 4
class R { int n = 1; }
class D<R r> { int m = r.n; }
def x : R { int k = D<x>.m; }
// == refused OPG0111 3:36
class R { int n = 1; }
multiclass M { def x : R { int a = x.n; } }
defm y : M;
// == refused OPG0115 3:19
class R; class S : R;
def x : R { S d = x; }
// == refused OPG0118 3:19
class R; class S;
def x : R { S s = !getdagop<S>((x 1)); }
// == refused OPG0115 3:15
class R;
def x { R a = !cast<R>("x"); }
// == accepted
// The argument of an instance isn't at its end when that of the record is.
class O { int n = 1; }
class P<O o, int n> { int k = n; }
def o : O;
def x : O {
  string z = "nothing";
  int a = P<!cast<O>(z), 1>.k;
  int b = P<!cast<O>("x"), 2>.k;
  int c = P<o, !exists<O>(z)>.k;
  int d = P<o, !exists<O>("x" # "")>.k;
  int e = P<o, !size(!instances<O>(z # ""))>.k;
}
// == refused OPG0111 3:22; llvm-tblgen 6
class O;
class P<O o> { O p = o; int n = 1; }
def x {
  string z = "nothing";
  int a = P<!cast<O>(z)>.n; }

// == accepted
class R; class S : R; class T : R; def r : R; def s : S; def t : T;
class C<int n, bit b, bits<2> w, string z, R v, list<int> l> {
  int a1 = !if(n, 1, 2);
  int a2 = !if(b, b, n);
  int a3 = !if(w, n, b);
  int a4 = !if(n, ?, 2);
  int a5 = !if(n, 1, ?);
  R a6 = !if(b, s, t);
  list<R> a7 = !if(b, [s], [t]);
  string a8 = !if(n, z, [{c}]);
  bits<2> a9 = !if(b, {1, 0}, w);
  bits<2> b1 = !if(b, 2, w);
  int b2 = !cond(n: 1, b: 2, true: 3);
  int b3 = !cond(!eq(z, "a"): n, 1: 0,);
  R b4 = !cond(b: s, true: t);
  string b5 = !cond(b: ?, true: z);
  int b6 = !foldl(0, l, p, q, !add(p, q));
  string b7 = !foldl("", ["a", "b"], p, q, p # q);
  list<int> b8 = !foldl([]<int>, l, p, q, !listconcat([q], p));
  int b9 = !foldl(7, []<string>, p, q, p);
  list<int> c1 = !foreach(p, l, !add(p, n));
  list<string> c2 = !foreach(p, l, z # p);
  list<list<int>> c3 = !foreach(p, [1, 2], !foreach(q, l, !mul(p, q)));
  list<int> c4 = !filter(p, l, !lt(p, n));
  list<int> c5 = !filter(p, l, 0b10);
  int c6 = !isa<S>(v);
  int c7 = !isa<R>(v);
  int c8 = !isa<int>(n);
  int c9 = !isa<int>(b);
  int d1 = !isa<bit>(n);
  int d2 = !isa<string>(n);
  int d3 = !isa<bits<2>>(n);
  int d4 = !isa<bits<1>>(w);
  int d5 = !isa<list<R>>([s]);
  int d6 = !isa<list<S>>([r]);
  int d7 = !isa<dag>((? 1));
  int d8 = !isa<T>(s);
  int d9 = !initialized(n);
  int e1 = !initialized(?);
  int e2 = !initialized([?]<int>);
}
def x : C<1, 1, 2, "a", s, [3, 4]>;
def y : C<0, 0, 0, "b", t, []>;
// == refused OPG0118 2:19
class C { int a = !if(1, 2); }
// == refused OPG0118 2:19
class C { int a = !if(1, 2, 3, 4); }
// == refused OPG0118 2:19
class C { int a = !if(); }
// == refused OPG0118 2:19
class C { int a = !if(1, ?, ?); }
// == refused OPG0118 2:19
class C { int a = !if(1, 2, "a"); }
// == refused OPG0118 3:19
class R; class S; def r : R; def s : S;
class C { int a = !if(1, 2, r); }
// == accepted
// Records always have a type in common, be it none.
class R; class S; def r : R; def s : S;
class C { R a = !if(1, r, s); }
defvar b = !if(0, r, s);
// == refused OPG0115 3:24
class R; class S; def r : R; def s : S;
class C<bit b> { R a = !if(b, r, s); }
// == refused OPG0118 2:30
class C<bit b> { bits<3> a = !if(b, {1, 0}, {1, 0, 1}); }
// == refused OPG0115 2:44
class C<bit b> { list<int> a = !if(b, [1], ["a"]); }
// == refused OPG0118 2:32
class C<bit b> { list<int> a = !if(b, [1], 1); }
// == refused OPG0118 2:26
class C<bit b> { dag a = !if(b, (? 1), 1); }
// == accepted
// What is chosen at once needs only itself the right type.
class C { int a = !if(1, 2, true); bit b = !if(1, 1, 5); }
// == accepted
class C<bit b> { bit a = !if(b, 1, 5); }
def x : C<1>;
// == refused OPG0115 2:26; llvm-tblgen 3
class C<bit b> { bit a = !if(b, 1, 5); }
def x : C<0>;
// == accepted
// Whatever the condition is, it is taken as long as it isn't needed.
class C { int a = !if("a", 1, 2); int b = !if(?, 1, 2); int c = !if([1], 1, 2); int d = !if((? 1), 1, 2); int e = !if({1, ?}, 1, 2); }
// == refused OPG0117 2:17
def x { int a = !if("a", 1, 2); }
// == refused OPG0117 2:17
def x { int a = !if(?, 1, 2); }
// == refused OPG0117 2:17
def x { int a = !if({1, ?}, 1, 2); }
// == accepted
class C { list<int> a = !if(1, [], [1]); }
// == refused OPG0115 2:19
defvar a = !if(1, [], [1]);
// == refused OPG0115 2:26
class C { int a = !if(1, [1], 2); }
// == refused OPG0115 2:22
class C { string a = !if(1, 1, 2); }
// == accepted
class Half<int n> { int v = !div(1, n); }
class C<int n> { int a = !if(n, Half<n>.v, 7); }
def x : C<0>;
// == refused OPG0118 2:29; llvm-tblgen 3
class Half<int n> { int v = !div(1, n); }
class C<int n> { int a = !cond(n: Half<n>.v, true: 7); }
def x : C<0>;
// == refused OPG0101 2:25
class C { int a = !cond(); }
// == refused OPG0101 2:26
class C { int a = !cond(1, 2); }
// == refused OPG0101 2:29
class C { int a = !cond(1: 2; 3: 4); }
// == refused OPG0101 2:30
class C { int a = !cond(1: 2 3: 4); }
// == refused OPG0101 2:32
class C { int a = !cond(1: 2, 3); }
// == refused OPG0101 2:25
class C { int a = !cond(, 1: 2); }
// == refused OPG0101 2:30
class C { int a = !cond(1: 2,, 3: 4); }
// == refused OPG0101 2:24
class C { int a = !cond<int>(1: 2); }
// == refused OPG0118 2:19
class C { int a = !cond(0: 1, 1: "a"); }
// == refused OPG0118 2:19
class C { int a = !cond(0: ?, 1: ?); }
// == refused OPG0118 2:34
class C<bits<2> w> { bits<3> a = !cond(0: w, 1: {1, 0, 1}); }
// == accepted
class C { int a = !cond(?: 1); int b = !cond("a": 1, 1: 2); int c = !cond({1, ?}: 1, 1: 2); int d = !cond([1]: 1); }
// == accepted
def x { int a = !cond(?: 1, 1: 2); }
// == accepted
def x { int a = !cond("a": 1, 1: 2); }
// == refused OPG0118 3:11; llvm-tblgen 2
def x {
  int a = !cond(0: 1, false: 2); }
// == refused OPG0118 2:26; llvm-tblgen 4
class C<bit b> { int a = !cond(b: 1); }
def x : C<1>;
def y :
 C<0>;
// == refused OPG0118 2:12; llvm-tblgen crashes
defvar a = !cond(0: 1);
// == accepted
// The first condition that isn't known hides those behind it.
class C<bit b> { int a = !cond(0: 5, b: 1, 1: 2); }
def x : C<?>;
// == refused OPG0115 2:22
class C { string a = !cond(1: 1); }
// == accepted
class C { list<int> a = !cond(1: [], 0: [1]); }
// == refused OPG0115 2:28
class C { int a = !cond(1: [1], 0: 2); }
// == refused OPG0118 2:19
class C { int a = !foldl(0, [1], p, q); }
// == refused OPG0118 2:19
class C { int a = !foldl(0, [1], p, q, p, q); }
// == refused OPG0118 2:19
class C { int a = !foldl(); }
// == refused OPG0118 2:26
class C { int a = !foldl(?, [1], p, q, p); }
// == refused OPG0118 2:29
class C { int a = !foldl(0, ?, p, q, p); }
// == refused OPG0118 2:29
class C { int a = !foldl(0, 1, p, q, p); }
// == refused OPG0118 2:29
class C { int a = !foldl(0, "ab", p, q, p); }
// == refused OPG0118 2:29
class C { int a = !foldl(0, (? 1), p, q, p); }
// == refused OPG0115 2:29
class C { int a = !foldl(0, [], p, q, p); }
// == refused OPG0118 2:34
class C { int a = !foldl(0, [1], 5, q, p); }
// == refused OPG0118 2:37
class C { int a = !foldl(0, [1], p, "q", p); }
// == refused OPG0118 2:37
class C { int a = !foldl(0, [1], p, q{0}, p); }
// == refused OPG0101 2:34
class C { int a = !foldl(0, [1], int, q, p); }
// == refused OPG0118 2:41
class C { int p; int a = !foldl(0, [1], p, q, q); }
// == refused OPG0118 2:44
class C { int q; int a = !foldl(0, [1], p, q, p); }
// == refused OPG0118 3:41
class D { int q; }
class C : D { int a = !foldl(0, [1], p, q, p); }
// == refused OPG0118 3:34
// It is the field itself that is being given a value.
class C { int a = !foldl(0, [1], a, q, q); }
// == accepted
// Neither template arguments nor variables nor records are in the way, nor later fields.
defvar g = 1;
def h;
class C<int p> { defvar d = 2; int a = !foldl(0, [1], p, d, !add(p, d)); int b = !foldl(0, [1], g, h, !add(g, h)); int c = !foldl(0, [1], later, C, later); int later; }
def x : C<9>;
// == refused OPG0118 2:55
class C { int a = !foldl(0, [1], p, q, !foldl(0, [2], p, r, r)); }
// == refused OPG0118 2:58
class C { int a = !foldl(0, [1], p, q, !foldl(0, [2], r, q, r)); }
// == refused OPG0118 2:55
class C { int a = !foldl(0, [1], p, q, !size(!foreach(p, [2], 1))); }
// == refused OPG0118 2:48
defvar a = !foldl(0, [1], p, q, !foldl(0, [2], p, r, r));
// == refused OPG0118 2:40
class C { int a = !foldl(0, [1], p, q, "a"); }
// == refused OPG0118 2:40
class C { int a = !foldl(0, [1], p, q, ?); }
// == accepted
class C { int a = !foldl(0, [1], p, q, true); bit b = !foldl(0, [1], p, q, q); }
// == refused OPG0118 2:47
class C<bit b> { int a = !foldl(0, [1], p, q, b); }
// == refused OPG0118 2:47
class C<bit b> { bit a = !foldl(b, [1], p, q, q); }
// == refused OPG0118 3:38
class R; class S : R; def r : R; def s : S;
class C { R a = !foldl(r, [s], p, q, q); }
// == accepted
class R; class S : R; def r : R; def s : S;
class C { R a = !foldl(r, [r, s], p, q, q); }
def x : C;
// == accepted
class C { list<int> a = !foldl([]<int>, [1], p, q, [q]); }
// == refused OPG0118 2:55
class C { list<int> a = !foldl([]<string>, [1], p, q, [q]); }
// == refused OPG0115 2:22
class C { string a = !foldl(0, [1], p, q, p); }
// == refused OPG0111 2:19
class C { int a = p; int b = !foldl(0, [1], p, q, p); }
// == refused OPG0111 2:52
class C { int b = !foldl(0, [1], p, q, p); int a = q; }
// == accepted
// Both may have one name: it has the type of the first, and the value of the second.
class C<list<int> l> { int a = !foldl(0, l, p, p, p); int b = !foldl(0, [1, 2, 3, 4], p, p, p); }
def x : C<[5, 6, 7]>;
// == refused OPG0115 2:19
class C { int a = !foldl(0, ["a"], p, p, p); }
// == refused OPG0118 2:25
class C { list<int> a = !foreach(p, [1]); }
// == refused OPG0118 2:25
class C { list<int> a = !foreach(p, [1], p, p); }
// == refused OPG0118 2:34
class C { list<int> a = !foreach(1, [1], 2); }
// == refused OPG0118 2:34
class C { list<int> a = !foreach("p", [1], 2); }
// == refused OPG0118 2:34
class C { list<int> a = !foreach(?, [1], 2); }
// == refused OPG0118 2:37
class C { list<int> a = !foreach(p, ?, 2); }
// == refused OPG0118 2:37
class C { list<int> a = !foreach(p, 5, 2); }
// == refused OPG0118 2:37
class C { list<int> a = !foreach(p, "ab", 2); }
// == refused OPG0118 2:37
class C { list<int> a = !foreach(p, {1, 0}, 2); }
// == refused OPG0115 2:37
class C { list<int> a = !foreach(p, [], 2); }
// == refused OPG0118 2:42
class C { list<int> a = !foreach(p, [1], ?); }
// == refused OPG0115 2:25
class C { list<int> a = !foreach(p, [1], "a"); }
// == refused OPG0118 2:25
class C { list<int> a = !foreach(p, (? 1), p); }
// == refused OPG0118 2:19
class C { dag a = !foreach(p, [1], p); }
// == refused OPG0118 2:19
class C { int a = !foreach(p, [1], p); }
// == refused OPG0118 2:19
class C { int a = !foreach(p, (? 1), p); }
// == refused OPG0118 2:41
class C { int p; list<int> a = !foreach(p, [1], p); }
// == refused OPG0118 2:34
class C { list<int> a = !foreach(a, [1], 1); }
// == refused OPG0118 3:36
class D { int p; }
def x : D { list<int> a = !foreach(p, [1], p); }
// == accepted
class C<int p> { list<int> a = !foreach(p, [1], p); list<int> later = !foreach(q, [1], q); int q; }
def x : C<5>;
// == refused OPG0118 2:57
class C { list<list<int>> a = !foreach(p, [1], !foreach(p, [2], p)); }
// == refused OPG0118 2:56
class C { list<list<int>> a = !foreach(p, [1], !filter(p, [2], p)); }
// == refused OPG0118 2:38
defvar a = !foreach(p, [1], !foreach(p, [2], p));
// == accepted
defvar p = 3;
defvar a = !foreach(p, [1, 2], !foreach(q, [p], !add(p, q)));
def x { list<list<int>> v = a; int w = p; }
// == refused OPG0111 2:54
class C { list<int> a = !foreach(p, [1], p); int b = p; }
// == refused OPG0111 2:37
class C { list<int> a = !foreach(p, p, 1); }
// == refused OPG0117 6:11; llvm-tblgen 10
// A loop over a dag goes into dags within, and its body may be of any type.
class O; def o : O; def o2 : O;
class C<dag d> {
  dag a = !foreach(p, d, p);
  dag b = !foreach(p, d, !if(!isa<O>(p), p, p));
  dag c = !foreach(p, (o 1:$x, (o 2)), ?);
  dag e = !foreach(p, d, [1]);
}
def x : C<(o:$z 1:$x, (o2 "a":$y, o), ?:$w)>;
// == accepted
class C { list<bit> a = !foreach(p, [0, 1], p); list<bits<2>> b = !foreach(p, [2], p); list<int> c = !foreach(p, [1], !eq(p, 1)); }
def x : C;
// == accepted
class C { list<bit> a = !foreach(p, [0, 2], p); }
// == refused OPG0118 2:47
class C { list<string> a = !foreach(p, ["a"], !add(p, 1)); }
// == refused OPG0118 2:45
class C { list<string> a = !foreach(p, [1], !add(p, 1)); }
// == accepted
// What is wanted of an element is wanted of the body.
class C { list<list<int>> a = !foreach(p, [1], []); }
def x : C;
// == refused OPG0115 2:29
defvar a = !foreach(p, [1], []);
// == refused OPG0118 2:25
class C { list<int> a = !filter(p, [1]); }
// == refused OPG0118 2:25
class C { list<int> a = !filter(p, [1], 1, 1); }
// == refused OPG0118 2:33
class C { list<int> a = !filter(1, [1], 1); }
// == refused OPG0118 2:36
class C { list<int> a = !filter(p, (? 1), 1); }
// == refused OPG0118 2:36
class C { list<int> a = !filter(p, ?, 1); }
// == refused OPG0118 2:36
class C { list<int> a = !filter(p, 1, 1); }
// == refused OPG0118 2:19
class C { int a = !filter(p, [1], 1); }
// == refused OPG0118 2:19
class C { dag a = !filter(p, [1], 1); }
// == refused OPG0115 2:28
class C { list<string> a = !filter(p, [1], 1); }
// == refused OPG0118 2:40
class C { int p; list<int> a = !filter(p, [1], 1); }
// == refused OPG0118 2:49
class C { list<int> a = !filter(p, [1], !add(p, "a")); }
// == refused OPG0118 2:41
class C { list<int> a = !filter(p, [1], !strconcat("a", "b")); }
// == accepted
defvar a = !filter(p, [1], !strconcat("a", "b"));
// == accepted
// What decides may be anything, until it must decide.
class C { list<int> a = !filter(p, [1], "a"); list<int> b = !filter(p, [1], ?); list<int> c = !filter(p, []<int>, "a"); }
// == refused OPG0117 2:23
def x { list<int> a = !filter(p, [1], "a"); }
// == refused OPG0117 2:23
def x { list<int> a = !filter(p, [1], ?); }
// == accepted
def x { list<int> a = !filter(p, []<int>, "a"); list<int> b = !filter(p, [0, 1, 2], p); list<bit> c = !filter(p, [0, 1, 2], !eq(p, 1)); }
// == refused OPG0118 3:19
class R; def r : R;
class C { int a = !isa(r); }
// == refused OPG0118 3:19
class R; def r : R;
class C { int a = !isa<R>(); }
// == refused OPG0118 3:19
class R; def r : R;
class C { int a = !isa<R>(r, r); }
// == refused OPG0118 2:24
class C { int a = !isa<code>("a"); }
// == refused OPG0115 3:22
class R;
class C { string a = !isa<R>(1); }
// == accepted
class R; class S : R;
// Open until it is known, even where no record can come.
class C<int n, R v, list<R> l, dag d> { int a = !isa<R>(n); int b = !isa<S>(v); int c = !isa<S>(d); int e = !isa<R>(?); int f = !isa<S>(l); int g = !isa<list<S>>(l); }
def r : R; def s : S;
def x { int a = !isa<R>(1); int b = !isa<S>(r); int c = !isa<S>((? 1)); int d = !isa<R>([s]); int e = !isa<list<R>>([s]); int f = !isa<int>([1]); }
// == refused OPG0117 2:35; llvm-tblgen 4
class R; class C<int n> { int a = !isa<R>(n); }
def x : C<5>;
def y :
 C<?>;
// == refused OPG0117 3:17
class R;
def x { int a = !isa<R>(?); }
// == refused OPG0117 2:17
def x { int a = !isa<int>(?); }
// == refused OPG0118 2:19
class C { int a = !initialized(); }
// == refused OPG0118 2:19
class C { int a = !initialized(1, 2); }
// == refused OPG0115 2:22
class C { string a = !initialized(1); }
// == accepted
class C<int n, int m> { int a = !initialized(n); int b = !initialized(m); int c = !initialized({1, ?}); int d = !initialized((? ?)); }
def x : C<1, ?>;
// == refused OPG0118 2:19
class C { int a = !Add(1, 2); }
// == refused OPG0102 2:19, OPG0101 2:21
class C { int a = !(1); }
// == refused OPG0101 2:23
class C { int a = !add[1, 2]; }
// == refused OPG0101 2:28
class C { int a = !add(1, 2; }
// == refused OPG0101 2:29
class C { int a = !add(1, 2,); }
// == refused OPG0101 2:24
class C { int a = !add(, 1); }
// == refused OPG0118 2:24
class C { int a = !add<int>(1, 2); }
// == refused OPG0101 2:24
class C { int a = !add 1, 2; }
// == refused OPG0101 2:23
class C { int a = !if 1, 2, 3; }
// == refused OPG0101 2:25
class C { int a = !size "a"; }
// == refused OPG0101 2:32
class C { list<int> a = !range 1; }
// == refused OPG0101 2:26
class C { int a = !foldl 1; }
// == refused OPG0101 2:34
class C { list<int> a = !foreach p; }
// == refused OPG0101 2:25
class C { int a = !cond 1; }
// == refused OPG0101 2:30
class C { string a = !substr "a"; }
// == refused OPG0101 2:25
class C { int a = !find "a"; }
// == refused OPG0101 2:24
class C { int a = !isa 1; }
// == refused OPG0101 2:29
class C { int a = !cast<int 1; }
// == refused OPG0101 2:25
class C { int a = !cast<>(1); }
// == refused OPG0101 2:29
class C { int a = !cast<int>1; }
// == refused OPG0101 2:28
class C { int a = !isa<int>1; }
// == refused OPG0101 2:31
class C { int a = !exists<int>1; }
// == refused OPG0101 2:40
class C { list<int> a = !instances<int>1; }
// == refused OPG0118 2:25
class C { list<int> a = !foreach(p [1], 1); }
// == refused OPG0101 2:41
class C { list<int> a = !foreach(p, [1] 1); }
// == refused OPG0101 2:43
class C { list<int> a = !foreach(p, [1], 1; }
// == refused OPG0118 2:19
class C { int a = !foldl(0 [1], p, q, p); }
// == refused OPG0101 2:33
class C { int a = !foldl(0, [1] p, q, p); }
// == refused OPG0101 2:36
class C { int a = !foldl(0, [1], p q, p); }
// == refused OPG0101 2:39
class C { int a = !foldl(0, [1], p, q p); }
// == refused OPG0101 2:41
class C { int a = !foldl(0, [1], p, q, p; }
// == refused OPG0101 2:25
class C { int a = !if(1 2, 3); }
// == refused OPG0101 2:28
class C { int a = !if(1, 2 3); }
// == refused OPG0101 2:30
class C { int a = !if(1, 2, 3; }
// == refused OPG0101 2:33
class C { list<int> a = !range(1; }
// == refused OPG0101 2:34
class C { string a = !substr("a" 1); }
// == refused OPG0101 2:36
class C { string a = !substr("a", 1; }
// == refused OPG0118 2:19
class C { int a = !find("a" "b"); }
// == refused OPG0101 2:33
class C { int a = !find("a", "b"; }
// == refused OPG0101 2:28
class C { int a = !size("a"; }
// == refused OPG0101 2:30
class C { int a = !isa<int>(1; }
// == refused OPG0101 2:35
class C { int a = !exists<int>("a"; }
// == refused OPG0101 2:44
class C { list<int> a = !instances<int>("a"; }
// == accepted
// A choice of known values is known, though its condition isn't, also among others.
class C<list<string> l, int i> {
  list<list<string>> f = [!cond({1, ?}: []<string>, 1: l)];
  dag g = (? !cond({1, ?}: 1, 1: i));
}
def x { list<list<string>> f = C<["a"], 1>.f; dag g = C<["a"], 1>.g; int i = !initialized(C<[], 2>.g); }
// == refused OPG0117 3:23
class C<int i> { field int n = !add({1, ?}, i); }
def x { list<int> l = [C<1>.n]; }

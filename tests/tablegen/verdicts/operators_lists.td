// == accepted
class R; class S : R; def r : R; def s : S;
class C<list<int> l, int i, list<string> t, list<list<int>> n, bit b> {
  int a1 = !size(l);
  int a2 = !empty(t);
  int a3 = !head(l);
  list<int> a4 = !tail(l);
  int a5 = !head([i, 2]);
  list<int> a6 = !tail([i]);
  list<int> a7 = !listconcat(l, [i], [7]<int>, []<int>);
  list<int> a8 = !listremove(l, [i]);
  list<R> a9 = !listconcat([r], [s]);
  list<R> b1 = !listconcat([s], [r]);
  list<S> b2 = !listconcat([s], []<S>);
  list<int> b3 = !listflatten(n);
  list<int> b4 = !listflatten(l);
  list<list<int>> b5 = !listflatten([n, n]);
  list<string> b6 = !listsplat("a", i);
  list<bit> b8 = !listsplat(b, 2);
  list<int> b9 = !listsplat(b, 2);
  list<int> c1 = !range(i);
  list<int> c2 = !range(l);
  list<int> c3 = !range(5, i);
  list<int> c4 = !range(5, i, -2);
  list<int> c5 = !range(i, 9, 3);
  list<int> c6 = !range(-3);
  list<int> c7 = !range(t);
  list<string> c8 = !listremove(t, ["b", "b"]);
  list<R> c9 = !listremove([r, s, r], [r]);
  list<list<int>> d1 = !listremove([[1], [2]], [[1]]);
  int d2 = l[i];
  list<int> d3 = l[i, 0];
  list<int> d4 = l[0,];
  list<int> d5 = l[0...1];
  list<int> d6 = l[1...0, 0];
  list<int> d7 = l[!range(2)];
  list<list<R>> d8 = [[r], [s]];
}
// == accepted
class C<list<int> l, int i, list<string> t, list<list<int>> n, bit b> {
  int a1 = !size(l);
  int a2 = !empty(t);
  int a3 = !head(l);
  list<int> a4 = !tail(l);
  int a5 = !head([i, 2]);
  list<int> a6 = !tail([i]);
  list<int> a7 = !listconcat(l, [i], [7]<int>, []<int>);
  list<int> a8 = !listremove(l, [i]);
  list<int> b3 = !listflatten(n);
  list<int> b4 = !listflatten(l);
  list<list<int>> b5 = !listflatten([n, n]);
  list<string> b6 = !listsplat("a", i);
  list<bit> b8 = !listsplat(b, 2);
  list<int> b9 = !listsplat(b, 2);
  list<int> c1 = !range(i);
  list<int> c2 = !range(l);
  list<int> c3 = !range(5, i);
  list<int> c4 = !range(5, i, -2);
  list<int> c5 = !range(i, 9, 3);
  list<int> c6 = !range(-3);
  list<int> c7 = !range(t);
  list<string> c8 = !listremove(t, ["b", "b"]);
  list<list<int>> d1 = !listremove([[1], [2]], [[1]]);
  int d2 = l[i];
  list<int> d3 = l[i, 0];
  list<int> d4 = l[0,];
  list<int> d5 = l[0...1];
  list<int> d6 = l[1...0, 0];
  list<int> d7 = l[!range(2)];
}
def x : C<[5, 6], 1, ["a", "b"], [[1], []], 1>;
// == refused OPG0118 2:25
class C { int a = !head([]<int>); }
// == refused OPG0118 2:31
class C { list<int> a = !tail([]<int>); }
// == refused OPG0118 2:38
class C { list<int> a = !listflatten([]<list<int>>); }
// == refused OPG0118 2:38
class C { list<int> a = !listflatten([]<int>); }
// == refused OPG0118 2:25
class C { int a = !head([?]<int>); }
// == refused OPG0118 2:31
class C { list<int> a = !tail([?, 1]); }
// == refused OPG0118 2:38
class C { list<int> a = !listflatten([?, [1]]); }
// == accepted
// Only the first element is looked at.
class C { int a = !head([1, ?]); list<int> b = !tail([1, ?]); list<int> c = !listflatten([[1], ?]); }
// == accepted
def x { int a = !head([1, ?]); list<int> b = !tail([1, ?]); }
// == refused OPG0117 2:23
def x { list<int> c = !listflatten([[1], ?]); }
// == accepted
// The type of the first element is that of the result, though others are of another.
class R; class S : R; def r : R; def s : S;
class C { S a = !head([s, r]); }
// == refused OPG0115 3:17
class R; class S : R; def r : R; def s : S;
class C { S a = !head([r, s]); }
// == refused OPG0118 2:25
class C { int a = !head(1); }
// == refused OPG0118 2:25
class C { int a = !head("abc"); }
// == refused OPG0118 2:25
class C { int a = !head(?); }
// == refused OPG0115 2:25
class C { int a = !head([]); }
// == refused OPG0118 2:31
class C { list<int> a = !tail({1, 0}); }
// == refused OPG0118 2:31
class C { list<int> a = !tail((? 1)); }
// == refused OPG0118 2:38
class C { list<int> a = !listflatten(1); }
// == refused OPG0118 2:38
class C { list<int> a = !listflatten(?); }
// == refused OPG0118 2:19
class C { int a = !head([1], [2]); }
// == refused OPG0118 2:19
class C { int a = !head(); }
// == refused OPG0118 2:25
class C { list<int> a = !tail([1], 1); }
// == refused OPG0118 2:25
class C { list<int> a = !listflatten([[1]], [[2]]); }
// == refused OPG0115 2:19
class C { int a = !head(["a"]); }
// == accepted
class C { list<string> a = !tail([1]); }
// == accepted
class C { bit a = !head([1]); bits<3> b = !head([5]); }
// == accepted
class C { bit a = !head([2]); }
// == refused OPG0118 2:25
class C { list<int> a = !listconcat([1]); }
// == refused OPG0118 2:25
class C { list<int> a = !listconcat(); }
// == refused OPG0118 2:42
class C { list<int> a = !listconcat([1], ?); }
// == refused OPG0118 2:37
class C { list<int> a = !listconcat(?, [1]); }
// == refused OPG0115 2:42
class C { list<int> a = !listconcat([1], ["a"]); }
// == refused OPG0118 2:42
class C { list<int> a = !listconcat([1], 2); }
// == refused OPG0118 2:37
class C { list<int> a = !listconcat(1, [2]); }
// == refused OPG0118 2:24
defvar a = !listconcat(1, 2);
// == accepted
defvar a = !listconcat([1], []);
// == refused OPG0115 2:24
defvar a = !listconcat([], [1]);
// == accepted
// Where the type of the result is known, that decides, so that numbers pass for lists.
class C { int a = !listconcat(1, 2); string b = !listremove("a", "b"); }
// == refused OPG0115 2:19; llvm-tblgen 3
class C { int a = !listconcat(1, 2); }
def x : C;
// == refused OPG0115 2:31, OPG0115 2:36
class C { int a = !listconcat([1], [2]); }
// == refused OPG0118 2:34
class C { int a = !listconcat(1, "a"); }
// == accepted
class C { list<bit> a = !listconcat([0], [1]); }
// == accepted
class C<bit b> { list<int> a = !listconcat([b], [3]); list<bit> c = !listconcat([b], [1]); }
def x : C<1>;
// == refused OPG0118 2:25
class C { list<int> a = !listremove([1]); }
// == refused OPG0118 2:25
class C { list<int> a = !listremove([1], [2], [3]); }
// == refused OPG0118 2:42
class C { list<int> a = !listremove([1], 1); }
// == refused OPG0118 2:24
defvar a = !listremove(1, [1]);
// == refused OPG0118 2:29
defvar a = !listremove([1], 1);
// == refused OPG0115 2:42
class C { list<int> a = !listremove([1], ["a"]); }
// == refused OPG0118 2:42
class C { list<int> a = !listremove([1], ?); }
// == accepted
// What can't be compared isn't removed.
class C<int i> { list<int> a = !listremove([1, i], [i]); list<int> b = !listremove([1, ?], [?]); }
def x : C<1>;
def y : C<?>;
// == refused OPG0118 2:25
class C { list<int> a = !listsplat(1); }
// == refused OPG0118 2:25
class C { list<int> a = !listsplat(1, 2, 3); }
// == refused OPG0118 2:36
class C { list<int> a = !listsplat(?, 2); }
// == refused OPG0118 2:39
class C { list<int> a = !listsplat(1, ?); }
// == refused OPG0118 2:39
class C { list<int> a = !listsplat(1, "2"); }
// == refused OPG0118 2:46
class C<bit b> { list<int> a = !listsplat(1, b); }
// == refused OPG0118 2:25
class C { list<int> a = !listsplat("a", 1); }
// == refused OPG0118 2:19
class C { int a = !listsplat(1, 1); }
// == refused OPG0115 2:36
class C { list<int> a = !listsplat([], 1); }
// == accepted
class C { list<list<int>> a = !listsplat([1], 2); list<list<int>> b = !listsplat([]<int>, 0); }
def x : C;
// == refused OPG0118 2:23; llvm-tblgen 0
def x { list<int> a = !listsplat(1, -1); }
// == refused OPG0118 2:32; llvm-tblgen 0
class C<int i> { list<int> a = !listsplat(1, i); }
def x : C<0>;
def y : C<-1>;
// == refused OPG0118 2:25
class C { list<int> a = !range(); }
// == refused OPG0118 2:25
class C { list<int> a = !range(1, 2, 3, 4); }
// == refused OPG0118 2:32
class C { list<int> a = !range("a"); }
// == refused OPG0118 2:32
class C { list<int> a = !range(?); }
// == refused OPG0118 2:35
class C { list<int> a = !range(1, ?); }
// == refused OPG0118 2:35
class C { list<int> a = !range(1, "a"); }
// == refused OPG0118 2:38
class C { list<int> a = !range(1, 2, "a"); }
// == refused OPG0118 2:35
class C { list<int> a = !range(1, [2]); }
// == refused OPG0118 2:37
class C { list<int> a = !range([1], 2); }
// == refused OPG0118 2:37
class C { list<int> a = !range([1], [2]); }
// == refused OPG0118 2:39
class C<bit b> { list<int> a = !range(b); }
// == refused OPG0118 2:32
class C { list<int> a = !range({1, 0}); }
// == refused OPG0118 2:35
class C { list<int> a = !range(1, {1, 0}); }
// == refused OPG0118 2:32
class C { list<int> a = !range((? 1)); }
// == refused OPG0115 2:32
class C { list<int> a = !range([]); }
// == refused OPG0115 2:19
class C { int a = !range(1); }
// == refused OPG0115 2:28
class C { list<string> a = !range(1); }
// == accepted
class C { list<bit> a = !range(2); list<bits<2>> b = !range(4); }
def x : C;
// == accepted
class C { list<bit> a = !range(3); }
// == refused OPG0118 2:23
def x { list<int> a = !range(1, 2, 0); }
// == refused OPG0118 2:23
def x { list<int> a = !range(2, 1, 0); }
// == refused OPG0118 2:32; llvm-tblgen 4
class C<int i> { list<int> a = !range(1, 2, i); }
def x : C<-1>;
def y :
 C<0>;
// == refused OPG0118 2:12; llvm-tblgen crashes
defvar a = !range(1, 2, 0);
// == accepted
class C { list<int> a = !range(-1, -1); list<int> b = !range(-1, 2); list<int> c = !range(2, -1, -1); list<int> d = !range(4, 2); }
def x : C;
// == accepted
// An element that isn't there stays unknown.
defvar l = [1, 2];
class C { int a = l[2]; int b = l[-1]; list<int> c = l[1...2]; list<int> d = l[0, 3]; }
// == refused OPG0117 3:17
defvar l = [1, 2];
def x { int a = l[2]; }
// == refused OPG0117 3:17
defvar l = [1, 2];
def x { int a = l[-1]; }
// == refused OPG0117 3:23
defvar l = [1, 2];
def x { list<int> a = l[1...2]; }
// == refused OPG0117 3:23
defvar l = [1, 2];
def x { list<int> a = l[0, -1]; }
// == refused OPG0117 2:39; llvm-tblgen 4
class C<list<int> l, int i> { int a = l[i]; }
def x : C<[1], 0>;
def y : C<[1], 1>;
// == refused OPG0115 2:19
class C { int a = 5[0]; }
// == refused OPG0115 2:19
class C { int a = ?[0]; }
// == refused OPG0115 2:22
class C { string a = "abc"[0]; }
// == refused OPG0115 3:17
class R; def r : R;
class C { R a = r[0]; }
// == refused OPG0115 3:21
defvar l = [1, 2];
class C { int a = l["0"]; }
// == refused OPG0115 3:28
defvar l = [1, 2];
class C<bit b> { int a = l[b]; }
// == refused OPG0115 3:21; llvm-tblgen crashes
defvar l = [1, 2];
class C { int a = l[?]; }
// == refused OPG0115 3:19
defvar l = [1, 2];
class C { int a = l[[0]]; }
// == refused OPG0115 3:27
defvar l = [1, 2];
class C { list<int> a = l[["0"]]; }
// == refused OPG0115 3:25
defvar l = [1, 2];
class C { list<int> a = l[0]; }
// == refused OPG0115 3:19
defvar l = [1, 2];
class C { int a = l[0,]; }
// == refused OPG0115 3:25
defvar l = [1, 2];
class C { int a = l[0..."1"]; }
// == refused OPG0115 3:38
defvar l = [1, 2];
class C<bit b> { list<int> a = l[0...b]; }
// == refused OPG0115 3:27; llvm-tblgen crashes
defvar l = [1, 2];
class C { list<int> a = l[?...1]; }
// == refused OPG0115 3:30
defvar l = [1, 2];
class C { list<int> a = l[0, "1"]; }
// == refused OPG0101 3:21
defvar l = [1, 2];
class C { int a = l[]; }
// == refused OPG0115 3:19
// What is wanted of the whole is wanted of what stands in front, too.
class C { int a = [1, 2][0]; }
// == accepted
class C { list<int> a = [1, 2][1,]; list<int> b = [1, 2, 3][1...2][0,]; }
def x : C;
// == accepted
defvar n = [[1], [2]];
class C { int a = n[1][0]; list<int> b = n[1]; }
def x : C;
// == accepted
class C<list<int> l> { list<int> a = l[[1, 0], 1, [0]]; list<int> b = [4, 5][l]; }
def x : C<[1, 0]>;
// == accepted
// What doesn't fit into 64 bits begins again at the other end.
class C { list<int> a = !range(1, 2, 9223372036854775807); list<int> b = !range(-3, -9, -9223372036854775807); }
def x : C;
// == accepted
// An element is kept if it isn't known yet what is to be removed.
class P<int i, list<int> l> { int f = i; list<int> g = !listremove(l, [f]); list<int> h = !listremove(l, [i]); }
def x { list<int> a = P<0, [0, 1, 2]>.g; list<int> b = P<0, [0, 1, 2]>.h; }
def y : P<0, [0, 1, 2]>;
def z { list<list<int>> a = !foreach(n, [0, 1, 2, 3], !foldl([0, 1, 2, 3], [n, 3], p, q, !listremove(p, [q]))); }
class Q<list<list<int>> l> { list<list<list<int>>> a = !foreach(n, l, !foreach(m, [0, 1], !listremove(n, [m]))); }
def w : Q<[[0, 1], [1, 2], [2, 0]]>;

class T<int n> { int v = n; }
def a : T<1>; def b : T<2>; def c : T<3>; class U : T<4>; def u : U;
class L<list<int> l> {
  int size = !size(l); int empty = !empty(l); int head = !head(l); list<int> tail = !tail(l); list<int> cat = !listconcat(l, [9], l);
  list<int> rem = !listremove(l, [2, 3]); list<int> splat = !listsplat(7, !size(l)); list<int> rng = !range(l); list<list<int>> nest = [l, [0], l]; list<int> flat = !listflatten([l, [0], l]);
  list<int> each = !foreach(x, l, !mul(x, x)); list<int> filt = !filter(x, l, !gt(x, 1)); int sum = !foldl(0, l, acc, x, !add(acc, x)); string str = !foldl("", l, acc, x, acc # x # ";");
  list<T> recs = !foreach(x, l, T<x>); list<string> strs = !foreach(x, l, "i" # x); int viaself = !foldl(size, l, s, x, !add(s, x));
}
def L1 : L<[1, 2, 3]>; def L2 : L<[5]>;
def M { list<int> r1 = !range(4); list<int> r2 = !range(2, 5); list<int> r3 = !range(5, 1, -2); list<int> r4 = !range(-3); list<int> r5 = !range(5, 1); list<int> r6 = !range(0, 10, 3);
  list<T> mix = !listconcat([a], [u]); list<U> us = !filter(x, [u], 1); list<T> rem = !listremove([a, b, c], [b]); list<string> sp = !listsplat("x", 2); list<int> none = !listsplat(1, 0); list<int> fl = !listflatten([1, 2]);
  int nestd = !foldl(0, [[1, 2], [3]], acc, l, !add(acc, !foldl(0, l, a2, x, !add(a2, x)))); list<list<int>> mm = !foreach(x, [1, 2], !foreach(y, [10, 20], !add(x, y)));
  dag d = !foreach(x, (a b:$q, (c b)), x); list<int> vs = !foreach(t, [a, b], t.v); list<int> el = !listconcat([], [1]); list<T> e2 = !listconcat([]<T>, []); }

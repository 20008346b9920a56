class T<int n> { int v = n; }
def t1 : T<1>;
def t2 : T<2>;
class S : T<5>;
def s1 : S;
def L {
  list<int> a = [1, 2, 3, 4, 5];
  int e = a[2]; list<int> s = a[1...3]; list<int> d = a[3...1]; list<int> p = a[0, 2]; list<int> one = a[1,];
  list<int> idx = [4, 0]; list<int> byl = a[idx]; list<int> old = a[1-2]; list<int> mix = a[0, 2...3, 4]; list<int> old2 = a[0 -1];
  list<T> rec = [t1, s1]; list<list<int>> nest = [[1], [], [2, 3]]; int nn = nest[2][1];
  list<string> str = ["a", "b" "c", [{code}]]; list<bits<2>> bl = [1, 2]; list<bit> bb = [0, 1];
  list<int> typed = [1, 2]<int>; list<T> empt = []<T>; int f = rec[1].v;
  list<dag> dags = [(t1 t2), (t2)]; list<int> trail = [1, 2,];
  list<int> cat = a # [6] # [7, 8]; list<int> endp = a #;
}

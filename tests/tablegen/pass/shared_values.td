// An operand that occurs several times is one value, however often it would be written out.
class Twice<int a, int b> {
  int v = !add(a, b);
}

def Fold {
  bit long = !cond(true: false, false: true);
  string text = !foldl(!if(long, "x", "y"), !range(8), all, i,
                       !strconcat(!if(long, all # i, ""), !cond(long: all, true: ""), all));
  int number = !foldl(!if(long, 1, 2), !range(8), sum, i,
                      !add(!if(long, !mul(sum, sum), i), !if(!eq(sum, 3), sum, 0), sum));
}

// What depends on the records that there are may come out differently the next time.
def Asking {
  int k = !cond(true: 1);
  defvar large = !add(k, k, k, k, k, k, k, k, k, k, k, k, k, k,
                       k, k, k, k, k, k, k, k, k, k, k, k, k, k,
                       k, k, k, k, k, k, k, k, k, k, k, k, k, k,
                       k, k, k, k, k, k, k, k, k, k, k, k, k, k,
                       k, k, k, k, k, k, k, k, k, k, k, k, k, k, !exists<Twice>("anonymous_0"));
  list<int> before_and_after = [large, Twice<k, 70>.v, large];
}

class Lists<int n, list<int> l> {
  list<list<int>> nested = !foldl([[n], l], !range(3), all, i, !listconcat(all, [l], all));
  int size = !foldl(n, !range(5), all, i, !size(!listconcat([all, all], l)));
  int instances = !foldl(n, !range(3), all, i, !sub(Twice<all, i>.v, Twice<i, all>.v));
  list<dag> dags = !foldl([(Fold n)], !range(3), all, i, !listconcat(all, [(Fold l, i)], all));
}
def Lists3 : Lists<3, [1, 2]>;
def Lists4 : Lists<4, []>;

// A variable may be known in one place and be that of a loop in another.
class Loops<int n, list<int> l> {
  defvar fourteen = !add(n, n, n, n, n, n, n, n, n, n, n, n, n, n);
  defvar many = !add(fourteen, fourteen, fourteen, fourteen, fourteen, fourteen);
  defvar inner = !foreach(x, l, !add(x, many));
  list<int> outer = !foreach(x, [1, 2], !add(!add(x, many), !size(inner), !head(inner)));
}
def Loops3 : Loops<3, [1, 2]>;

// An instance of an instance waits for all that is in its arguments.
class Waiting<int n> {
  int k = 1;
  defvar ten = !add(n, n, n, n, n, k, k, k, k, k);
  defvar many = !add(ten, ten, ten, ten, ten, ten, ten);
  int x = !sub(Twice<Twice<many, 1>.v, 2>.v, Twice<Twice<many, 3>.v, 4>.v);
}
def Waiting5 : Waiting<2> {
  let k = 5;
}

// Bits that aren't set are references, but for those in a loop.
def Unset {
  bits<2> b;
  int n = 1;
  list<int> l = [n, n];
  field list<list<bits<2>>> both = !listconcat([[
    {b{0}, 0}, {b{0}, 0}, {b{0}, 0}, {b{0}, 0}, {b{0}, 0}, {b{0}, 0}, {b{0}, 0}, {b{0}, 0},
    {b{0}, 0}, {b{0}, 0}, {b{0}, 0}, {b{0}, 0}, {b{0}, 0}, {b{0}, 0}, {b{0}, 0}, {b{0}, 0},
    {b{0}, 0}, {b{0}, 0}, {b{0}, 0}, {b{0}, 0}, {b{0}, 0}, {b{0}, 0}, {b{0}, 0}, {b{0}, 0}
  ]], !foreach(i, l, [
    {b{0}, 0}, {b{0}, 0}, {b{0}, 0}, {b{0}, 0}, {b{0}, 0}, {b{0}, 0}, {b{0}, 0}, {b{0}, 0},
    {b{0}, 0}, {b{0}, 0}, {b{0}, 0}, {b{0}, 0}, {b{0}, 0}, {b{0}, 0}, {b{0}, 0}, {b{0}, 0},
    {b{0}, 0}, {b{0}, 0}, {b{0}, 0}, {b{0}, 0}, {b{0}, 0}, {b{0}, 0}, {b{0}, 0}, {b{0}, 0}
  ]));
}

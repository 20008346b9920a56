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

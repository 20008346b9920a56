// A `!cond` that can't convert what it chose to its type has no value, which matters only where
// something looks at it. Here nothing does.
def op;
class P { bit b = 1; }

// Lost when the arguments are known, since `b` isn't then.
class Arms<int a, list<int> m, dag d> : P {
  bit later = 0;
  int other = !if(!eq(a, 5), 2, !cond(!eq(a, 5): b, true: a));
  int chosen_later = !if(later, !cond(!eq(a, 5): b, true: a), 3);
  int not_taken = !cond(!eq(a, 6): !cond(!eq(a, 5): b, true: a), true: 4);
  int behind = !cond(!eq(a, 5): 5, !cond(!eq(a, 5): b, true: a): 6);
  int none = !and(!sub(a, 5), !cond(!eq(a, 5): b, true: a));
  int all = !or(!sub(4, a), !cond(!eq(a, 5): b, true: a));
  int size = !size(!listconcat(m, [!cond(!eq(a, 5): b, true: a)]));
  int second = !head(!tail(!listconcat([!cond(!eq(a, 5): b, true: a)], m, [7])));
  int turns = !size(!foreach(y, [5, 4], !cond(!eq(a, y): b, true: a)));
  list<int> constant = !foreach(y, !listconcat(m, [!cond(!eq(a, 5): b, true: a)]), a);
  int folded = !foldl(0, !listconcat(m, [!cond(!eq(a, 5): b, true: a)]), s, e, !add(s, 1));
  int last = !foldl(0, [5, 4, 9], s, e, !cond(!eq(a, e): b, true: a));
  int arguments = !size(!con(d, (op !cond(!eq(a, 5): b, true: a))));
  int argument = !getdagarg<int>((op !cond(!eq(a, 5): b, true: a), 8), 1);
  dag replaced = !setdagarg((op !cond(!eq(a, 5): b, true: a), 9), 0, 1);
}
def at_once : Arms<5, [1, 2], (op 3)>;
def never : Arms<4, [1, 2], (op 3)>;
def many {
  list<Arms> all = !foreach(a, [3, 4, 5, 6], Arms<a, [a], (op a)>);
}

// Lost at the end of a record.
class AtTheEnd {
  bit b = ?;
  int a = 5;
  int zero = 0;
  list<int> none = [];
  int other = !if(zero, !cond(!eq(a, 5): b, true: a), 3);
  int not_taken = !cond(!eq(zero, 4): !cond(!eq(a, 5): b, true: a), true: 4);
  int nothing = !and(zero, !cond(!eq(a, 5): b, true: a));
  list<int> turns = !foreach(y, none, !cond(!eq(a, 5): b, true: a));
  list<int> filtered = !filter(y, none, !cond(!eq(a, 5): b, true: a));
  int folded = !foldl(6, none, s, e, !cond(!eq(a, 5): b, true: a));
}
def at_the_end : AtTheEnd;

// An element that was lost while the list was made.
defvar items = !foreach(y, [5, 6], !cond(!eq(y, 5): {1, ?}, true: y));
def elements {
  int size = !size(items # items);
  int second = items[1];
  list<int> slice = items[1, 1];
  list<int> constant = !foreach(z, items, 3);
  list<int> of_the_field = !foreach(z, items, !add(z, 3));
  int z = 10;
  dag arguments = !foreach(y, !dag(op, items, ?), op);
}

// What nobody uses.
class Unused<bits<2> k, int a, int lost = !cond(!eq(a, 5): k, true: a)> {
  int v = a;
  int size = !size([lost]);
}
def unused : Unused<{1, ?}, 5>;

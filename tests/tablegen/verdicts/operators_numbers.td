// == accepted
class C<int n, bit b, bits<2> w> {
  int sum = !add(n, b, w);
  int difference = !sub(w, n);
  int product = !mul(n, n, n);
  int quotient = !div(n, 2);
  int both = !and(n, w, 3);
  int either = !or(n, w);
  int odd = !xor(n, b);
  int none = !not(n);
  int wide = !shl(n, 1);
  bits<8> narrow = !add(n, 1);
  bit one = !and(b, 1);
}
def x : C<-7, 1, 3>;
def y : C<0, 0, 0>;
// == accepted
def x {
  int most = !add(9223372036854775807, 1);
  int least = !sub(-9223372036854775808, 1);
  int product = !mul(9223372036854775807, 2);
  int quotient = !div(-7, 2);
  int halved = !div(-9223372036854775808, 1);
  int negated = !div(9223372036854775807, -1);
  int left = !shl(1, 63);
  int nothing = !shl(1, 0);
  int arithmetic = !sra(-8, 63);
  int logical = !srl(-8, 63);
  int log = !logtwo(9223372036854775807);
  int zero = !logtwo(1);
  int other = !not(-1);
}
// == refused OPG0118 3:18; llvm-tblgen 2
def x {
  int quotient = !div(1, 0);
}
// == refused OPG0118 3:18; llvm-tblgen 6
class C<int n> {
  int quotient = !div(1, n);
}
def x : C<2>;
def y : C<0>;
// == accepted
// Not divided as long as nobody knows by what.
class C<int n = 0> {
  int quotient = !div(1, n);
}
// == refused OPG0118 4:18; llvm-tblgen 3
// Divided although nobody uses it.
class C {
  int quotient = !div(1, 0);
}
// == refused OPG0118 2:19; llvm-tblgen crashes
defvar quotient = !div(1, 0);
// == refused OPG0118 3:18; llvm-tblgen 2
def x {
  int quotient = !div(-9223372036854775808, -1);
}
// == refused OPG0118 3:11; llvm-tblgen 2
def x {
  int a = !shl(1, 64);
}
// == refused OPG0118 3:11; llvm-tblgen 2
def x {
  int a = !sra(1, -1);
}
// == refused OPG0118 3:11; llvm-tblgen 2
def x {
  int a = !srl(0, 64);
}
// == refused OPG0118 3:11; llvm-tblgen 2
def x {
  int a = !logtwo(0);
}
// == refused OPG0118 3:11; llvm-tblgen 2
def x {
  int a = !logtwo(-9223372036854775808);
}
// == refused OPG0118 2:12; llvm-tblgen crashes
defvar a = !logtwo(0);
// == refused OPG0118 2:12; llvm-tblgen crashes
defvar a = !shl(1, 64);
// == accepted
// A bit that isn't known is none that is wrong.
class C<bit b> {
  int a = !logtwo({0, b});
  int c = !div(1, {0, b});
}
// == accepted
// What decides isn't computed further, but only if it stands on the left.
class Half<int n> { int v = !div(1, n); }
class C<int n> {
  int none = !and(n, Half<n>.v);
  int all = !or(!sub(n, 1), Half<n>.v);
}
def x : C<0>;
// == refused OPG0118 2:29; llvm-tblgen 4
class Half<int n> { int v = !div(1, n); }
class C<int n> {
  int none = !and(Half<n>.v, n);
}
def x : C<0>;
// == refused OPG0118 2:29; llvm-tblgen 4
class Half<int n> { int v = !div(1, n); }
class C<int n> {
  int one = !or(!not(n), Half<n>.v);
}
def x : C<0>;
// == refused OPG0118 2:19
class C { int a = !add(1); }
// == refused OPG0118 2:19
class C { int a = !mul(); }
// == refused OPG0118 2:19
class C { int a = !sub(3, 2, 1); }
// == refused OPG0118 2:19
class C { int a = !shl(1); }
// == refused OPG0118 2:19
class C { int a = !div(1, 2, 3); }
// == refused OPG0118 2:19
class C { int a = !not(1, 2); }
// == refused OPG0118 2:19
class C { int a = !logtwo(); }
// == refused OPG0118 2:27
class C { int a = !add(1, ?); }
// == refused OPG0118 2:24
class C { int a = !add(?, 1); }
// == accepted
class C<int n = ?> { int a = !add(n, 1); }
// == refused OPG0118 2:27
class C { int a = !add(1, "2"); }
// == refused OPG0118 2:34
class C<string s> { int a = !xor(s, 1); }
// == refused OPG0115 2:26
class C { int a = !or(1, [1]); }
// == refused OPG0118 3:24
class R; def r : R;
class C { int a = !and(r, 1); }
// == refused OPG0118 2:27
class C { int a = !mul(1, (? 1)); }
// == accepted
// What these take isn't looked at before it is known, and never where it is no number.
class C { int a = !not("0"); int b = !logtwo("0"); int c = !not(?); int d = !logtwo([1]); }
// == refused OPG0117 2:19; llvm-tblgen 3
class C { int a = !not("0"); }
def x : C;
// == refused OPG0117 2:19; llvm-tblgen 3
class C { int a = !not(?); }
def x : C;
// == accepted
// The bits of a number needn't be known where they don't matter, but the operators want all.
class C { int a = !add({1, ?}, 1); }
// == refused OPG0117 2:17
def x { int a = !add({1, ?}, 1); }
// == accepted
class C { bit a = !add(1, 0); bits<1> b = !or(0, 1); bits<70> c = !add(1, 1); }
def x : C;
// == accepted
class C { bit a = !add(1, 1); }
// == accepted
class C<int n> { bit a = !add(n, 1); bits<1> b = !add(n, 1); }
// == refused OPG0115 2:26; llvm-tblgen 3
class C<int n> { bit a = !add(n, 1); }
def x : C<1>;
// == refused OPG0118 2:22
class C { string a = !add(1, 1); }
// == refused OPG0118 2:25
class C { list<int> a = !add(1, 1); }
// == refused OPG0115 2:22
class C { string a = !not(1); }
// == refused OPG0115 2:29
class C<int n> { string a = !logtwo(n); }
// == refused OPG0118 2:34
class C { string a = !subst("a", !add(1, 1), "a"); }
// == accepted
// The type of the result isn't wanted of an operator on one value.
class C { string a = !subst("a", !not(1), "a"); }
// == accepted
class R; class S : R; def r : R; def s : S; def q;
class C<bit b, bits<2> w, R p, code c> {
  bit a1 = !eq(1, b);
  bit a2 = !eq(w, 3);
  bit a3 = !ne(b, 0);
  bit a4 = !eq(s, r);
  bit a5 = !eq(p, s);
  bit a6 = !ne(q, s);
  bit a7 = !eq("a", c);
  bit a8 = !lt(b, {1});
  bit a9 = !le("a", "B");
  bit b1 = !gt("", "a");
  bit b2 = !ge(-1, 0);
  int b3 = !eq(1, 1);
  bits<1> b4 = !ne(1, 1);
}
def x : C<1, 3, s, [{a}]>;
// == refused OPG0118 2:26
class C { bit a = !eq(1, "1"); }
// == refused OPG0118 2:28
class C { bit a = !ne("1", 1); }
// == refused OPG0118 3:26
class R; def r : R;
class C { bit a = !eq(r, 1); }
// == refused OPG0118 3:26
class R; def r : R;
class C { bit a = !eq(r, "r"); }
// == accepted
class R; class S; def r : R; def s : S;
class C { bit a = !eq(r, s); }
// == refused OPG0118 3:23
class R; def r : R;
class C { bit a = !lt(r, r); }
// == refused OPG0118 3:26
class R; def r : R;
class C { bit a = !ge(1, r); }
// == refused OPG0118 2:23
class C { bit a = !eq([1], [1]); }
// == refused OPG0118 2:23
class C { bit a = !ne((? 1), (? 1)); }
// == refused OPG0118 2:23
class C { bit a = !gt([1], [1]); }
// == refused OPG0118 2:23
class C { bit a = !eq(?, 1); }
// == refused OPG0118 2:26
class C { bit a = !eq(1, ?); }
// == refused OPG0118 2:28
class C { bit a = !lt("a", ?); }
// == refused OPG0118 2:19
class C { bit a = !eq(1); }
// == refused OPG0118 2:19
class C { bit a = !lt(1, 2, 3); }
// == refused OPG0118 2:19
class C { bit a = !eq(); }
// == refused OPG0118 2:23
class C { bits<2> a = !eq(1, 1); }
// == refused OPG0118 2:22
class C { string a = !eq(1, 1); }
// == refused OPG0118 3:31
// Bits of different widths have no type in common.
class C { bit a = !eq({1, 0}, {1, 0, 1}); }
// == accepted
class C { bit a = !eq({1, 0}, 2); bit b = !eq(5, {1, 0, 1}); bit c = !lt({1}, true); }
def x : C;
// == refused OPG0117 2:17
def x { bit a = !eq({1, ?}, 3); }
// == accepted
class C { bit a = !eq({1, ?}, 3); }
// == refused OPG0118 2:44
class C<bit b, bits<2> w> { bit a = !ne(b, w); }

// == accepted
def a { int x = 9223372036854775807; int y = -9223372036854775808; int z = +1; int m = -0; int n = 007; }
// == accepted
def a { int x = 9223372036854775808; int y = 18446744073709551615; int z = +18446744073709551615; }
// == refused OPG0102 2:17
def a { int x = 18446744073709551616; }
// == refused OPG0102 2:17
def a { int x = +18446744073709551616; }
// == refused OPG0102 2:17
def a { int x = -9223372036854775809; }
// == accepted
def a { int x = 000000000000000000000000000001; int y = -00000000000000000000000000001; }
// == accepted
def a { int x = 0xFFFFFFFFFFFFFFFF; int y = 0xff; int z = 0x0000000000000000000000001; }
// == refused OPG0102 2:17
def a { int x = 0x10000000000000000; }
// == accepted
def a { int x = 0b1111111111111111111111111111111111111111111111111111111111111111; }
def b { int x = 0b1000000000000000000000000000000000000000000000000000000000000000; }
// == refused OPG0102 2:17
def a { int x = 0b11111111111111111111111111111111111111111111111111111111111111111; }
// == refused OPG0102 2:17, OPG0102 3:22
def a { int x = 0b0000011111111111111111111111111111111111111111111111111111111111111111; }
def b { bits<70> x = 0b0000011111111111111111111111111111111111111111111111111111111111111111; }
// == refused OPG0102 2:22
def a { bits<66> x = 0b010000000000000000000000000000000000000000000000000000000000000000; }
// == refused OPG0115 2:21
def a { bits<4> x = 0b101; }
// == refused OPG0115 2:21
def a { bits<4> x = 0b10101; }
// == accepted
def a { bits<4> x = 0b0101; bit y = 0b1; bits<3> z = {0b10, 1}; }
// == refused OPG0115 2:17
def a { bit x = 0b10; }
// == refused OPG0111 2:17
def a { int x = 0x; }
// == accepted
defvar 0x = 1; defvar 0xg = 2; defvar 0b = 3; defvar 0b2 = 4; defvar 1x = 5; defvar 00_ = 6; defvar 1b2 = 7;
def a { list<int> x = [0x, 0xg, 0b, 0b2, 1x, 00_, 1b2]; }
// == refused OPG0101 2:20
def a { int x = 0x1g; }
// == refused OPG0101 2:20
def a { int x = 0b12; }
// == refused OPG0101 2:18
def a { int x = 1b1; }
// == refused OPG0101 2:19
def a { int x = 00x1; }
// == refused OPG0101 2:19
def a { int x = -0x1; }
// == refused OPG0101 2:19
def a { int x = 12x5; }
// == refused OPG0111 2:17
def a { int x = 0X1; }
// == refused OPG0102 2:17
def a { int x = + 1; }
// == refused OPG0101 2:17
def a { int x = - 1; }
// == refused OPG0101 2:17
def a { int x = --1; }
// == refused OPG0101 2:19
def a { int x = 1.5; }
// == refused OPG0101 2:18
def a { int x = 1-2; }
// == accepted
def a { list<int> x = [1, 2, 3]; list<int> y = x[0-1]; list<int> z = x[0...2]; list<int> w = x[0 -1]; }
// == refused OPG0101 2:79
def a { list<int> x = [1, 2, 3]; list<int> y = x[0 - 1]; list<int> z = x[0x0-0x2]; }
// == refused OPG0101 2:55
def a { list<int> x = [1, 2, 3]; list<int> z = x[0x0-0x2, ]; }
// == refused OPG0102 2:51, OPG0115 2:53
def a { list<int> x = [1, 2, 3]; list<int> y = x[0..1]; }
// == refused OPG0101 2:54
def a { list<int> x = [1, 2, 3]; list<int> y = x[0....1]; }
// == refused OPG0115 2:51
def a { list<int> x = [1, 2, 3]; list<int> y = x[0+1]; }
// == refused OPG0102 2:53, OPG0101 2:55
def a { list<int> x = [1, 2, 3]; list<int> y = x[0. ..1]; }
// == refused OPG0102 2:14, OPG0115 2:16
foreach i = 0..3 in def a#i;
// == accepted
foreach i = {0...3} in def a#i;
foreach i = {0-3} in def b#i;
// == accepted
def 8i;
def 0xg;
def a#8i#0x10;
// == refused OPG0115 2:1
def 0x1;
// == refused OPG0115 2:1
def 1;
// == refused OPG0115 2:1
def -1;
// == refused OPG0101 2:13
def a { int in = 1; }
// == refused OPG0115 2:1
def true;
// == accepted
def a { int True = 1; int includes = 2; int Int = 3; int defs = 4; }
// == accepted
def a { string x = "\\ \' \" \t \n"; string y = ""; string z = "a" "b"
  "c"; }
// == refused OPG0102 2:20
def a { string x = "\r"; }
// == refused OPG0102 2:20
def a { string x = "\0"; }
// == refused OPG0102 2:20
def a { string x = "\x41"; }
// == refused OPG0102 2:20, OPG0101 2:22, OPG0102 2:22, OPG0102 3:2
def a { string x = "a\
b"; }
// == refused OPG0102 2:20, OPG0101 2:22, OPG0102 3:2
def a { string x = "a
b"; }
// == refused OPG0102 2:20, OPG0101 2:27
def a { string x = "a\"; }
// == refused OPG0102 2:20, OPG0101 2:25
def a { string x = "a; }
// == accepted
def a { string x = "// /* [{ #define include"; code y = [{ // /* " include "none.td" }]; }
// == refused OPG0102 2:22, OPG0101 2:26
def a { string x = """; }
// == refused OPG0102 2:20, OPG0115 2:21, OPG0102 2:22
def a { string x = 'a'; }
// == refused OPG0101 2:26
def a { string x = [{a}] "b"; }
// == refused OPG0101 2:24
def a { string x = "b" [{a}]; }
// == accepted
def a { code x = [{}]; code y = [{ }} }]; code z = [{ } ] }]; code w = [{[{}]; }
// == refused OPG0102 2:18, OPG0101 3:1
def a { code x = [{}}]; }
// == accepted
def a { code x = [{}}}]; code y = [{a}
]}]; }
// == refused OPG0102 2:18, OPG0101 3:1
def a { code x = [{ never closed } ]; }
// == refused OPG0115 2:18
def a { code x = [ {a}]; }
// == refused OPG0101 2:23
def a { code x = [{a}]]; }
// == accepted
def o; def a { dag x = (o 1:$a, 2:$_b1, $if); }
// == refused OPG0101 2:30
def o; def a { dag x = (o $if:$A); }
// == refused OPG0102 2:29, OPG0101 2:31
def o; def a { dag x = (o 1:$ a); }
// == refused OPG0102 2:29, OPG0101 2:30
def o; def a { dag x = (o 1:$1); }
// == refused OPG0102 2:29, OPG0101 2:30
def o; def a { dag x = (o 1:$); }
// == refused OPG0102 2:29, OPG0101 2:30
def o; def a { dag x = (o 1:$-a); }
// == accepted
def a { int x = !add(1, 2); int y = !add
  (1, 2); }
// == refused OPG0102 2:17, OPG0101 2:22
def a { int x = ! add(1, 2); }
// == refused OPG0102 2:17, OPG0101 2:19
def a { int x = !(1, 2); }
// == refused OPG0102 2:17
def a { int x = !1; }
// == refused OPG0118 2:17
def a { int x = !Add(1, 2); }
// == refused OPG0118 2:17
def a { int x = !addd(1, 2); }
// == refused OPG0101 2:21
def a { int x = !add1(1, 2); }
// == refused OPG0102 2:17, OPG0101 2:22
def a { int x = !_add(1, 2); }
// == refused OPG0102 2:17, OPG0101 2:18
def a { int x = !; }
// == refused OPG0102 2:19, OPG0101 2:21
def a { int x = 1 @ 2; }
// == refused OPG0102 2:17
def a { int x = ~1; }
// == refused OPG0102 2:19, OPG0101 2:21
def a { int x = 1 / 2; }
// == refused OPG0102 2:19, OPG0101 2:21
def a { int x = 1 * 2; }
// == refused OPG0102 2:17, OPG0102 2:19
def a { int x = `1`; }
// == refused OPG0102 2:17
def a { int x = \1; }
// == refused OPG0102 2:8
def a; /* never closed
// == refused OPG0102 2:8
def a; /* /* never closed */
// == accepted
def a; /* /* */ */ /**/ /***/ /* // */ // */
// == accepted
def a; /*/ */
// == refused OPG0102 2:8
def a; /*/
// == refused OPG0102 2:8, OPG0102 2:9
def a; */
// == refused OPG0102 2:8
def a; /
// == accepted
def a; /* " */ def b; // "
/* [{ */ def c; /* }] */
// == accepted
def/**/a/**/;def//
b;
// == refused OPG0101 2:1
.
// == refused OPG0101 2:1
...
// == refused OPG0101 2:21
def a { int x = 1; };

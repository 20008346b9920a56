// == accepted
include "a.td"
// -- a.td
def a;
// == accepted
include "a.td" include /* a comment
*/ "b.td" // a comment
// -- a.td
def a;
// -- b.td
def b;
// == refused OPG0101 2:8; llvm-tblgen 3
include
// == refused OPG0101 2:9
include a.td
// == refused OPG0101 2:9
include 1
// == refused OPG0101 2:9
include [{a.td}]
// -- a.td
// == refused OPG0104 2:9, OPG0101 2:13
include "a" ".td"
// -- a.td
// == refused OPG0101 2:9
include ("a.td")
// -- a.td
// == refused OPG0101 2:9
include <a.td>
// -- a.td
// == refused OPG0101 2:15
include "a.td";
// -- a.td
// == refused OPG0104 2:9
include "none.td"
// == refused OPG0104 2:9
include ""
// == refused OPG0104 2:9
include "."
// == accepted
include "./a.td"
// -- a.td
def a;
// == accepted
include "/a.td"
// -- a.td
def a;
// == refused OPG0104 2:9
include "a.td/"
// -- a.td
def a;
// == refused OPG0104 2:9
include "a.td/."
// -- a.td
def a;
// == refused OPG0104 2:9
include " a.td"
// -- a.td
// == refused OPG0102 2:9, OPG0104 2:9
include "a\.td"
// -- a\.td
// == accepted
include "a\\.td"
// -- a\.td
def a;
// == accepted
include "a\"b.td"
// -- a"b.td
def a;
// == accepted
#ifdef X
include "none.td"
include "none
#endif
// include "none.td"
/* include "none.td" */
def a { string s = "include \"none.td\""; code c = [{ include "none.td" }]; }
// == accepted
include include "a.td"
// -- a.td
"b.td"
// -- b.td
def b;
// == accepted
include "a.td" "b.td"
// -- a.td
include
// -- b.td
def b;
// == accepted
include
#define X
"a.td"
// -- a.td
#ifdef X
def a;
#endif
// == refused OPG0101 2:9
include #define X
"a.td"
// -- a.td
// == refused OPG0101 2:16
include "a.td" #define X
// -- a.td
def a;
// == accepted
include "a.td"
#define X
// -- a.td
#ifndef X
def a;
#endif
// == accepted
include "a.td"
#ifdef X
def b;
#endif
// -- a.td
#ifndef X
#define X
#endif
// == accepted
#ifdef X
include "a.td"
#endif
#define X
include "a.td"
// -- a.td
#ifdef X
def a;
#endif
// == refused OPG0103 1:1, OPG0103 3:1; llvm-tblgen 2
include "a.td"
#endif
// -- a.td
#ifdef X
// == refused OPG0103 1:1, OPG0103 3:1; llvm-tblgen 2
include "a.td"
#endif
// -- a.td
#ifndef X
// == refused OPG0103 1:1, OPG0103 2:1
#ifndef X
include "a.td"
// -- a.td
#endif
// == refused OPG0103 1:1
#ifndef X
include "a.td"
#endif
// -- a.td
#else
// == accepted
#ifndef X
include "a.td"
#endif
// -- a.td
#ifdef X
#else
def a;
#endif
// == accepted
include "a.td"
include "a.td"
// -- a.td
#ifndef A
#define A
def a;
#endif
// == refused OPG0114 1:5
include "a.td"
include "a.td"
// -- a.td
def a;
// == accepted
include "a.td"
// -- a.td
#ifndef A
#define A
include "a.td"
#else
#ifndef B
#define B
include "a.td"
#else
def a;
#endif
#endif
// == refused OPG0102 1:1, OPG0102 2:16, OPG0102 2:17
include "a.td" */
// -- a.td
/*
// == refused OPG0101 2:16, OPG0102 2:16; llvm-tblgen 1
include "a.td" ";
// -- a.td
def a; "
// == refused OPG0102 1:18, OPG0101 2:1, OPG0101 2:16
include "a.td" }]; }
// -- a.td
def a { code c = [{
// == accepted
include "a.td" b;
// -- a.td
def
// == accepted
def a { string s = "a" include "a.td"; }
// -- a.td
#"b"
// == accepted
def a { string s = "a"#include "a.td"; }
// -- a.td
"b"
// == refused OPG0101 1:2
defvar xy = 1;
def a { int n = include "a.td"y; }
// -- a.td
x
// == accepted
def a { int n = 0x1include "a.td" }
// -- a.td
;
// == accepted
def a { int n = -1include "a.td" }
def b { int n = +1include "a.td" }
// -- a.td
;
// == accepted
def a { bits<2> n = 0b01include "a.td" }
// -- a.td
;
// == refused OPG0101 2:26
def a { int n = 1include "a.td" }
// -- a.td
;
// == refused OPG0101 2:19
def a { int n = -0x1include "a.td" }
// -- a.td
;
// == refused OPG0101 2:19
def a { int n = 00x1include "a.td" }
// -- a.td
;
// == refused OPG0101 2:18
def a { int n = 1b0include "a.td" }
// -- a.td
;
// == refused OPG0101 2:17
def a0x1include "a.td"
// -- a.td
;
// == refused OPG0101 2:29
def a { int n = !addinclude "a.td"; }
// -- a.td
(1, 2)
// == refused OPG0101 2:5, OPG0101 2:12
def include;
// == refused OPG0101 2:13
def a { int include = 1; }
// == accepted
class A<include "a.td">;
def a : A<1>;
// -- a.td
int n
// == accepted
class A { include "a.td" }
let n = 2 in include "b.td"
// -- a.td
int n = 1;
// -- b.td
def b : A;
// == accepted
multiclass M { include "a.td" }
defm m : M;
foreach i = [1, 2] in include "b.td"
if true then include "c.td"
// -- a.td
def a;
// -- b.td
def b#i;
// -- c.td
def c;
// == refused OPG0101 2:31
multiclass M { include "a.td" }
// -- a.td
// == refused OPG0101 3:1
let n = 1 in include "a.td"
// -- a.td
// == accepted
if true then include "a.td"
// -- a.td
def a;
def b;
// == accepted
foreach i = [1] in include "a.td"
// -- a.td
def a;
def b#i;
// == refused OPG0113 2:13
defset list<A> all = { include "a.td" }
// -- a.td
class A;
// == accepted
class A;
defset list<A> all = { include "a.td" }
// -- a.td
def a : A;

// == refused OPG0101 2:6
class;
// == refused OPG0101 2:7
class {}
// == refused OPG0101 2:7
class 3;
// == refused OPG0101 2:7
class int;
// == refused OPG0101 2:8; llvm-tblgen 3
class A
// == refused OPG0101 2:11
class A : ;
// == refused OPG0101 2:11
class A : 3;
// == refused OPG0101 2:9
class A<>;
// == refused OPG0101 2:11
class A {};
// == refused OPG0101 2:9
def x {};
// == refused OPG0101 2:25, OPG0101 2:26
multiclass M { def _a; };
// == refused OPG0101 2:11
multiclass;
// == refused OPG0101 2:13; llvm-tblgen 3
multiclass M
// == refused OPG0101 2:13
multiclass M;
// == refused OPG0101 2:15
multiclass M {}
// == refused OPG0101 2:20
multiclass M<int n>;
// == accepted
multiclass M { def _a; }
multiclass N : M;
defm x : N;
// == refused OPG0101 3:19
multiclass M { def _a; }
multiclass N : M {}
// == accepted
multiclass M { def _a; }
multiclass N : M { def _b; }
defm x : N;
// == accepted
multiclass M : M { def _a; }
// == accepted
multiclass M { defm _b : M; }
// == accepted
multiclass M { defm _b : M; }
defm x : M;
// == refused OPG0110 3:16
class A;
multiclass M : A { def _a; }
// == refused OPG0101 2:16
multiclass M : { def _a; }
// == refused OPG0120 2:16
multiclass M { class A; def _a; }
// == refused OPG0120 2:29
multiclass M { let f = 1 in class A; def _a; }
// == refused OPG0120 2:16
multiclass M { multiclass N { def _b; } def _a; }
// == refused OPG0120 2:16
multiclass M { deftype T = int; def _a; }
// == accepted
multiclass M { let f = 1 in deftype T = int; def _a { T t = 1; } }
defm x : M;
// == refused OPG0120 3:16
class A;
multiclass M { defset list<A> s = { def _b : A; } def _a; }
// == refused OPG0120 3:35
class A;
multiclass M { foreach i = [1] in defset list<A> s = { def _b : A; } def _a; }
// == refused OPG0101 2:16
multiclass M { int f = 1; def _a; }
// == refused OPG0101 2:16
multiclass M { ; def _a; }
// == accepted
multiclass M { def _a; defvar v = 1; assert v, "m"; dump "d"; if v then def _b; foreach i = [1] in def _c#i; let f = 1 in {} }
defm x : M;
// == refused OPG0120 2:20
foreach i = [1] in class A;
// == refused OPG0120 2:11
if 1 then class A;
// == refused OPG0120 2:26
if 0 then { let f = 1 in class A; }
// == refused OPG0120 2:20
foreach i = [1] in multiclass M { def _a; }
// == accepted
foreach i = [1] in deftype T = int;
def x { T t = 1; }
// == accepted
if 0 then deftype T = int;
def x { T t = 1; }
// == accepted
class A;
foreach i = [1] in defset list<A> s = { def x : A; }
// == accepted
class A;
if 0 then defset list<A> s = { def x : A; }
def y { list<A> l = s; }
// == accepted
class A;
defset list<A> s = { class B : A; multiclass M { def _a : B; } def x : B; defm y : M; }
def z { list<A> l = s; }
// == accepted
class A;
class B : A;
defset list<A> s = { defset list<B> t = { def x : B; def y : B; } def z : A; }
def q { list<A> l = s; list<B> m = t; }
// == refused OPG0115 4:26
class A;
class B : A;
defset list<B> s = { def x : A; }
// == refused OPG0115 3:35
class A;
defset list<A> s = { def : A; def x { A a = A<>; } }
// == accepted
class A;
defset list<A> s = { def : A; foreach i = [1, 2] in def x#i : A; if 0 then def; }
def q { list<A> l = s; }
// == refused OPG0111 3:46
class A;
defset list<A> s = { def x : A { list<A> l = s; } }
// == accepted
defset list<int> s = {}
def q { list<int> l = s; }
// == refused OPG0115 2:28
defset list<int> s = { def x; }
// == refused OPG0115 2:8
defset int s = {}
// == accepted
deftype L = list<int>;
defset L s = {}
// == refused OPG0115 3:8
class A;
defset A s = {}
// == refused OPG0113 2:13
defset list<A> s = {}
// == refused OPG0101 2:18
defset list<int> = {}
// == refused OPG0101 2:20
defset list<int> s {}
// == refused OPG0101 2:22
defset list<int> s = ;
// == refused OPG0101 2:22
defset list<int> s = def x;
// == refused OPG0101 2:30
defset list<int> s = { def x;
// == refused OPG0101 2:24, OPG0101 2:25
defset list<int> s = {};
// == refused OPG0101 2:10
deftype T;
// == refused OPG0101 2:9
deftype = int;
// == refused OPG0101 2:11
deftype T int;
// == refused OPG0101 2:13
deftype T = 3;
// == refused OPG0101 2:16; llvm-tblgen 3
deftype T = int
def x;
// == refused OPG0113 2:13
deftype T = U;
// == refused OPG0113 2:13
deftype T = T;
// == refused OPG0113 3:13
class A;
deftype T = A;
// == accepted
class A;
deftype T = list<A>;
deftype U = T;
def a : A;
def x { U l = [a]; }
// == refused OPG0101 2:9
deftype int = bit;
// == accepted
deftype T = bits<3>;
class C<T t> { T f = t; list<T> l = [t, 1]; bit b = !isa<T>(t); }
def x : C<5>;
// == refused OPG0110 3:9
deftype T = int;
def x : T;
// == refused OPG0110 3:17
deftype T = int;
def x { int n = T<1>; }
// == accepted
deftype T = int;
def T;
defvar U = 1;
deftype U = int;
// == refused OPG0101 2:7
defvar;
// == refused OPG0101 2:9
defvar v;
// == refused OPG0101 2:12
defvar v = ;
// == refused OPG0101 2:8
defvar 3 = 3;
// == refused OPG0101 2:13; llvm-tblgen 3
defvar v = 1
def x;
// == refused OPG0101 2:8
defvar int = 1;
// == refused OPG0101 2:1
int n = 1;
// == refused OPG0101 2:1
field int n = 1;
// == refused OPG0101 2:10
let f = 1;
// == refused OPG0101 2:5
let in def x;
// == refused OPG0101 2:7
let f in def x;
// == refused OPG0101 2:12
let f = 1, in def x;
// == refused OPG0101 2:20; llvm-tblgen 3
let f = 1, g = 2 in
// == refused OPG0101 2:20, OPG0101 2:21
let f = 1, g = 2 in;
// == refused OPG0101 2:5
let 3 = 1 in def x;
// == refused OPG0101 2:15; llvm-tblgen 3
let f = 1 in {
// == accepted
class A { int f = 0; }
let f = 1, f = 2 in def x : A;
// == accepted
class A { int f = 0; int g = 0; }
let f = 1 in let g = 2 in { let f = 3 in def x : A; def y : A { let g = 4; } }
// == refused OPG0112 3:5
class A { int f = 0; }
let f = 1 in { def x; }
// == refused OPG0112 3:5
class A { int f = 0; }
let f = 1 in { class B { int g = 1; } }
// == accepted
class A { int f = 0; }
let f = 1 in { class B : A; def x : A; }
def y : B;
// == refused OPG0112 4:5
class A { int f = 0; }
multiclass M { def _a; }
let f = 1 in defm x : M;
// == accepted
class A { int f = 0; }
multiclass M { def _a; }
let f = 1 in defm x : M, A;
// == accepted
class A { int f = 0; }
multiclass M { foreach i = [1, 2] in def _a#i : A; assert 1, "m"; }
let f = 1 in defm x : M;
// == refused OPG0112 3:5, OPG0111 3:9
class A { int f = 0; }
let g = f in def x : A;
// == accepted
class A { bits<2> f = 0; }
let f<0> = 1, f<1> = 1 in def x : A;
// == refused OPG0115 3:5
class A { bits<2> f = 0; }
let f<0, 0> = 1 in def x : A;
// == refused OPG0115 3:5
class A { bits<2> f = 0; }
let f<2> = 1 in def x : A;
// == refused OPG0101 3:7
class A { bits<2> f = 0; }
let f<> = 1 in def x : A;
// == refused OPG0101 3:5
class A { bits<2> f = 0; }
let f{0} = 1 in def x : A;
// == refused OPG0101 3:9
class A { bits<2> f = 0; }
let f<0 = 1 in def x : A;
// == refused OPG0115 3:5
class A { int f = 0; }
let f<0> = 1 in def x : A;
// == refused OPG0101 2:8
foreach;
// == refused OPG0101 2:9
foreach 3 = [1] in def x;
// == refused OPG0101 2:11
foreach i in def x;
// == refused OPG0101 2:13
foreach i = in def x;
// == refused OPG0101 2:17
foreach i = [1] def x;
// == refused OPG0101 2:19; llvm-tblgen 3
foreach i = [1] in
// == refused OPG0101 2:28; llvm-tblgen 3
foreach i = [1] in { def x;
// == refused OPG0115 2:13
foreach i = [] in def x;
// == accepted
foreach i = []<int> in def x;
// == refused OPG0115 2:13
foreach i = ? in def x;
// == refused OPG0115 2:13
foreach i = "a" in def x;
// == accepted
foreach i = {0-2, 5} in def x#i;
// == accepted
foreach i = 3 in def x#i;
// == accepted
foreach i = 0-2 in def x#i;
// == refused OPG0115 2:13
foreach i = -1 in def x#i;
// == accepted
foreach i = true in def x#i;
// == refused OPG0115 2:13
foreach i = !eq(1, 1) in def x#i;
// == refused OPG0101 2:14
foreach i = (0) in def x#i;
// == refused OPG0115 2:35
multiclass M<int n> { foreach i = n in def _a; }
// == refused OPG0115 2:38
multiclass M<int n> { foreach i = {0-n} in def _a; }
// == accepted
multiclass M<list<int> n> { foreach i = n in def _a#i; }
defm x : M<[1, 2]>;
// == accepted
multiclass M<list<int> n> { foreach i = n in def _a#i; }
multiclass N<list<int> n> { defm _b : M<n>; }
defm x : N<[1, 2]>;
// == refused OPG0115 4:13
class A { list<int> l = ?; }
def a : A;
foreach i = a.l in def x#i;
// == refused OPG0117 4:29
class A { list<int> l = ?; }
def a : A;
multiclass M<A r> { foreach i = r.l in def _x#i; }
defm x : M<a>;
// == refused OPG0101 2:6
if 1 def x;
// == refused OPG0101 2:4
if then def x;
// == refused OPG0101 2:10; llvm-tblgen 3
if 1 then
// == refused OPG0101 2:11, OPG0101 2:22
if 1 then else def x;
// == refused OPG0101 2:18; llvm-tblgen 3
if 1 then {} else
// == refused OPG0101 2:1
else def x;
// == refused OPG0101 2:20
if 1 then { def x; else def y; }
// == refused OPG0117 2:4
if ? then def x;
// == refused OPG0117 2:4
if "a" then def x;
// == refused OPG0117 2:4
if [1] then def x;
// == refused OPG0117 3:4
def a;
if a then def x;
// == accepted
if 2 then def x; else def y;
// == accepted
if 0b00 then def x; else def y;
// == refused OPG0117 2:4
if {?, 1} then def x;
// == accepted
if 1 then if 0 then def x; else def y;
// == accepted
multiclass M<int n> { if n then def _x; else def _y; }
defm a : M<0>;
defm b : M<2>;
// == accepted
multiclass M<string n> { if n then def _x; }
// == refused OPG0117 2:29
multiclass M<string n> { if n then def _x; }
defm a : M<"s">;
// == refused OPG0117 4:4
class A { bit b = ?; }
def a : A;
if a.b then def x;
// == accepted
class A;
if !exists<A>("x") then def y : A;
else def x : A;
// == accepted
class A;
multiclass M { if !exists<A>("x") then def _y; else def _z; }
defm a : M;
def x : A;
defm b : M;
// == refused OPG0101 2:1
}
// == refused OPG0101 2:8
def x; }
// == refused OPG0101 2:1
;
// == refused OPG0101 2:7
def x;;
// == refused OPG0101 2:1
{ def x; }
// == refused OPG0101 2:1
x
// == refused OPG0101 2:1
3
// == refused OPG0101 2:1
"x"
// == refused OPG0101 2:1
in def x;
// == refused OPG0101 2:13
foreach i = {} in def x;
// == accepted
class A<int n = 1> { int f = n; }
multiclass M<int n = 1> { def _m : A<n>; }
defm : M<2>, M;
// == refused OPG0101 3:17
multiclass M { def _a; }
multiclass N : M def x;
// == refused OPG0101 3:17; llvm-tblgen 4
multiclass M { def _a; }
multiclass N : M

// == refused OPG0114 3:5
def x;
def x;
// == accepted
def x;
class x;
multiclass x { def _a; }
deftype y = int;
def y;
// == refused OPG0114 5:7
class A;
class A;
class A { int f = 1; }
class A;
// == refused OPG0114 3:7
class A { int f = 1; }
class A;
// == refused OPG0114 4:7
class A {}
class A<int n>;
class A<int n>;
// == accepted
class A;
class B : A;
class A { int f = 1; }
def x : B;
def y : A;
// == accepted
class A;
class B { A a; }
class A { int f = 1; }
def x : B { let a = A<>; int g = a.f; }
// == refused OPG0112 3:17
class A;
def x : A { let f = 1; }
// == refused OPG0114 3:12
multiclass M { def _a; }
multiclass M { def _b; }
// == accepted
multiclass M { def _a; }
class M { int f = 1; }
defm x : M, M;
// == refused OPG0114 3:9
class A;
deftype A = int;
// == refused OPG0114 3:7
deftype A = int;
class A;
// == accepted
deftype A = int;
multiclass A { def _a; }
def A;
defm x : A;
// == refused OPG0114 3:9
deftype A = int;
deftype A = int;
// == accepted
deftype x = int;
defvar x = 1;
// == refused OPG0114 3:8
defvar x = 1;
defvar x = 1;
// == refused OPG0115 4:17
defvar x = 1;
def x;
def y { int f = x; }
// == refused OPG0114 3:8
def x;
defvar x = 1;
// == refused OPG0114 4:16
defvar x = 1;
class A;
defset list<A> x = {}
// == refused OPG0115 4:21
class A;
defset list<A> x = { def x : A; }
def y { list<A> l = x; }
// == refused OPG0114 4:8
class A;
defset list<A> x = {}
defvar x = 1;
// == accepted
class A;
defset list<A> x = { defvar x = 1; }
// == refused OPG0114 4:8
multiclass M { def _a; def ""; }
defm x : M;
defvar x = 1;
// == accepted
multiclass M { def _a; }
defm x : M;
defvar x = 1;
// == refused OPG0101 2:1
{
// == refused OPG0114 2:46
foreach i = [1, 2] in { defvar v = i; defvar v = 2; }
// == accepted
foreach i = [1, 2] in { defvar v = i; foreach j = [1] in { defvar v = 3; def x#i#v; } def y#i#v; }
// == refused OPG0114 2:43
foreach i = [1, 2] in { defvar i = 5; def x#i; }
// == refused OPG0114 2:48
foreach i = [1, 2] in { foreach i = [3] in def x#i; def y#i; }
// == accepted
defvar i = 1;
foreach i = [2] in def x#i;
def y { int f = i; }
// == refused OPG0111 3:17
foreach i = [2] in def x;
def y { int f = i; }
// == refused OPG0111 3:17
if 1 then { defvar v = 1; }
def y { int f = v; }
// == refused OPG0111 3:17
let f = 1 in { defvar v = 1; }
def y { int f = v; }
// == accepted
let f = 1 in defvar v = 1;
def y { int f = v; }
// == refused OPG0111 3:17
if 1 then defvar v = 1;
def y { int f = v; }
// == accepted
defvar v = 1;
if 1 then { defvar v = 2; def x { int f = v; } }
def y { int f = v; }
// == refused OPG0114 2:27
def x { int f = 1; defvar f = 2; }
// == refused OPG0114 2:27
def x { defvar f = 2; int f = 1; }
// == refused OPG0114 2:30
def x { defvar f = 2; defvar f = 1; }
// == accepted
defvar f = 2;
def x { defvar f = 3; int g = f; }
// == accepted
defvar f = 2;
def x { int f = 3; int g = f; }
// == refused OPG0114 3:20
class A { int f = 1; }
def x : A { defvar f = 2; }
// == accepted
class A { defvar f = 1; }
def x : A { int f = 2; defvar g = f; }
// == accepted
class A<int f> { defvar f = 2; int g = f; }
def x : A<1>;
// == accepted
class A<int f> { int f = 3; int g = f; }
def x : A<1>;
// == refused OPG0114 2:20
class A<int n, int n>;
// == refused OPG0114 2:23
class A<int n, string n>;
// == refused OPG0114 2:13
class A<int NAME>;
// == refused OPG0114 2:15
class A { int NAME; }
// == accepted
class A { defvar NAME = 1; int f = NAME; }
def x : A;
// == refused OPG0112 2:15
class A { let NAME = "x"; }
// == accepted
defvar NAME = 1;
def x { int f = NAME; }
// == accepted
foreach NAME = [1] in def x#NAME;
// == refused OPG0114 2:18
multiclass M<int NAME> { def _a; }
// == refused OPG0114 2:25
multiclass M<int n, int n> { def _a; }
// == accepted
multiclass M<int n> { defvar n = 2; def _a { int f = n; } }
defm x : M<1>;
// == accepted
multiclass M<int n> { foreach n = [2] in def _a { int f = n; } }
defm x : M<1>;
// == accepted
multiclass M<int n> { def _a { int n = 2; int f = n; } }
defm x : M<1>;
// == refused OPG0114 2:37
multiclass M { defvar v = 1; defvar v = 2; def _a; }
// == accepted
multiclass M { def _a; defvar NAME = "q"; def NAME; }
defm x : M;
// == accepted
class A { int f = 1; int f = 2; }
def x : A;
// == accepted
class A { int f = 1; string f; }
// == accepted
class A { int f = 1; bit f = 1; }
def x : A;
// == accepted
class A { int f = 1; bits<2> f; }
// == accepted
class A { bits<2> f = 1; int f; }
def x : A;
// == accepted
class A { int f; }
class B { string f; }
def x : A, B;
// == refused OPG0115 4:12
class A { int f = 1; }
class B { string f = "s"; }
def x : A, B;
// == accepted
class A { int f = 1; }
class B { bit f; }
def x : A, B;
// == accepted
class A;
class B : A;
class C { A f; }
class D { B f; }
def x : C, D;
def y : D, C;
// == refused OPG0115 7:12
class A;
class B : A;
def a : A;
class C { A f = a; }
class D { B f; }
def y : D, C;
// == accepted
class A;
class B : A;
def x : A, B;
def y : B;
// == refused OPG0121 4:12
class A;
class B : A;
def x : B, A;
// == refused OPG0121 3:12
class A;
def x : A, A;
// == refused OPG0114 4:5
multiclass M { def _a; }
defm x : M;
def x_a;
// == refused OPG0114 3:20
def x_a;
multiclass M { def _a; }
defm x : M;
// == refused OPG0121 4:13
class A;
multiclass M { def _a : A; }
defm x : M, A;
// == accepted
class A<int n>;
class B;
multiclass M { def _a : B; def _b; }
defm x : M, A<1>;
// == refused OPG0110 4:10
class A;
multiclass M { def _a; }
defm x : A, M;
// == refused OPG0110 4:16
class A;
multiclass M { def _a; }
defm x : M, A, M;
// == refused OPG0110 3:10
class A;
defm x : A;
// == accepted
class A;
multiclass A { def _a; }
defm x : A;
def y : A;
// == accepted
multiclass M { def _a; }
multiclass N { def _b; }
defm x : M, N;
// == refused OPG0114 2:20
multiclass M { def _a; }
defm x : M, M;
// == accepted
class A<int n> { int f = n; }
multiclass M { def _a : A<1>; }
defm : M, M;
// == refused OPG0101 3:7
multiclass M { def _a; }
defm x;
// == refused OPG0101 3:10
multiclass M { def _a; }
defm x : ;
// == refused OPG0101 3:12
multiclass M { def _a; }
defm x : M,;
// == refused OPG0101 3:11; llvm-tblgen 4
multiclass M { def _a; }
defm x : M
def y;
// == refused OPG0101 3:12
multiclass M { def _a; }
defm x : M { }
// == refused OPG0110 3:9
multiclass M { def _a; }
def x : M;
// == refused OPG0116 3:11
class A;
def x : A<1>;
// == refused OPG0117 2:15
class A { int f = f; }
// == refused OPG0117 2:22
class A { int f; let f = f; }
// == refused OPG0117 2:26, OPG0117 2:37; llvm-tblgen 3
class A { int f; int g = f; let f = g; }
def x : A;
// == accepted
class A { int f = !add(f, 1); }
// == refused OPG0117 2:22
class A<int f> { int f = f; }
// == refused OPG0117 3:21
class A { int f; }
def x : A { let f = x.f; }
// == refused OPG0117 3:21
class A { int f = 1; }
def x : A { int g = x.f; }
// == accepted
class A { A f = ?; }
def x : A { let f = x; }
// == refused OPG0115 2:23
def x { list<int> l = [x]; }
// == refused OPG0111 3:17
class A { int f = 1; }
def x { int g = y.f; }
def y : A;

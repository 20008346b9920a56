// == accepted
class A { int x = 1; }
def b : A;
dump b;
// == accepted
class A { int x = 1; }
dump A<>;
// == accepted
def b;
class C { int x = 1; string f = !repr(b); }
dump !head([b]);
// == accepted
class A { int x = 1; }
def b { A f = A<>; }
dump b.f;
// == refused OPG0115 3:6
def b;
dump [b];
// == refused OPG0115 3:6
def b;
dump (b 1);
// == refused OPG0115 2:6
dump 3;
// == refused OPG0115 2:6
dump ?;
// == accepted
dump [{code}] # " and " # 3;
// == refused OPG0115 2:6
dump 0b10;
// == accepted
def b;
class C { dump b; }
def c : C;
// == accepted
class B;
def b : B;
class C<B p> { dump p; }
// == refused OPG0115 4:21
class B;
def b : B;
class C<B p> { dump p; }
def c : C<b>;
// == refused OPG0115 4:25
class B;
def b : B;
class C { B f = b; dump f; }
def c : C;
// == refused OPG0115 2:16
class C { dump !cast<C>(NAME); }
def c : C;
// == refused OPG0115 2:14
def a { dump a; }
// == accepted
def a { dump !repr(a); }
// == accepted
class B;
def b : B;
multiclass M<B p> { dump p; def _x; }
// == refused OPG0115 4:26
class B;
def b : B;
multiclass M<B p> { dump p; def _x; }
defm z : M<b>;
// == accepted
class B;
def b : B;
multiclass M<B p> { dump b; def _x; }
defm z : M<b>;
// == refused OPG0115 4:25
class B;
def b : B;
foreach i = [b] in dump i;
// == accepted
class B;
def b : B;
foreach i = [1] in dump b;
// == accepted
class B;
def b : B;
if true then dump b;
// == accepted
class B;
def b : B;
defvar v = b;
dump v;
// == refused OPG0115 5:6
class B;
defset list<B> s = { def x : B; }
dump s[0];
dump s;
// == accepted
class B;
dump !if(!exists<B>("z"), "is there", "isn't");
// == accepted
class B;
class C { dump !if(!exists<B>("z"), "is there", "isn't"); }
def c : C;
// == accepted
class B;
multiclass M { dump !if(!exists<B>("z"), "is there", "isn't"); def _a; }
def z : B;
defm x : M;
// == refused OPG0111 2:6
dump NAME;
// == accepted
multiclass M { dump NAME; def _a; }
defm x : M;
// == refused OPG0115 2:6
dump !exists<int>("z");
// == refused OPG0111 3:6
class B;
dump B;
// == refused OPG0112 3:20
class B;
dump !cast<B>("b").f;
// == accepted
dump "a" #;
// == refused OPG0101 2:5
dump;
// == refused OPG0101 2:9; llvm-tblgen 3
dump "a"
def b;

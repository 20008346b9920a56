// ERR: OPG0114 2:26, OPG0114 3:37, OPG0114 4:22, OPG0114 5:15, OPG0114 6:20, OPG0114 7:15, OPG0114 8:26, OPG0114 9:16, OPG0114 10:30, OPG0114 10:51
class A { int x; } class A { int y; }
multiclass M { def _a; } multiclass M { def _b; }
defvar v = 1; defvar v = 2;
def r; defvar r = 3;
class C<int a, int a>;
class D { int NAME; string x; int x; }
deftype T = int; deftype T = bit;
defset list<A> v = { }
def E { defvar q = 1; defvar q = 2; int w; defvar w = 3; }

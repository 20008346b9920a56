// ERR: OPG0119 2:25, OPG0119 2:25, OPG0119 5:8, OPG0119 6:30
class A<int n> { assert !gt(n, 0), "n is " # n; int v = n; }
def X : A<0>;
def Y { A a = A<-1>; }
assert 0, "top";
multiclass M<int n> { assert !eq(n, 1), NAME # " is not 1"; def _x : A<n>; }
defm P : M<2>;

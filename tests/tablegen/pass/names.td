// Anonymous records are numbered in the order in which TableGen makes them.
class A<int n = 0, string s = "a"> { int v = n; string t = s; }
class B<A a> { A it = a; A other = A<9>; }
def : A<1>;
def X1 : B<A<2>>;
def X2 : B<A<>>;
def X3 : B<A<0>>;
def X4 : B<A<n = 0>>;
def X5 : B<A<0, "a">>;
def X6 : B<A<s = "z", n = 4>>;
def : B<A<2>>;
class Unused<int k> { A a = A<k>; A b = A<77>; }
class Sw<int k> { A a = !if(!gt(k, 1), A<100>, A<200>); A b = !if(!gt(k, 1), A<!add(k, 100)>, A<!add(k, 200)>); }
def S1 : Sw<1>;
def S2 : Sw<2>;
foreach i = [5, 6, 5] in { def : A<i>; def : B<A<i>>; }

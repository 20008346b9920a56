// ERR: OPG0115 2:6, OPG0115 3:23, OPG0115 5:37, OPG0117 7:26, OPG0115 9:6
dump 3;
class A<int a> { dump a; }
def X : A<2>;
multiclass M<list<string> l> { dump l; def ""; }
defm Y : M<["a"]>;
class B { string s; dump "is " # s; }
def Z : B;
dump ?;

// == accepted
def "x" { int a = 1; }
def [{y}];
def "";
def "a b";
// == refused OPG0115 2:1
def 3;
// == refused OPG0115 2:1
def 0b1;
// == refused OPG0115 2:5
def [];
// == refused OPG0115 2:5
def ["x"];
// == refused OPG0111 2:6
def (x);
// == accepted
def ?;
// == accepted
def ? { int a = 1; }
// == refused OPG0115 2:5
def ?#"x";
// == refused OPG0115 2:7
def x#?;
// == refused OPG0110 6:10
def 3#"x";
def "x"#3;
def x#{
}
def y# : A;
class A;
// == accepted
class A;
def y# : A;
def x# {}
def z#;
// == refused OPG0101 2:6; llvm-tblgen 3
def x
  y;
// == refused OPG0118 2:5
def !add(1, 2);
// == refused OPG0118 2:5
def !add(1, 2)#"x";
// == accepted
def "x"#!add(1, 2);
// == refused OPG0118 2:5
def !eq(1, 1)#x;
// == accepted
def !cast<string>(3)#x;
// == accepted
def !if(1, "x", "y")#z;
// == accepted
def !if(1, 3, 4)#z;
// == refused OPG0115 3:5
defvar names = ["x", "y"];
def names[1];
// == accepted
defvar names = ["x", "y"];
foreach l = [names] in def l[1]#z;
// == accepted
foreach n = ["x", "y"] in def n;
// == refused OPG0115 2:27
foreach n = [1, 2] in def n;
// == accepted
foreach n = [1, 2] in def n#"";
// == refused OPG0114 2:31
foreach n = ["x", "x"] in def n;
// == accepted
foreach n = ["x", "x"] in def;
// == refused OPG0114 6:7
class A { string s = "t"; }
def a : A;
foreach r = [a] in {
  def r.s;
  def r#"";
}
// == refused OPG0115 4:24
class A { string s = "t"; }
def a : A;
foreach r = [a] in def r;
// == refused OPG0112 4:7
class A { string s = "t"; }
def a : A;
def a.s;
// == refused OPG0115 2:28
foreach l = [["x"]] in def l#l;
// == refused OPG0117 2:24
foreach l = [["x"]] in def "x"#l;
// == refused OPG0101 2:28, OPG0101 2:31
foreach n = ["x"] in def n{0};
// == refused OPG0117 2:27
multiclass M<int i> { def i; }
defm x : M<1>;
// == accepted
multiclass M<string s> { def s; def s#NAME; def NAME#s#NAME; }
defm x : M<"s">;
// == accepted
multiclass M<string s> { def "q"#s; }
defm : M<"s">;
defm "" : M<"s">;
// == accepted
multiclass M { def ""; }
defm x : M;
// == accepted
multiclass M { def ""; }
defm "" : M;
// == refused OPG0114 2:20
multiclass M { def _a; }
defm "" : M;
defm "" : M;
// == accepted
multiclass M { def _a; }
defm : M;
defm : M;
// == accepted
multiclass M { def _a; def _a; }
// == refused OPG0114 2:28
multiclass M { def _a; def _a; }
defm x : M;
// == refused OPG0114 2:27
multiclass M { def x; def NAME#x; }
defm y : M;
// == accepted
multiclass M { def _a; }
defm 3#x : M;
// == refused OPG0117 2:20
multiclass M { def _a; }
defm 3 : M;
// == refused OPG0118 3:6
multiclass M { def _a; }
defm !add(1, 2) : M;
// == accepted
multiclass M { def _a; }
defm ? : M;
// == refused OPG0117 2:20, OPG0117 2:20
multiclass M { def _a; }
foreach i = [1, 2] in defm i : M;
// == accepted
multiclass M { def _a; }
foreach i = [1, 2] in defm x#i : M;
// == refused OPG0114 3:5
def !strconcat("x", "y");
def xy;
// == accepted
def NAME;
// == refused OPG0114 3:5
def NAME#x;
def NAMEx;
// == refused OPG0114 4:5
class A;
def A;
def A : A;
// == accepted
def x;
def anonymous;
def;
def anonymous_1;
// == refused OPG0101 2:5
def int;
// == refused OPG0114 3:1
def 8i;
def 8#i;
// == refused OPG0101 2:6; llvm-tblgen 3
def x
// == refused OPG0101 2:5
def $x;
// == refused OPG0101 2:5
def #x;

class K { int a = 0x1F; int b = -5; int c = +7; int d = 0xFFFFFFFFFFFFFFFF; int e = 18446744073709551615; int f = -9223372036854775808; bits<3> g = 0b101; }
def 8i : K;
def 9xg : K;
def 0b2 : K;
def range { list<int> l = [10, 20, 30, 40]; list<int> r = l[0-2]; list<int> s = l[1 -3]; int z = 00012; }
def str { string e = "tab\tnl\nq\"b\\a\'"; string cat = "a" "b" /* c */ "c"; code k = [{ a }} b }]; code empty = [{}]; string multi = !strconcat("x", [{y
z}]); }

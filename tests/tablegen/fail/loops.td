// ERR: OPG0101 3:15, OPG0115 4:13, OPG0114 5:27, OPG0117 6:37
class A<int n>;
foreach i = 5.5 in def X#i : A<i>;
foreach s = "abc" in def Y#s;
foreach j = [1, 2] in def W : A<j>;
multiclass M<list<int> l> { foreach k = l in def _#k : A<k>; }
defm Q : M<?>;
if !exists<A>("W") then def yes; else def no;

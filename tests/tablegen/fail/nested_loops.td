// ERR: OPG0118 2:62, OPG0118 3:65, OPG0118 4:44, OPG0118 5:64, OPG0118 6:56
class A<int a> { int v = !foldl(a, [1], s, e, !foldl(a, [2], s, x, x)); }
class B<int a> { int v = !foldl(a, [1], s, e, !foldl(a, [2], x, e, x)); }
defvar v = !foreach(s, [1], !size(!foreach(s, [2], s)));
defvar w = !foreach(s, [1], !foreach(t, [2], !if(t, 1, !filter(s, [3], s))));
defvar x = !foreach(s, [1], !size(!foreach(t, !foreach(s, [2], s), t)));

// ERR: OPG0117 3:28
class A { int number = 1; field A next = ?; }
class B<A one> { int sum = one.number; list<int> open = [one.number]; }
def a { B made = B<?>; }

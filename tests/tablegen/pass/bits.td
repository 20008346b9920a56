class Enc { bits<8> e = 0; bits<4> lo = e{3-0}; bit top = e{7}; bits<4> rev = e{0...3}; bits<3> some = e{1, 6, 2}; }
def X : Enc { let e = 0xA5; }
def Y : Enc { let e{7-4} = 0b1011; let e{0} = 1; }
def Z : Enc { let e{7...4} = {1, 0, ?, 1}; }
class Fmt<bits<4> op> { bits<4> r; bits<8> inst; let inst{7-4} = op; let inst{3-0} = r; }
def F1 : Fmt<5>;
def F2 : Fmt<5> { let r = 3; }
let e<3-2> = 0b10 in def W : Enc;
def M { bits<2> a = {1, 0}; bits<5> b = {a, 1, a}; bits<1> c = 1; bit d = c; int i = a; bits<64> big = -1; bits<4> neg = -8; bits<70> wide = 1; bits<3> bin = 0b101; int fromint = 6{2-1}; bits<0> zero = {}; }
class P<bits<4> v, bit f = v{1}> { bit g = f; bits<2> h = v{3-2}; bits<4> w = {v{0}, v{1}, v{2}, v{3}}; }
def P1 : P<9>;
def P2 : P<0b0010>;
def Q { bits<4> val = P<7>.w; bit one = P<7>.w{3}; int asint = P<7>.w; }

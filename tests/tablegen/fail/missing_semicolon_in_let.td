// ERR: OPG0101 4:24, OPG0111 7:21
class A { int x; int y; }
let x = 1 in {
  def B : A { let y = 2 }
  def C : A;
}
def D : A { let x = z; }

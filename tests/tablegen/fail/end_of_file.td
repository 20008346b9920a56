// ERR: OPG0101 4:12
class A;
let x = 1 in {
def X : A {

// == accepted
class Byte {}
class Byte {}
deftype Short = bits<16>;
def a : Byte {
  Short value = 3;
}
// == refused OPG0114 3:7
class Byte { int value; }
class Byte { int value; }

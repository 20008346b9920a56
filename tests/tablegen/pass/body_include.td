// ARGS: -DWITH_X
// An include stands in a body, where the text of the file is taken as a part of it.
class Base {
  int first = 1;
  include "body_fields.td"
  string fourth = local;
}
def Plain : Base;
def Changed {
  int first = 0;
  include "body_fields.td"
  let third = "changed";
}

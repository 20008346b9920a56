def Opened : Base<8> {
  let value = 9;
  include "pieces/field.td"

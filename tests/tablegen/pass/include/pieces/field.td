int inner = include "pieces/number.td";

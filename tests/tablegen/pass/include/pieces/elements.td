1,
[2, include "pieces/number.td"],
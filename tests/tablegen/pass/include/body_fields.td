// Fields, to be included in the body of a class.
int second = 2;
#ifdef WITH_X
string third = "with X";
#else
string third = "without X";
#endif
let first = 10;
defvar local = "a variable";

#ifndef GUARDED_TD
#define GUARDED_TD
#define FROM_INCLUDE
class Guarded { int g = 1; }
#endif

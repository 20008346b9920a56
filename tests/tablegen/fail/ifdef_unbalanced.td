// ERR: OPG0103 5:1, OPG0103 7:1, OPG0103 8:1, OPG0103 8:14
#ifdef NEVER
#else
class A;
#else
#endif
#endif
#ifndef OPEN junk
def X : A;

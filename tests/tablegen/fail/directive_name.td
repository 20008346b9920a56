// ERR: OPG0103 2:8, OPG0103 3:7
#define
#ifdef
#endif // fine
class A;

// ERR: OPG0101 2:16, OPG0103 4:1
multiclass M { }
#ifdef A
#endif
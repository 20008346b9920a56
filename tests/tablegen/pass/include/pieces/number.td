#ifdef NOT_DEFINED
"no"
#else
42
#endif

// ARGS: -DWITH_X -DWITH_Y
#ifdef WITH_X
def x;
#endif
#ifndef WITH_Y
def not_y;
#else
def y { string s = "é\t\"q\"\\ \'"; int size = !size("é1"); }
#endif

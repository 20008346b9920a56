// ERR: OPG0102 3:1
class A;
/* one /* two */
def X : A;

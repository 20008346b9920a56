// ERR: OPG0110 3:10, OPG0116 4:10, OPG0110 5:10, OPG0110 6:9, OPG0116 7:18
class A<int n> { int v = n; } multiclass M<int k> { def _a : A<k>; }
defm X : N<1>;
defm Y : M;
defm Z : A<1>;
def W : M<1>;
defm V : M<1>, A<"x">;

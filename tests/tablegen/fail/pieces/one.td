def One : A<1>;
def Two : A<"x">;
class S<string s> {
  string cat = !strconcat(s, "-", s); string il = !interleave([s, "b", [{c}]], ", "); string sub = !substr(s, 1, 2); string sub2 = !substr(s, !size(s)); string sub3 = !substr(s, 1);
  int find = !find(s, "b"); int find2 = !find(s, "b", 2); int finde = !find(s, "", 1); string subst = !subst("b", "[b]", s); string subst2 = !subst("bb", "b", s);
  string lo = !tolower(s); string up = !toupper(s); int size = !size(s); int empty = !empty(s); string rep = !repr(s);
  bit m1 = !match(s, "^a"); bit m2 = !match(s, "[[:alpha:]]+$"); bit m3 = !match(s, "b{2}"); bit m4 = !match(s, "(x|b).c"); bit m5 = !match(s, "a.*Z");
}
def S1 : S<"aBbbc">; def S2 : S<"abbZ">; def S3 : S<"a1">; def S4 : S<[{bcbc}]>;
def Misc { string ints = !interleave([1, 2, 3], "|"); string none = !interleave([]<string>, ","); string bts = !interleave([1, 0]<bit>, ""); string bb = !interleave([0b10, 0b01], "+");
  string rb = !repr({1, 0, 1}); string ri = !repr(-5); string rl = !repr(["a", "b"]); string rd = !repr(S3); code c = !strconcat([{a}], "b"); string s = !subst("a", "b", "banana");
  string cast = !cast<string>(42); string cr = !cast<string>(S1); string cb = !cast<string>(0b101); }
class SubstRec<S x> { S y = !subst(S1, S2, x); }
def SR1 : SubstRec<S1>; def SR3 : SubstRec<S3>;

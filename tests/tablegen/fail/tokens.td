// ERR: OPG0102 2:22, OPG0102 2:38, OPG0102 3:20, OPG0102 4:13, OPG0101 4:16, OPG0102 4:29, OPG0102 5:18, OPG0101 6:1
class A { string s = "a\qb"; int i = 99999999999999999999; }
def B { string t = "open
; int n = 1 .. 2; int k = 3 ~ 4; }
def C { code c = [{ never closed; }

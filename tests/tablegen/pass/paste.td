class N<string s> { string name = s # "_" # NAME; string lit = "x" # s # 3 # true; }
def foo : N<"bar">;
def foo#bar : N<"q">;
defvar loc = "here";
def pre_#loc#_post : N<loc # "!">;
foreach i = 0...2 in { def r#i : N<"r" # i>; foreach j = ["a", "b"] in def r#i#_#j : N<j>; }
def end# : N<"e"> { string t = "e" #; }
class P<int n> { string s = "v" # n; bits<4> b = n; string t = "b" # b; int i = 5; string u = s # i # s; string fld = NAME#_sub; }
def P1 : P<3>;
def Q { string raw = "a" # foo_unknown # "b"; string cast = !cast<string>(P1) # P1; }
class L<list<int> a, list<int> b> {
  list<int> ends = a # [1] # b; list<int> mid = [1] # a # [2] # [3]; list<int> open = a # b #; list<int> none = a # [] # b;
}
def L1 : L<[4], [5, 6]>;

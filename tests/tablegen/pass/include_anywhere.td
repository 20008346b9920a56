// An include stands wherever a token may: its file goes on where this one stops.
class Base<int n> { int value = n; string text = "a" include "pieces/string.td" "d"; }
def Argument : Base<include "pieces/number.td">;
let value = 3 in include "pieces/statements.td"
multiclass Many { include "pieces/member.td" }
defm Made : Many;
if 1 then def Then;
include "pieces/else.td"
foreach i = 1 include "pieces/range_end.td" in def Turn#i;
include "pieces/opens.td"
  int closed_here = 1;
}
def Pasted#include "pieces/name.td" ;
def Dag { dag d = (include "pieces/name.td" 1:$x, include "pieces/elements.td" "last"); }
class Ends { include "pieces/closes.td"
def Late : Ends { let in_class = 2; }
include
#ifndef PIECES_SEEN
  "pieces/seen.td" // the string may stand behind a directive
#else
  "pieces/missing.td"
#endif
#ifdef PIECES_SEEN
def Seen { int by_definition = include /* so
  it goes on */ "pieces/number.td"; }
#endif
// Even the name of a file may come out of one, or follow a file that ends in the word.
include include "pieces/named.td"
include "pieces/word.td" "pieces/last.td"

/* a /* nested */ comment */ #define ONE // one
#ifdef ONE
class C1 { string s = "#ifdef inside"; code c = [{
#ifdef NOT_A_DIRECTIVE
  // not a comment } }}] x }]; }
  #ifndef ONE
  this text /* need not lex " `
  #else /* c */
def live : C1;
  #endif
#else
  dead ' " [{
#ifdef ONE
#else
#endif
#endif
#ifndef GIVEN
def notgiven;
#else
def given;
#endif
include "guarded.td"
include "guarded.td"
#ifdef FROM_INCLUDE
def from_include : Guarded;
#endif
def paste#defined : C1;

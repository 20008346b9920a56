// ERR: OPG0116 2:13, OPG0101 1:3, OPG0116 2:3, OPG0111 2:3
class A<int n> { int a = n; list<int> l = []; }
def Wrong : A<include "pieces/text.td">;
def Inner : A<1> { let l = [include "pieces/unknown.td"]; }
def Opened : A<include "pieces/open.td">
def Behind : A<include "pieces/text.td"> { let a = missing; }
let a = 5 in include "pieces/one.td"

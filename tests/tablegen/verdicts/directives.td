// == refused OPG0103 3:21
#define X /* a comment
  that ends here */ class A;
// == accepted
#define X /* a comment
  that ends here */
class A;
// == accepted
#define X /* one */ /* two
  */ // three
class A;
// == refused OPG0103 2:21
#define X /* one */ class A;
// == refused OPG0103 2:11
#define X class A;
// == refused OPG0103 2:11
#define X 1
// == refused OPG0103 2:10
#define X(a)
// == refused OPG0103 2:10
#define X;
// == refused OPG0103 2:11
#define X /
// == refused OPG0103 2:11
#define X / /
// == refused OPG0102 2:11
#define X /* never closed
class A;
// == accepted
#define X // /* no comment
class A;
// == accepted
#define X // /* no comment \
class A;
// == accepted
#define	X	
class A;
#ifndef X
class A;
#endif
// == refused OPG0103 2:8
#define
class A;
// == refused OPG0103 2:8
#define 1X
// == refused OPG0103 2:8
#define /**/X
// == refused OPG0103 2:8
#define/**/X
// == refused OPG0103 2:8
#define// X
// == refused OPG0103 2:8
#define "X"
// == accepted
#define _9
#define __
#ifdef _9
#ifdef __
class A;
#endif
#endif
def a : A;
// == accepted
#define X
#define X
class A;
// == accepted -DX
#define X
class A;
// == refused OPG0101 2:1
# define X
// == refused OPG0101 2:1
#Define X
// == refused OPG0101 2:1
#undef X
// == refused OPG0101 2:1, OPG0101 2:6
#if X
// == refused OPG0101 2:1
#definex
// == refused OPG0101 2:1
##define X
// == refused OPG0101 2:10
class A; #define X
// == accepted
/* comment */ #define X
#ifdef X
def a;
#endif
// == accepted
/* a comment
   that ends here */ #define X
#ifdef X
def a;
#endif
// == refused OPG0101 3:22
class A; /* a comment
   that ends here */ #define X
// == accepted
class A; // a comment
	 /**/ /**/ #define X
#ifdef X
def a : A;
#endif
// == refused OPG0101 3:12
class A<code c = [{
}] #define X
>;
// == accepted
class A { string s = "a"
#"b"; }
def a : A;
// == accepted
defvar define = "b";
class A { string s = "a"#define; }
def a : A;
// == accepted
defvar define = "b";
class A { string s = "a"
#define; }
// == accepted
defvar ifdefs = "b";
class A { string s = "a"
#ifdefs; }
def a : A;
// == refused OPG0102 4:7
defvar endif = "b";
class A { string s = "a"
#endif/; }
// == refused OPG0103 4:1
defvar endif = "b";
class A { string s = "a"
#endif
; }
// == refused OPG0102 4:16, OPG0101 4:17, OPG0103 5:10
class A { code c = [{
#define X
}]; string s = "
#define X"; }
// == accepted
class A { code c = [{
#define X
#ifdef Y
}]; }
#ifndef X
def a : A;
#endif
// == accepted
#ifdef X
this ' needn't be "text
#endif
def a;
// == refused OPG0101 3:1 -DX
#ifdef X
this is
#endif
def a;
// == refused OPG0103 2:7
#ifdef
#endif
// == refused OPG0103 2:8
#ifndef
#endif
// == refused OPG0103 2:7
#ifdef // X
#endif
// == refused OPG0103 2:10
#ifdef X Y
#endif
// == refused OPG0103 2:11
#ifndef X Y
#endif
// == refused OPG0103 2:7
#ifdef !X
#endif
// == refused OPG0103 3:22
#ifdef X /* a comment
   that ends here */ dead
#endif
// == refused OPG0103 3:22 -DX
#ifdef X /* a comment
   that ends here */ def a;
#endif
// == accepted
#ifdef X /* a comment
   that ends here */ // and this one
dead
#endif // X
def a;
// == refused OPG0103 3:7
#ifdef X
#else class A;
#endif
// == refused OPG0103 4:22
#ifdef X
#else /* a comment
   that ends here */ class A;
#endif
// == refused OPG0103 4:22 -DX
#ifdef X
#else /* a comment
   that ends here */ class A;
#endif
// == refused OPG0103 6:1
#ifdef X
#else /* a comment
   that ends here */
class A;
#else
#endif
// == accepted
#ifdef X
#else// a comment
class A;
#endif/* a comment
*/
// == refused OPG0103 3:8
#ifdef X
#endif X
// == refused OPG0103 4:22
#ifdef X
#endif /* a comment
   that ends here */ X
// == refused OPG0103 4:22 -DX
#ifdef X
#endif /* a comment
   that ends here */ X
// == refused OPG0103 2:1; llvm-tblgen 4
#ifdef X
#endif;
// == accepted
#ifdef X
#endif;
#endif
def a;
// == accepted
#ifdef X
#endifs
#endif/x
#end
# endif
##endif
#Endif
; #endif
// #endif
"#endif
#endif
def a;
// == refused OPG0103 2:1
#else
// == refused OPG0103 2:1
#endif
// == refused OPG0103 2:1
#else// a comment
// == refused OPG0103 2:1
#endif/* a comment */
// == refused OPG0103 4:1
#ifdef X
#else
#else
#endif
// == refused OPG0103 4:1 -DX
#ifdef X
#else
#else
#endif
// == refused OPG0103 5:1
#ifdef X
#ifdef Y
#else
#else
#endif
#endif
// == refused OPG0103 5:1
#ifndef X
#ifndef Y
#else
#else
#endif
#endif
// == refused OPG0103 4:1
#ifdef X
#endif
#else
// == refused OPG0103 4:1
#ifdef X
#endif
#endif
// == refused OPG0103 2:1; llvm-tblgen 3
#ifdef X
// == refused OPG0103 2:1 -DX; llvm-tblgen 4
#ifdef X
def a;
// == refused OPG0103 2:1; llvm-tblgen 5
#ifdef X
#else
def a;
// == refused OPG0103 2:1; llvm-tblgen 5
#ifdef X
#ifdef Y
#endif
// == refused OPG0103 2:1 -DX; llvm-tblgen 5
#ifdef X
#ifdef Y
#endif
// == accepted
#ifdef X
#ifndef Y
def never;
#else
def never;
#endif
#ifdef X
def never;
#else
def never;
#endif
#else
def a;
#endif
// == accepted -DX -DY
#ifdef X
#ifdef Y
def a;
#else
def never;
#endif
#ifndef Y
def never;
#else
def b;
#endif
#else
#ifdef Y
def never;
#endif
#endif
// == refused OPG0103 3:7
#ifdef X
#ifdef
#endif
#endif
// == refused OPG0103 3:11
#ifdef X
#ifndef Y Z
#endif
#endif
// == refused OPG0103 4:22
#ifdef X
#ifdef Y /* a comment
   that ends here */ dead
#endif
#endif
// == accepted
#ifdef X
#ifdef Y /* a comment with
#endif
in it */
#endif
#endif
def a;
// == accepted
#ifdef X
#define
#define 1
#define Y Z
#define Y /* no comment
#endif
#ifndef Y
def a;
#endif
// == refused OPG0103 4:8
#ifdef X
#define Y /* no comment
#endif */
// == accepted
#ifdef X
dead /* no comment
#endif
def a;
// == accepted
#ifdef X
// dead /* no comment
#endif
def a;
// == accepted
#ifdef X
/* a comment
#endif */
#endif
def a;
// == accepted
#ifdef X
/* a comment */ dead /* no comment
#endif
def a;
// == accepted
#ifdef X
/* a comment
#else
*/ /* another */ #endif
def a;
// == accepted
#ifdef X
/* a /* nested
#else */
#else */

  /**/	#endif /* the end */ // indeed
def a;
// == refused OPG0102 3:2
#ifdef X
 /* never closed
#endif
// == refused OPG0102 3:8
#ifdef X
#endif /* never closed
// == accepted
#ifdef X
#else // /* no comment
def a;
#endif // /* no comment
def b;
// == accepted
#ifdef X
#define X
#else
#define Y
#endif
#ifdef X
def never;
#endif
#ifdef Y
def a;
#endif
// == accepted
class A {
#ifdef X
  int x = 1;
#else
  int y =
#ifndef Y
  2
#endif
  ;
#endif
}
def a : A;
// == refused OPG0101 2:8; llvm-tblgen 6
def a {
#ifdef X
}
#endif

// Names, texts and values that are legal and ask for trouble in one language or another.
include "opgen/OpBase.td"
def Hostile : Library<"hostile"> { let summary = "Strange \" but legal */ names \\ {{ }} \"\"\" {% if %} ééé 中文 \\n"; }
class H<string n, list<Trait> t = [Pure, NoGrad]> : Op<n, t> {
  let library = Hostile;
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
  let shape = SameAs<"x">;
  let expr = "y = x + 1";
}
foreach n = ["list", "type", "sum", "print", "object", "tuple", "len", "range", "isinstance", "any", "numpy", "math", "sys", "os", "functools", "typing", "ctypes", "opt", "any_op", "super", "set", "dict", "str", "float_op", "int_op", "id", "repr", "sequence", "op", "ops", "fake", "call", "main", "test", "init", "conftest", "setup", "hostile", "function", "forward", "backward", "apply", "library", "numpy_op", "namespace_op", "size", "dtype", "device", "shape", "x", "y", "result", "status", "kernels", "infer", "cpu", "ms", "nn", "tensor", "oneflow", "mindspore", "flow", "torchair"] in
def H_#n#Op : H<n>;
class A<string n, dag a> : H<n> { let attrs = a; let expr = ""; let reference = [{ return x + 1 }]; let samples = [Sample<"x:[2]">]; }
def DescOp : H<"described"> { let summary = "A */ comment \\ end \"\"\" {{ x }} {% raw %} é 'q' \\"; let description = [{
  */ /* // ''' """ \ \" {{ }} {% endraw %} {# #} $x `tick ${HOME} %s %d {0} é 中文 😀 <b> & | --> ]] ?>
  ending in backslash \
}]; }
def AttrNamesOp : A<"attr_names", (ins DefaultValuedAttr<F64Attr, "1.0">:$out, DefaultValuedAttr<SI64Attr, "1">:$device, DefaultValuedAttr<SI64Attr, "1">:$dtype, DefaultValuedAttr<SI64Attr, "2">:$layout, DefaultValuedAttr<BoolAttr, "true">:$requires_grad, DefaultValuedAttr<StrAttr, "\"a\"">:$name, DefaultValuedAttr<SI64Attr, "0">:$args, DefaultValuedAttr<SI64Attr, "0">:$kwargs, DefaultValuedAttr<SI64Attr, "0">:$cls, DefaultValuedAttr<SI64Attr, "0">:$call, DefaultValuedAttr<SI64Attr, "0">:$op, DefaultValuedAttr<SI64Attr, "0">:$generator, DefaultValuedAttr<SI64Attr, "0">:$seed, DefaultValuedAttr<SI64Attr, "0">:$shape, DefaultValuedAttr<SI64Attr, "0">:$infer, DefaultValuedAttr<SI64Attr, "0">:$count, DefaultValuedAttr<SI64Attr, "0">:$i, DefaultValuedAttr<SI64Attr, "0">:$info, DefaultValuedAttr<SI64Attr, "0">:$in_dims, DefaultValuedAttr<SI64Attr, "0">:$attributes, DefaultValuedAttr<SI64Attr, "0">:$backward)>;
def PyNamesOp : A<"py_names", (ins DefaultValuedAttr<SI64Attr, "0">:$list, DefaultValuedAttr<SI64Attr, "0">:$len, DefaultValuedAttr<SI64Attr, "0">:$range, DefaultValuedAttr<SI64Attr, "0">:$float_in, DefaultValuedAttr<SI64Attr, "0">:$print, DefaultValuedAttr<SI64Attr, "0">:$object, DefaultValuedAttr<SI64Attr, "0">:$super, DefaultValuedAttr<SI64Attr, "0">:$type)>;
def ValuesOp : A<"values", (ins DefaultValuedAttr<F64Attr, "-0.0">:$nz, DefaultValuedAttr<F64Attr, "1e308">:$big, DefaultValuedAttr<F64Attr, "5e-324">:$tiny, DefaultValuedAttr<SI64Attr, "-9223372036854775808">:$least, DefaultValuedAttr<SI64Attr, "9223372036854775807">:$most, DefaultValuedAttr<StrAttr, "\"\"">:$empty, DefaultValuedAttr<StrAttr, "\"\\\"\\\\ */ {{}} é \\n \\t '\"">:$odd, DefaultValuedAttr<SI64ArrayAttr, "[]">:$none, DefaultValuedAttr<BoolArrayAttr, "[]">:$nob, DefaultValuedAttr<F32Attr, "3.4028235e38">:$maxf, DefaultValuedAttr<SI64ArrayAttr, "[-9223372036854775808]">:$leasts)>;
def ManyOp : Op<"many", [Pure, Elementwise, NoGrad]> {
  let library = Hostile;
  let input = (ins Tensor:$a, Tensor:$b, Tensor:$c, Tensor:$d, Tensor:$e, Tensor:$f, Tensor:$g, Tensor:$h, Tensor:$i, Tensor:$j, Tensor:$k, Tensor:$l, Tensor:$m, Tensor:$n, Tensor:$o, Tensor:$p, Tensor:$q, Tensor:$r, Tensor:$s, Tensor:$t, Tensor:$u, Tensor:$v, Tensor:$w, Tensor:$x, Tensor:$y, Tensor:$z);
  let output = (outs Tensor:$result);
  let shape = SameAs<"a">;
  let expr = "result = a+b+c+d+e+f+g+h+i+j+k+l+m+n+o+p+q+r+s+t+u+v+w+x+y+z";
}
def OperandsOp : Op<"operands", [Pure]> {
  let library = Hostile;
  let input = (ins Tensor:$ctx_in, Tensor:$inputs, Tensor:$output, Tensor:$dy, Tensor:$function, Tensor:$cotangents, Tensor:$ops, Tensor:$given);
  let output = (outs Tensor:$out);
  let expr = "out = inputs * output + dy * function + cotangents * ops + given * ctx_in";
}

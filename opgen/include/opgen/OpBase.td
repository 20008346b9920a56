// The opgen prelude: the vocabulary in which an operator is described.
// Include it as "opgen/OpBase.td"; opgen finds it from any directory.

#ifndef OPGEN_OP_BASE
#define OPGEN_OP_BASE

include "opgen/Rules.td"

def ins;
def outs;

//===----------------------------------------------------------------------===//
// Element types
//===----------------------------------------------------------------------===//

def F16 : DType<"f16">;
def BF16 : DType<"bf16">;
def F32 : DType<"f32">;
def F64 : DType<"f64">;
def U8 : DType<"u8">;
def I8 : DType<"i8">;
def I16 : DType<"i16">;
def I32 : DType<"i32">;
def I64 : DType<"i64">;
def Bool : DType<"bool">;

// A type variable: all operands and results that carry it have one dtype, out
// of the list. A variable that only results carry has a list of one dtype, or
// gets its dtype from a DTypeAttr.
class T<string variable, list<DType> dtypeList> {
  string name = variable;
  list<DType> dtypes = dtypeList;
}

//===----------------------------------------------------------------------===//
// Operands and results
//===----------------------------------------------------------------------===//

class TypeConstraint;

// A tensor whose dtype is the type variable of that name.
class TensorOf<string typeVariable> : TypeConstraint {
  string variable = typeVariable;
}
def Tensor : TensorOf<"T">;

// A tensor that a caller may leave out.
class Optional<TypeConstraint constraint> : TypeConstraint {
  TypeConstraint base = constraint;
}

// Any number of tensors. As a result it has as many as `count` says: the name
// of a variadic operand, of an array attribute (its length) or of an integer
// attribute; by default the variadic operand whose shape it has by SameAs.
class Variadic<TypeConstraint constraint, string countName = ""> : TypeConstraint {
  TypeConstraint base = constraint;
  string count = countName;
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

class Attr<string attrKind> {
  string kind = attrKind;
}

def SI64Attr : Attr<"i64">;
def F64Attr : Attr<"f64">;
def F32Attr : Attr<"f32">; // a double at the ABI, its value rounded to float
def BoolAttr : Attr<"bool">;
def StrAttr : Attr<"str">;
def SI64ArrayAttr : Attr<"i64[]">;
def F64ArrayAttr : Attr<"f64[]">;
def BoolArrayAttr : Attr<"bool[]">;

// One of a list of words: a string to callers, an `enum class` to kernels.
class EnumAttr<list<string> words> : Attr<"enum"> {
  list<string> choices = words;
}

// A dtype. With the name of a type variable it decides on the dtype of the
// results that carry it: `DTypeAttr<"U">:$dtype`.
class DTypeAttr<string typeVariable = ""> : Attr<"dtype"> {
  string variable = typeVariable;
}

// A list of sizes. Frameworks with symbolic shapes may give symbolic ones.
def ShapeAttr : Attr<"shape">;

// What a random operator draws from. Callers may leave it out: the framework's
// generator gives one then. The same seed gives the same numbers everywhere.
def SeedAttr : Attr<"seed">;

// An attribute that a caller may leave out; the default is written as in
// Python: "0.01", "-1", "true", "\"mean\"", "[1, 1]"; the word of an EnumAttr and
// the dtype of a DTypeAttr without quotes: "mean", "f32".
class DefaultValuedAttr<Attr attr, string value> : Attr<attr.kind> {
  Attr baseAttr = attr;
  string defaultValue = value;
}

// An attribute that a caller may leave out, which no value stands for. Kernels get
// its value, 0 or empty where there is none, and a flag `has_<name>`.
class OptionalAttr<Attr attr> : Attr<attr.kind> {
  Attr baseAttr = attr;
}

//===----------------------------------------------------------------------===//
// Traits
//===----------------------------------------------------------------------===//

class Trait<string traitName> {
  string name = traitName;
}

def Pure : Trait<"Pure">;
def NoSideEffect : Trait<"Pure">;   // OneFlow's and older MLIR's spelling
def NoMemoryEffect : Trait<"Pure">; // MLIR's spelling
def Elementwise : Trait<"Elementwise">;
def NoGrad : Trait<"NoGrad">;
def CpuOnly : Trait<"CpuOnly">;
def SupportNonContiguous : Trait<"SupportNonContiguous">;

//===----------------------------------------------------------------------===//
// Shape rules
//===----------------------------------------------------------------------===//

class Concat<string operandNames, string axisAttribute>
    : Concatenated<operandNames, axisAttribute>;

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

class Op<string mnemonic, list<Trait> traitList = []> : Described {
  string opName = mnemonic;
  list<Trait> traits = traitList;
  string summary = "";
  string description = "";

  dag input = (ins);
  dag output = (outs);
  dag attrs = (ins);
  list<T> types = [T<"T", [F32, F64]>];
}

#endif // OPGEN_OP_BASE

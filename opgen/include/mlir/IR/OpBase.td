//===- OpBase.td - what OneFlow's dialect needs of MLIR's vocabulary -------===//
//
// Stands in for MLIR's file of this name, so that specs in OneFlow's vocabulary
// are read without an installed MLIR. It declares the names such specs use, no
// more; an include directory with MLIR's own files goes before it.
//
//===----------------------------------------------------------------------===//

#ifndef OPGEN_MLIR_OP_BASE
#define OPGEN_MLIR_OP_BASE

def ins;
def outs;

//===----------------------------------------------------------------------===//
// Traits and interfaces
//===----------------------------------------------------------------------===//

class Trait;

class NativeOpTrait<string traitName> : Trait {
  string trait = traitName;
}

class InterfaceMethod<string methodDescription, string returns, string methodName,
                      dag parameters = (ins), string methodBody = "", string fallback = ""> {
  string description = methodDescription;
  string returnType = returns;
  string name = methodName;
  dag arguments = parameters;
  string body = methodBody;
  string defaultBody = fallback;
}

class StaticInterfaceMethod<string methodDescription, string returns, string methodName,
                            dag parameters = (ins), string methodBody = "", string fallback = "">
    : InterfaceMethod<methodDescription, returns, methodName, parameters, methodBody, fallback>;

class OpInterface<string interfaceName> : Trait {
  string cppInterfaceName = interfaceName;
  string description = "";
  string cppNamespace = "";
  list<InterfaceMethod> methods = [];
}

class DeclareOpInterfaceMethods<OpInterface interfaceOfOp, list<string> overridden = []> : Trait {
  OpInterface baseInterface = interfaceOfOp;
  list<string> alwaysOverriddenMethods = overridden;
}

def NoSideEffect : Trait;
def NoMemoryEffect : Trait;
def Pure : Trait;
def ConstantLike : Trait;
def AttrSizedOperandSegments : Trait;
def AttrSizedResultSegments : Trait;
def SameOperandsAndResultType : Trait;

//===----------------------------------------------------------------------===//
// Dialects
//===----------------------------------------------------------------------===//

class Dialect {
  string name = ?;
  string summary = ?;
  string description = ?;
  string cppNamespace = ?;
  list<string> dependentDialects = [];
  code extraClassDeclaration = ?;
  bit hasConstantMaterializer = 0;
  bit useDefaultTypePrinterParser = 0;
  bit useDefaultAttributePrinterParser = 0;
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

class TypeConstraint;
class Type : TypeConstraint;

def AnyType : Type;

class Optional<Type constraint> : TypeConstraint {
  Type baseType = constraint;
}

class Variadic<Type constraint> : TypeConstraint {
  Type baseType = constraint;
}

class TensorOf<list<Type> elements> : Type {
  list<Type> allowedTypes = elements;
}

class TypeDef<Dialect owner, string typeName, list<Trait> typeTraits = []> : Type {
  Dialect dialect = owner;
  string cppClassName = typeName;
  list<Trait> traits = typeTraits;
  string mnemonic = ?;
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

class Attr;

class AttrDef<Dialect owner, string attrName, list<Trait> attrTraits = []> : Attr {
  Dialect dialect = owner;
  string cppClassName = attrName;
  list<Trait> traits = attrTraits;
  string mnemonic = ?;
  string summary = "";
  string description = "";
  dag parameters = (ins);
  string assemblyFormat = ?;
}

class TypedArrayAttrBase<Attr element, string attrSummary> : Attr {
  Attr elementAttr = element;
  string summary = attrSummary;
}

class Pred;

class CPred<string condition> : Pred {
  string predExpr = condition;
}

class StringBasedAttr<Pred condition, string attrSummary> : Attr {
  Pred predicate = condition;
  string summary = attrSummary;
}

class FloatElementsAttr<int width> : Attr {
  int bitWidth = width;
}

class OptionalAttr<Attr attr> : Attr {
  Attr baseAttr = attr;
}

class DefaultValuedAttr<Attr attr, string value> : Attr {
  Attr baseAttr = attr;
  string defaultValue = value;
}

class I32EnumAttrCase<string caseName, int caseValue> {
  string symbol = caseName;
  int value = caseValue;
}

class I32EnumAttr<string enumName, string enumSummary, list<I32EnumAttrCase> cases> : Attr {
  string className = enumName;
  string summary = enumSummary;
  list<I32EnumAttrCase> enumerants = cases;
  string cppNamespace = "";
  string stringToSymbolFnName = "";
  string symbolToStringFnName = "";
}

def BoolAttr : Attr;
def SI32Attr : Attr;
def SI64Attr : Attr;
def I32Attr : Attr;
def I64Attr : Attr;
def F16Attr : Attr;
def F32Attr : Attr;
def F64Attr : Attr;
def StrAttr : Attr;
def I32ArrayAttr : Attr;
def I64ArrayAttr : Attr;
def F32ArrayAttr : Attr;
def StrArrayAttr : Attr;
def I32ElementsAttr : Attr;
def DenseI32ArrayAttr : Attr;
def FlatSymbolRefAttr : Attr;
def SymbolNameAttr : Attr;

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

class OpBuilder<dag parameterList, code builderBody = ""> {
  dag dagParams = parameterList;
  code body = builderBody;
}

class CArg<string cppType, string value = ""> {
  string type = cppType;
  string defaultValue = value;
}

class Op<Dialect owner, string mnemonic, list<Trait> opTraits = []> {
  Dialect opDialect = owner;
  string opName = mnemonic;
  string cppNamespace = owner.cppNamespace;
  list<Trait> traits = opTraits;
  string summary = "";
  string description = "";
  dag arguments = (ins);
  dag results = (outs);
  list<OpBuilder> builders = ?;
  code extraClassDeclaration = ?;
  string assemblyFormat = ?;
  bit hasCanonicalizer = 0;
  bit hasFolder = 0;
  bit hasVerifier = 0;
  bit hasCustomAssemblyFormat = 0;
}

def CallOpInterface : OpInterface<"CallOpInterface">;
def InferTypeOpInterface : OpInterface<"InferTypeOpInterface">;

#endif // OPGEN_MLIR_OP_BASE

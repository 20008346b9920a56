//===- OpBase.td - what dialects of tensors need of MLIR's vocabulary ------===//
//
// Stands in for MLIR's file of this name, so that dialects, OneFlow's for one,
// are read without an installed MLIR. It declares the names that dialects of
// operations on tensors use, no more; an include directory with MLIR's own files
// goes before it.
//
//===----------------------------------------------------------------------===//

#ifndef OPGEN_MLIR_OP_BASE
#define OPGEN_MLIR_OP_BASE

def ins;
def outs;

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

class Pred;

class CPred<code condition> : Pred {
  code predExpr = condition;
}

class PredCombinerKind;
def PredCombinerAnd : PredCombinerKind;
def PredCombinerOr : PredCombinerKind;
def PredCombinerNot : PredCombinerKind;
def PredCombinerSubstLeaves : PredCombinerKind;
def PredCombinerConcat : PredCombinerKind;

class CombinedPred<PredCombinerKind combiner, list<Pred> parts> : Pred {
  PredCombinerKind kind = combiner;
  list<Pred> children = parts;
}

class And<list<Pred> parts> : CombinedPred<PredCombinerAnd, parts>;
class Or<list<Pred> parts> : CombinedPred<PredCombinerOr, parts>;
class Neg<Pred part> : CombinedPred<PredCombinerNot, [part]>;

class SubstLeaves<string from, string to, Pred part>
    : CombinedPred<PredCombinerSubstLeaves, [part]> {
  string pattern = from;
  string replacement = to;
}

class Concat<string before, Pred part, string after>
    : CombinedPred<PredCombinerConcat, [part]> {
  string prefix = before;
  string suffix = after;
}

class Constraint<Pred condition, string text = ""> {
  Pred predicate = condition;
  string summary = text;
}

class TypeConstraint<Pred condition = CPred<"true">, string text = "",
                     string cppClass = "::mlir::Type"> : Constraint<condition, text> {
  string cppType = cppClass;
}
class AttrConstraint<Pred condition = CPred<"true">, string text = "">
    : Constraint<condition, text>;
class RegionConstraint<Pred condition, string text = ""> : Constraint<condition, text>;
class SuccessorConstraint<Pred condition, string text = ""> : Constraint<condition, text>;

//===----------------------------------------------------------------------===//
// Traits and interfaces
//===----------------------------------------------------------------------===//

class Trait;

class TraitList<list<Trait> parts> : Trait {
  list<Trait> traits = parts;
}

class NativeOpTrait<string traitName, list<Trait> implied = []> : Trait {
  string trait = traitName;
  list<Trait> dependentTraits = implied;
}

class ParamNativeOpTrait<string traitName, string parameters, list<Trait> implied = []>
    : NativeOpTrait<traitName # "<" # parameters # ">::Impl", implied>;

class PredTrait<string text, Pred condition> : Trait {
  string summary = text;
  Pred predicate = condition;
}

class PredOpTrait<string text, Pred condition, list<Trait> implied = []>
    : PredTrait<text, condition> {
  list<Trait> dependentTraits = implied;
}

class AllMatchSameOperatorTrait<list<string> names, string whose, string what>
    : PredOpTrait<"all of {" # !interleave(names, ", ") # "} have the same " # what,
                  CPred<whose>> {
  list<string> values = names;
}

class AllTypesMatch<list<string> names>
    : AllMatchSameOperatorTrait<names, "$_self.getType()", "type">;
class AllElementTypesMatch<list<string> names>
    : AllMatchSameOperatorTrait<names, "getElementTypeOrSelf($_self)", "element type">;
class AllShapesMatch<list<string> names>
    : AllMatchSameOperatorTrait<names, "getShape($_self)", "shape">;
class AllRanksMatch<list<string> names>
    : AllMatchSameOperatorTrait<names, "getRank($_self)", "rank">;

class TypesMatchWith<string text, string left, string right, string change,
                     string comparison = "std::equal_to<>()">
    : PredOpTrait<text, CPred<comparison # "(" # change # ")">> {
  string lhs = left;
  string rhs = right;
  string transformer = change;
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
def AlwaysSpeculatable : Trait;
def Pure : TraitList<[AlwaysSpeculatable, NoMemoryEffect]>;
def ConstantLike : NativeOpTrait<"ConstantLike">;
def Commutative : NativeOpTrait<"IsCommutative">;
def Idempotent : NativeOpTrait<"IsIdempotent">;
def Involution : NativeOpTrait<"IsInvolution">;
def IsolatedFromAbove : NativeOpTrait<"IsIsolatedFromAbove">;
def Terminator : NativeOpTrait<"IsTerminator">;
def AttrSizedOperandSegments : NativeOpTrait<"AttrSizedOperandSegments">;
def AttrSizedResultSegments : NativeOpTrait<"AttrSizedResultSegments">;
def SameVariadicOperandSize : NativeOpTrait<"SameVariadicOperandSize">;
def SameVariadicResultSize : NativeOpTrait<"SameVariadicResultSize">;
def SameTypeOperands : NativeOpTrait<"SameTypeOperands">;
def SameOperandsShape : NativeOpTrait<"SameOperandsShape">;
def SameOperandsElementType : NativeOpTrait<"SameOperandsElementType">;
def SameOperandsAndResultShape : NativeOpTrait<"SameOperandsAndResultShape">;
def SameOperandsAndResultElementType : NativeOpTrait<"SameOperandsAndResultElementType">;
def SameOperandsAndResultType : NativeOpTrait<"SameOperandsAndResultType">;
def ResultsBroadcastableShape : NativeOpTrait<"ResultsBroadcastableShape">;
def Elementwise : NativeOpTrait<"Elementwise">;
def Scalarizable : NativeOpTrait<"Scalarizable", [Elementwise]>;
def Vectorizable : NativeOpTrait<"Vectorizable", [Elementwise]>;
def Tensorizable : NativeOpTrait<"Tensorizable", [Elementwise]>;
def ElementwiseMappable : TraitList<[Elementwise, Scalarizable, Vectorizable, Tensorizable]>;

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

class Type<Pred condition = CPred<"true">, string text = "",
           string cppClass = "::mlir::Type"> : TypeConstraint<condition, text, cppClass>;

def AnyType : Type<CPred<"true">, "any type">;

class Optional<Type constraint> : TypeConstraint {
  Type baseType = constraint;
}

class Variadic<Type constraint> : TypeConstraint {
  Type baseType = constraint;
}

class AnyTypeOf<list<Type> elements, string text = "">
    : Type<Or<!foreach(element, elements, element.predicate)>,
           !if(!empty(text), !interleave(!foreach(e, elements, e.summary), " or "), text)> {
  list<Type> allowedTypes = elements;
}

class AllOfType<list<Type> elements, string text = "">
    : Type<And<!foreach(element, elements, element.predicate)>,
           !if(!empty(text), !interleave(!foreach(e, elements, e.summary), " and "), text)> {
  list<Type> allowedTypes = elements;
}

class ConfinedType<Type constraint, list<Pred> conditions, string text = "">
    : Type<And<!listconcat([constraint.predicate], conditions)>, text> {
  Type baseType = constraint;
  list<Pred> predicateList = conditions;
}

class I<int width>
    : Type<CPred<"$_self.isSignlessInteger(" # width # ")">, width # "-bit signless integer"> {
  int bitwidth = width;
}
class SI<int width>
    : Type<CPred<"$_self.isSignedInteger(" # width # ")">, width # "-bit signed integer"> {
  int bitwidth = width;
}
class UI<int width>
    : Type<CPred<"$_self.isUnsignedInteger(" # width # ")">, width # "-bit unsigned integer"> {
  int bitwidth = width;
}
class AnyI<int width> : Type<CPred<"$_self.isInteger(" # width # ")">, width # "-bit integer"> {
  int bitwidth = width;
}
class F<int width> : Type<CPred<"$_self.isF" # width # "()">, width # "-bit float"> {
  int bitwidth = width;
}

foreach width = [1, 8, 16, 32, 64] in {
  def I#width : I<width>;
  def SI#width : SI<width>;
  def UI#width : UI<width>;
  def AnyI#width : AnyI<width>;
}
foreach width = [16, 32, 64] in
  def F#width : F<width>;
def BF16 : Type<CPred<"$_self.isBF16()">, "bfloat16 type">;

def Index : Type<CPred<"$_self.isIndex()">, "index">;
def AnyFloat : Type<CPred<"$_self.isFloat()">, "floating-point">;
def AnyInteger : Type<CPred<"$_self.isInteger()">, "integer">;
def AnySignlessInteger : Type<CPred<"$_self.isSignlessInteger()">, "signless integer">;
def AnySignedInteger : Type<CPred<"$_self.isSignedInteger()">, "signed integer">;
def AnyUnsignedInteger : Type<CPred<"$_self.isUnsignedInteger()">, "unsigned integer">;
def AnySignlessIntegerOrIndex
    : Type<CPred<"$_self.isSignlessIntOrIndex()">, "signless integer or index">;

class ShapedContainerType<list<Type> elements, Pred container, string text>
    : Type<And<[container, SubstLeaves<"$_self", "getElementTypeOrSelf($_self)",
                                       AnyTypeOf<elements>.predicate>]>,
           text # " of " # AnyTypeOf<elements>.summary # " values"> {
  list<Type> allowedTypes = elements;
}

def IsTensorTypePred : CPred<"::llvm::isa<::mlir::TensorType>($_self)">;
def IsRankedTensorTypePred : CPred<"::llvm::isa<::mlir::RankedTensorType>($_self)">;
def IsUnrankedTensorTypePred : CPred<"::llvm::isa<::mlir::UnrankedTensorType>($_self)">;
def IsMemRefTypePred : CPred<"::llvm::isa<::mlir::MemRefType>($_self)">;
def IsVectorTypePred : CPred<"::llvm::isa<::mlir::VectorType>($_self)">;
def HasStaticShapePred : CPred<"::llvm::cast<::mlir::ShapedType>($_self).hasStaticShape()">;
def HasValueSemanticsPred : CPred<"$_self.hasTrait<::mlir::ValueSemantics>()">;

class HasAnyRankOfPred<list<int> ranks>
    : Or<!foreach(rank, ranks,
                  CPred<"::llvm::cast<::mlir::ShapedType>($_self).getRank() == " # rank>)>;
class HasRankGreaterOrEqualPred<int rank>
    : And<[CPred<"::llvm::cast<::mlir::ShapedType>($_self).getRank() >= " # rank>]>;

class TensorOf<list<Type> elements, list<Pred> conditions = [], string text = "tensor">
    : ShapedContainerType<elements, And<!listconcat([IsTensorTypePred], conditions)>, text>;
class RankedTensorOf<list<Type> elements, list<Pred> conditions = [],
                     string text = "ranked tensor">
    : TensorOf<elements, !listconcat([IsRankedTensorTypePred], conditions), text>;
class UnrankedTensorOf<list<Type> elements>
    : TensorOf<elements, [IsUnrankedTensorTypePred], "unranked tensor">;
class Non0RankedTensorOf<list<Type> elements>
    : TensorOf<elements, [HasRankGreaterOrEqualPred<1>], "non-0-ranked tensor">;
class StaticShapeTensorOf<list<Type> elements>
    : RankedTensorOf<elements, [HasStaticShapePred], "statically shaped tensor">;
class TensorRankOf<list<Type> elements, list<int> ranks>
    : RankedTensorOf<elements, [HasAnyRankOfPred<ranks>],
                     !interleave(!foreach(rank, ranks, rank # "D"), "/") # " tensor">;
class 0DTensorOf<list<Type> elements> : TensorRankOf<elements, [0]>;
class 1DTensorOf<list<Type> elements> : TensorRankOf<elements, [1]>;
class 2DTensorOf<list<Type> elements> : TensorRankOf<elements, [2]>;
class 3DTensorOf<list<Type> elements> : TensorRankOf<elements, [3]>;
class 4DTensorOf<list<Type> elements> : TensorRankOf<elements, [4]>;

def AnyTensor : TensorOf<[AnyType]>;
def AnyRankedTensor : RankedTensorOf<[AnyType]>;
def AnyUnrankedTensor : UnrankedTensorOf<[AnyType]>;
def AnyNon0RankedTensor : Non0RankedTensorOf<[AnyType]>;
def AnyStaticShapeTensor : StaticShapeTensorOf<[AnyType]>;
def I1Tensor : TensorOf<[I1]>;
def I8Tensor : TensorOf<[I8]>;
def I16Tensor : TensorOf<[I16]>;
def I32Tensor : TensorOf<[I32]>;
def I64Tensor : TensorOf<[I64]>;
def IndexTensor : TensorOf<[Index]>;
def BF16Tensor : TensorOf<[BF16]>;
def F16Tensor : TensorOf<[F16]>;
def F32Tensor : TensorOf<[F32]>;
def F64Tensor : TensorOf<[F64]>;

class MemRefOf<list<Type> elements> : ShapedContainerType<elements, IsMemRefTypePred, "memref">;
class VectorOfNonZeroRankOf<list<Type> elements>
    : ShapedContainerType<elements, IsVectorTypePred, "vector">;
class VectorOfAnyRankOf<list<Type> elements>
    : ShapedContainerType<elements, IsVectorTypePred, "vector">;
def AnyMemRef : MemRefOf<[AnyType]>;
def AnyVectorOfNonZeroRank : VectorOfNonZeroRankOf<[AnyType]>;
def AnyVectorOfAnyRank : VectorOfAnyRankOf<[AnyType]>;

class TypeOrValueSemanticsContainer<Type element, string text>
    : Type<Or<[element.predicate,
               ShapedContainerType<[element], HasValueSemanticsPred, "container">.predicate]>,
           text>;
def BoolLike : TypeOrValueSemanticsContainer<I1, "bool-like">;
def SignlessIntegerLike
    : TypeOrValueSemanticsContainer<AnySignlessInteger, "signless-integer">;
def SignlessIntegerOrIndexLike
    : TypeOrValueSemanticsContainer<AnySignlessIntegerOrIndex, "signless-integer-like">;
def FloatLike : TypeOrValueSemanticsContainer<AnyFloat, "floating-point-like">;

class TypeDef<Dialect owner, string typeName, list<Trait> typeTraits = []>
    : Type<CPred<"::llvm::isa<" # owner.cppNamespace # "::" # typeName # "Type>($_self)">,
           typeName> {
  Dialect dialect = owner;
  string cppClassName = typeName;
  list<Trait> traits = typeTraits;
  string mnemonic = ?;
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

class Attr<Pred condition = CPred<"true">, string text = ""> : AttrConstraint<condition, text>;

class AttrDef<Dialect owner, string attrName, list<Trait> attrTraits = []> : Attr {
  Dialect dialect = owner;
  string cppClassName = attrName;
  list<Trait> traits = attrTraits;
  string mnemonic = ?;
  string description = "";
  dag parameters = (ins);
  string assemblyFormat = ?;
}

class OptionalAttr<Attr attr> : Attr {
  Attr baseAttr = attr;
}

class DefaultValuedAttr<Attr attr, string value> : Attr {
  Attr baseAttr = attr;
  string defaultValue = value;
}
class DefaultValuedOptionalAttr<Attr attr, string value> : DefaultValuedAttr<attr, value>;
class DefaultValuedStrAttr<Attr attr, string value>
    : DefaultValuedAttr<attr, "\"" # value # "\"">;

class ConfinedAttr<Attr attr, list<AttrConstraint> constraints> : Attr {
  Attr baseAttr = attr;
  list<AttrConstraint> attrConstraints = constraints;
}

class IntMinValue<int least>
    : AttrConstraint<CPred<"::llvm::cast<::mlir::IntegerAttr>($_self).getInt() >= " # least>>;
class IntMaxValue<int most>
    : AttrConstraint<CPred<"::llvm::cast<::mlir::IntegerAttr>($_self).getInt() <= " # most>>;
def IntNonNegative : IntMinValue<0>;
def IntPositive : IntMinValue<1>;
class ArrayCount<int count>
    : AttrConstraint<CPred<"::llvm::cast<::mlir::ArrayAttr>($_self).size() == " # count>>;
class ArrayMinCount<int count>
    : AttrConstraint<CPred<"::llvm::cast<::mlir::ArrayAttr>($_self).size() >= " # count>>;
class ArrayMaxCount<int count>
    : AttrConstraint<CPred<"::llvm::cast<::mlir::ArrayAttr>($_self).size() <= " # count>>;
class DenseArrayCount<int count> : ArrayCount<count>;
class DenseArrayMinCt<int count> : ArrayMinCount<count>;
class DenseArrayMaxCt<int count> : ArrayMaxCount<count>;

class TypedArrayAttrBase<Attr element, string text> : Attr<CPred<"true">, text> {
  Attr elementAttr = element;
}

class StringBasedAttr<Pred condition, string text> : Attr<condition, text>;

class FloatElementsAttr<int width> : Attr<CPred<"true">, width # "-bit float elements"> {
  int bitWidth = width;
}

class TypeAttrBase<Pred condition, string text>
    : Attr<SubstLeaves<"$_self", "::llvm::cast<::mlir::TypeAttr>($_self).getValue()", condition>,
           text>;
def TypeAttr : TypeAttrBase<CPred<"true">, "any type attribute">;
class TypeAttrOf<Type type> : TypeAttrBase<type.predicate, "type attribute of " # type.summary>;

class EnumCase<string enumerator, int number, string text> {
  string symbol = enumerator;
  int value = number;
  string str = text;
}
class I32EnumAttrCase<string enumerator, int number, string text = enumerator>
    : EnumCase<enumerator, number, text>;
class I64EnumAttrCase<string enumerator, int number, string text = enumerator>
    : EnumCase<enumerator, number, text>;
class I32BitEnumAttrCaseNone<string enumerator, string text = enumerator>
    : EnumCase<enumerator, 0, text>;
class I32BitEnumAttrCaseBit<string enumerator, int position, string text = enumerator>
    : EnumCase<enumerator, !shl(1, position), text>;

class EnumInfo<string enumName, string text, list<EnumCase> cases> : Attr<CPred<"true">, text> {
  string className = enumName;
  list<EnumCase> enumerants = cases;
  string cppNamespace = "";
  string stringToSymbolFnName = "";
  string symbolToStringFnName = "";
  bit genSpecializedAttr = 1;
}
class I32EnumAttr<string enumName, string text, list<EnumCase> cases>
    : EnumInfo<enumName, text, cases>;
class I64EnumAttr<string enumName, string text, list<EnumCase> cases>
    : EnumInfo<enumName, text, cases>;
class I32BitEnumAttr<string enumName, string text, list<EnumCase> cases>
    : EnumInfo<enumName, text, cases> {
  string separator = "|";
}
class EnumAttr<Dialect owner, EnumInfo info, string keyword = "", list<Trait> attrTraits = []>
    : AttrDef<owner, info.className, attrTraits> {
  EnumInfo enum = info;
  string cppNamespace = info.cppNamespace;
  let summary = info.summary;
  let mnemonic = keyword;
}

class NamedAttr<string text> : Attr<CPred<"true">, text # " attribute">;

def UnitAttr : NamedAttr<"unit">;
def BoolAttr : NamedAttr<"bool">;
def StrAttr : NamedAttr<"string">;
def IndexAttr : NamedAttr<"index">;
foreach width = [1, 8, 16, 32, 64] in {
  def I#width#Attr : NamedAttr<width # "-bit signless integer">;
  def SI#width#Attr : NamedAttr<width # "-bit signed integer">;
  def UI#width#Attr : NamedAttr<width # "-bit unsigned integer">;
}
foreach width = [16, 32, 64] in
  def F#width#Attr : NamedAttr<width # "-bit float">;
foreach width = [32, 64] in {
  def I#width#ArrayAttr : NamedAttr<width # "-bit integer array">;
  def F#width#ArrayAttr : NamedAttr<width # "-bit float array">;
  def DenseF#width#ArrayAttr : NamedAttr<width # "-bit float dense array">;
}
foreach width = [8, 16, 32, 64] in
  def DenseI#width#ArrayAttr : NamedAttr<width # "-bit integer dense array">;
def BoolArrayAttr : NamedAttr<"bool array">;
def DenseBoolArrayAttr : NamedAttr<"bool dense array">;
def StrArrayAttr : NamedAttr<"string array">;
def ArrayAttr : NamedAttr<"array">;
def AnyAttr : NamedAttr<"any">;
def DictionaryAttr : NamedAttr<"dictionary">;
def ElementsAttr : NamedAttr<"constant tensor">;
def I32ElementsAttr : NamedAttr<"32-bit integer elements">;
def FlatSymbolRefAttr : NamedAttr<"flat symbol reference">;
def SymbolRefAttr : NamedAttr<"symbol reference">;
def SymbolNameAttr : NamedAttr<"symbol name">;

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

class Region<Pred condition = CPred<"true">, string text = ""> : RegionConstraint<condition, text>;
def AnyRegion : Region<CPred<"true">, "any region">;
class SizedRegion<int count> : Region<CPred<"true">, "region with " # count # " blocks">;
class MinSizedRegion<int count> : Region<CPred<"true">, "region with at least " # count # " blocks">;
class VariadicRegion<Region each> : Region<each.predicate, each.summary>;
def region;

class Successor<Pred condition = CPred<"true">, string text = "">
    : SuccessorConstraint<condition, text>;
def AnySuccessor : Successor<CPred<"true">, "any successor">;
class VariadicSuccessor<Successor each> : Successor<each.predicate, each.summary>;
def successor;

class OpVariable<Constraint variable, string text = ""> {
  Constraint constraint = variable;
  string summary = text;
}
class Arg<Constraint variable, string text = ""> : OpVariable<variable, text>;
class Res<Constraint variable, string text = ""> : OpVariable<variable, text>;

class Op<Dialect owner, string mnemonic, list<Trait> opTraits = []> {
  Dialect opDialect = owner;
  string opName = mnemonic;
  string cppNamespace = owner.cppNamespace;
  list<Trait> traits = opTraits;
  string summary = "";
  string description = "";
  dag arguments = (ins);
  dag results = (outs);
  dag regions = (region);
  dag successors = (successor);
  list<OpBuilder> builders = ?;
  bit skipDefaultBuilders = 0;
  code extraClassDeclaration = ?;
  code extraClassDefinition = ?;
  string assemblyFormat = ?;
  bit hasCanonicalizer = 0;
  bit hasCanonicalizeMethod = 0;
  bit hasFolder = 0;
  bit hasVerifier = 0;
  bit hasRegionVerifier = 0;
  bit hasCustomAssemblyFormat = 0;
}

def CallOpInterface : OpInterface<"CallOpInterface">;
def InferTypeOpInterface : OpInterface<"InferTypeOpInterface">;

#endif // OPGEN_MLIR_OP_BASE

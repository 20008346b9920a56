// What is said about an operator beside its operands, results and attributes:
// shapes, formulas, gradients, samples, devices. "opgen/OpBase.td" includes it.
// A dialect in MLIR's vocabulary includes it too, and lets its operations derive
// from Described.

#ifndef OPGEN_RULES
#define OPGEN_RULES

//===----------------------------------------------------------------------===//
// Libraries
//===----------------------------------------------------------------------===//

// A library groups operators: one Python package, one kernel library, one
// dispatcher namespace. `prefix` goes in front of an operator's name in
// registries that are flat (OneFlow, MindSpore); it may be empty.
class Library<string libraryName> {
  string name = libraryName;
  string prefix = libraryName # "_";
  string summary = "";
}

//===----------------------------------------------------------------------===//
// Element types
//===----------------------------------------------------------------------===//

class DType<string dtypeName> {
  string name = dtypeName;
}

//===----------------------------------------------------------------------===//
// Devices and precision
//===----------------------------------------------------------------------===//

// A device that has a kernel, with the dtypes it serves (all of the type
// variables if the list is empty) and its memory layouts, by its own names.
class Device<string deviceName, list<DType> dtypeList, list<string> formatList> {
  string name = deviceName;
  list<DType> dtypes = dtypeList;
  list<string> formats = formatList;
}
class CPU<list<DType> dtypeList = [], list<string> formatList = []>
    : Device<"cpu", dtypeList, formatList>;
class CUDA<list<DType> dtypeList = [], list<string> formatList = []>
    : Device<"cuda", dtypeList, formatList>;
class NPU<list<DType> dtypeList = [], list<string> formatList = []>
    : Device<"npu", dtypeList, formatList>;

// What becomes of promoted operands that are integers or booleans: FloatIfInt
// makes them f32.
class PromotionMode<string modeName> {
  string name = modeName;
}
def KeepInt : PromotionMode<"standard">;
def FloatIfInt : PromotionMode<"float if int">;

// Operands of one type variable that may come with different dtypes: they are
// converted to the one that can hold all of them.
class Promotion;
class Promote<list<string> operandNames, PromotionMode promotionMode = KeepInt> : Promotion {
  list<string> operands = operandNames;
  PromotionMode mode = promotionMode;
}
def NoPromote : Promotion;

// Kernels compute with elements of the first dtype as elements of the second.
class ComputeIn<DType elementType, DType computeType> {
  DType dtype = elementType;
  DType compute = computeType;
}

// A variant of the operator, its name with a `_` after it, that writes a result
// over an operand.
class Inplace<string operandName, string resultName> {
  string operand = operandName;
  string result = resultName;
}

//===----------------------------------------------------------------------===//
// Shape rules
//===----------------------------------------------------------------------===//

class ShapeRule;

// The results have the shape of one operand; in an Elementwise operator all
// operands must have it.
class SameAs<string operandName> : ShapeRule {
  string operand = operandName;
}

// The results have the shape that the operands broadcast to, by NumPy's rules.
class Broadcast<list<string> operandNames> : ShapeRule {
  list<string> operands = operandNames;
}

// The results have the shape of an operand without some axes. `axesAttribute`
// is an attribute with one axis or a list, an empty one for all axes; where the
// boolean attribute `keepdimAttribute` holds, the axes stay with size 1.
class Reduce<string operandName, string axesAttribute,
             string keepdimAttribute = ""> : ShapeRule {
  string operand = operandName;
  string axes = axesAttribute;
  string keepdim = keepdimAttribute;
}

// The results have the shape of tensors one behind the other along an axis:
// those of a variadic operand, or of several: "x, y". The prelude calls it
// Concat, a name that MLIR has for something else.
class Concatenated<string operandNames, string axisAttribute> : ShapeRule {
  string operands = operandNames;
  string axis = axisAttribute;
}

// One rule for each result, in order. Where letters have to be the same in
// several operands, `operandGroups` says it: "... m k, k n, n", one group each.
// A Reduce as `splitRule` makes the name of its attribute a letter that stands
// for the dimensions which it names; `...` are the others then.
def NoSplit : ShapeRule;
class PerResult<list<ShapeRule> ruleList, string operandGroups = "",
                ShapeRule splitRule = NoSplit> : ShapeRule {
  list<ShapeRule> rules = ruleList;
  string operands = operandGroups;
  ShapeRule split = splitRule;
}

// Dims that count where a condition on attributes and ranks holds.
class DimsIf<string conditionText, string dimsText> {
  string condition = conditionText;
  string dims = dimsText;
}

// A condition on sizes, ranks and attributes that every call has to meet, and
// what is said where it doesn't: Check<"rank(x) == 4", "x has rank {rank(x)}">.
class Check<string conditionText, string messageText = ""> {
  string condition = conditionText;
  string message = messageText;
}

//===----------------------------------------------------------------------===//
// Samples
//===----------------------------------------------------------------------===//

// Arguments to try an operator with: shapes of the operands, values of the
// attributes, sizes of the letters. An absent optional operand is `none`.
//   Sample<"x:[m,k] weight:[n,k] bias:none use_bias:false", "m=3,k=5,n=2">
// A third string is a name for it in the reports of "opgen verify".
class Sample<string argumentList, string sizeList = "", string sampleName = ""> {
  string arguments = argumentList;
  string sizes = sizeList;
  string name = sampleName;
}

// Arguments that have to be refused, and a part of what the call has to say.
class Error<string argumentList, string messageText, string sizeList = ""> {
  string arguments = argumentList;
  string message = messageText;
  string sizes = sizeList;
}

// How far results of a dtype may be from the reference, relative to it.
class Tol<DType dtypeName, string value> {
  DType dtype = dtypeName;
  string tolerance = value;
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

class Described {
  Library library = ?;

  // Where kernels run, by default on the CPU; which operands may come with
  // different dtypes; in what kernels compute, by default half types in f32.
  list<Device> devices = [];
  Promotion promote = NoPromote;
  list<ComputeIn> compute_in = [];

  // Results that are written over operands by a variant in place, and results
  // that are kept for the gradient without being given to callers.
  list<Inplace> inplace = [];
  list<string> save = [];

  // The shapes of the results: a named rule, or `dims`, one group of letters
  // for each operand and each result: "... m k, n k -> ... m n", or a formula
  // for each result: "y = [x[0], (x[1] - size) // stride + 1]".
  ShapeRule shape = ?;
  string dims = "";
  list<DimsIf> dims_if = [];
  list<string> shape_expr = [];
  list<Check> checks = [];

  // What is computed, as formulas: "y = x * sigmoid(alpha * x)", and with the letters of
  // `dims` "y = sum[k](x * w) + b". It fills in the kernel, the reference and the gradient.
  // `kink` is the derivative of relu, abs, clamp, max where they have none: "zero" or "half".
  string expr = "";
  string kink = "zero";

  // The gradient: each entry names operands and the backward op that computes
  // their gradients, "x, weight = linear_grad(dy, x, weight)". The gradient of
  // a result y is called dy. `nondiff` lists operands that have none.
  list<string> grad = [];
  list<string> nondiff = [];

  // How to run it on several devices. A letter of `dims` is an axis along which
  // tensors can be cut; `no_split` lists those that must stay whole. The op is
  // a linear function of each operand in `linear` while the others stay as they
  // are. `sbp` writes signatures out, "a:S(0) b:B -> S(0)": S(axis) is cut,
  // B whole, P a term of a sum.
  list<string> linear = [];
  list<string> no_split = [];
  list<string> sbp = [];

  // How to try it out. `reference` is the body of a Python function over NumPy
  // arrays, `np` and `sum_to(array, shape)`.
  list<Sample> samples = [];
  code reference = [{}];

  // Arguments that have to be refused; the values that samples have, "x in
  // (-10, 10) avoid {0}; index in [0, x[0])"; how exact results have to be.
  list<Error> errors = [];
  string domain = "";
  list<Tol> tol = [];

  // The mnemonic that this operator had before, with "library." in front if
  // it was in another one; files and edits move along.
  string renamed_from = "";

  // The name in registries that all libraries share, OneFlow's for one; by
  // default the library's prefix and the mnemonic.
  string registered_name = "";

  // Hooks: a developer writes this function by hand.
  bit has_check_fn = 0;
  bit has_logical_tensor_desc_infer_fn = 0;
  bit has_physical_tensor_desc_infer_fn = 0;
  bit has_get_sbp_fn = 0;
  bit has_sbp_signature_infer_fn = 0;
  bit has_data_type_infer_fn = 0;
  bit has_device_and_stream_infer_fn = 0;
  bit has_input_arg_modify_fn = 0;
  bit has_output_arg_modify_fn = 0;
  bit has_output_blob_time_shape_infer_fn = 0;
  bit has_nd_sbp_infer_fn = 0;
  bit has_compute_complexity_fn = 0;
  bit has_get_nd_sbp_fn = 0;
  bit has_dump_nd_sbp_signature_for_op_conf_fn = 0;
}

#endif // OPGEN_RULES

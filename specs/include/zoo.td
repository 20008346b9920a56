// What the specs of the operators in specs/zoo share.

#ifndef ZOO_LIBRARY
#define ZOO_LIBRARY

include "opgen/OpBase.td"

def Zoo : Library<"zoo"> {
  let summary = "Operators of every family, from one line each to hand-written kernels";
}

defvar Floats = [F16, BF16, F32, F64];
defvar Numbers = [F16, BF16, F32, F64, I32, I64];
defvar Everything = [F16, BF16, F32, F64, I32, I64, Bool];

defvar OfNumbers = [T<"T", Numbers>];
defvar WithIndex = [T<"T", Floats>, T<"I", [I32, I64]>];

// What every operator of the zoo has kernels for.
defvar CpuAndCuda = [CPU<>, CUDA<>];

#endif // ZOO_LIBRARY

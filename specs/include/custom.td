// The library of the operators in this folder. Its name prefix is empty: in a
// flat registry `leaky_relu_yzh` is registered under just that name.

#ifndef CUSTOM_LIBRARY
#define CUSTOM_LIBRARY

include "opgen/OpBase.td"

def Custom : Library<"custom"> {
  let prefix = "";
  let summary = "Example operators, each with its gradient";
}

#endif // CUSTOM_LIBRARY

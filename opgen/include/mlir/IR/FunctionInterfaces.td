// Stands in for MLIR's file of this name: what dialects of tensors need of it is in OpBase.td.

include "mlir/IR/OpBase.td"

// Stands in for MLIR's file of this name: what OneFlow's dialect needs of it is in OpBase.td.

include "mlir/IR/OpBase.td"

"""Reading operators in MLIR's vocabulary (ODS): unmodified dialect files, into the model."""

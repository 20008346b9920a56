"""MindSpore: ``ops.Custom`` over the kernels, with gradients, as functions and as cells."""

"""Checks of generated operators inside torch_npu, run where opgen need not be installed.

They know the generated packages, the sample files beside them, the dispatcher and TorchAir. What
they share with the checks inside PyTorch they take from the package ``torch_suite`` beside them.
"""

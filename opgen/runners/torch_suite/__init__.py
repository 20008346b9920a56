"""Checks of generated operators inside PyTorch, run where opgen need not be installed.

They know the generated packages, the sample files beside them, and PyTorch's own checkers. So
that they can be found as ``torch_suite`` as well, they import each other relatively.
"""

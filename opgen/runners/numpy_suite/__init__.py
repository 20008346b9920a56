"""Checks of generated operators with NumPy, run where opgen need not be installed.

They know the generated package, the sample file and the reference beside it, and run on Python
3.8 and newer. So that they can be found as ``numpy_suite`` as well, they import each other
relatively.
"""

"""Checks of generated operators inside OneFlow, run where opgen need not be installed.

They know the generated packages, the sample files beside them, and how arguments are made of these
for NumPy. They are found beside the script that runs them, as ``oneflow_suite``.
"""

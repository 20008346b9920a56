"""Checks of generated operators inside MindSpore, run where opgen need not be installed.

They know the generated package, the sample file and the reference beside it. So that they can be
found as ``mindspore_suite`` as well, they import each other relatively.
"""

"""The checks of ``ascendc_checks.py``: host code and kernel run on the stand-in for CANN.

Part of a script that runs where opgen isn't installed: knows generated files only.
"""

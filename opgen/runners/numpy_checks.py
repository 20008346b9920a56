"""Check one generated operator with NumPy: a script of its own, run where NumPy is.

    python numpy_checks.py GENERATED LIBRARY OP [--quick]

Prints one JSON object for each check. Never imports opgen. Runs on Python 3.8 and newer.
"""

from __future__ import annotations

import sys

if __name__ == "__main__":
    from numpy_suite.run import main

    sys.exit(main())

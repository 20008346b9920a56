"""Check one generated operator on the stand-in for an AI core: a script of its own.

    python ascendc_checks.py GENERATED LIBRARY OP [--quick]

Prints one JSON object for each check. Needs NumPy and a C++ compiler; never imports opgen. Runs on
Python 3.8 and newer.
"""

from __future__ import annotations

import sys

if __name__ == "__main__":
    from ascendc_suite.run import main  # type: ignore[import-not-found]  # beside this script

    sys.exit(main())

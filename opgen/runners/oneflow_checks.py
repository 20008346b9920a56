"""Check one generated operator inside OneFlow: a script of its own, run where OneFlow is.

    python oneflow_checks.py GENERATED LIBRARY OP [--quick]

Prints one JSON object for each check. Never imports opgen.
"""

from __future__ import annotations

import sys

if __name__ == "__main__":
    from oneflow_suite.run import main  # type: ignore[import-not-found]  # beside this script

    sys.exit(main(sys.argv[1:]))

"""Check one generated operator inside PyTorch: a script of its own, run where PyTorch is.

    python torch_checks.py GENERATED LIBRARY OP [--quick]

Prints one JSON object for each check. Never imports opgen.
"""

from __future__ import annotations

import os
import sys

# Inductor would go on using graphs of a shape rule that has been corrected since.
os.environ.setdefault("TORCHINDUCTOR_FORCE_DISABLE_CACHES", "1")

if __name__ == "__main__":
    from torch_suite.run import main  # type: ignore[import-not-found]  # beside this script

    sys.exit(main(sys.argv[1:]))

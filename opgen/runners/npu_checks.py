"""Check generated operators of one library inside torch_npu: a script of its own, run where it is.

    python npu_checks.py GENERATED LIBRARY OP... [--quick]

Prints one JSON object for each check, and one before the first check of an operator. Where there
is no CANN, stand-ins for its libraries are made: nothing is computed on a device. Never imports
opgen.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

os.environ.setdefault("TORCHINDUCTOR_FORCE_DISABLE_CACHES", "1")

if __name__ == "__main__":
    import npu_stubs  # type: ignore[import-not-found]  # beside this script

    npu_stubs.load(npu_stubs.library_root(Path(sys.argv[1])))
    from npu_suite.run import main  # type: ignore[import-not-found]  # beside this script

    sys.exit(main(sys.argv[1:]))

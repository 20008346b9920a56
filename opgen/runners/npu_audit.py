"""Compare the copies that torch_npu keeps of its operators' signatures with their schemas.

    python npu_audit.py ROOT

Prints one JSON object. Where there is no CANN, stand-ins for its libraries are kept below ROOT.
Never imports opgen.
"""

from __future__ import annotations

import sys
from pathlib import Path

if __name__ == "__main__":
    import npu_stubs  # type: ignore[import-not-found]  # beside this script

    npu_stubs.load(npu_stubs.library_root(Path(sys.argv[1])))
    from npu_suite.audit import main  # type: ignore[import-not-found]  # beside this script

    sys.exit(main())

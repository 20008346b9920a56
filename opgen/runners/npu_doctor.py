"""Tell what there is of generated operators inside torch_npu, and what to do about the rest.

    python npu_doctor.py GENERATED LIBRARY...

Prints one JSON object. Never imports opgen.
"""

from __future__ import annotations

import sys
from pathlib import Path

if __name__ == "__main__":
    import npu_stubs  # type: ignore[import-not-found]  # beside this script

    generated = Path(sys.argv[1]).resolve()
    stands_in = npu_stubs.load(npu_stubs.library_root(generated))
    from npu_suite.doctor import main  # type: ignore[import-not-found]  # beside this script

    sys.exit(main(generated, sys.argv[2:], has_cann=not stands_in))

"""Check one generated operator inside MindSpore: a script of its own, run where MindSpore is.

    python mindspore_checks.py GENERATED LIBRARY OP [--quick] [--time] [--mode graph|pynative]

Without a mode both are checked, each in a process of its own: a crash in one is no end of the
other. Prints one JSON object for each check. Never imports opgen.
"""

from __future__ import annotations

import sys

if __name__ == "__main__":
    if "--mode" in sys.argv:
        from mindspore_suite.run import main  # type: ignore[import-not-found]  # beside this script

        sys.exit(main(sys.argv[1:]))
    from mindspore_suite.modes import in_both_modes  # type: ignore[import-not-found]

    sys.exit(in_both_modes(sys.argv[1:]))

"""Check one generated operator inside MindSpore: a script of its own, run where MindSpore is.

    python mindspore_checks.py GENERATED LIBRARY OP [--quick] [--time] [--mode graph|pynative]
    python mindspore_checks.py GENERATED --serve SECONDS [--quick] [--time]

Without a mode both are checked, each in a process of its own: a crash in one is no end of the
other. To serve is to check operators that standard input names, each in forks of one process, for
importing MindSpore takes seconds. Prints one JSON object for each check. Never imports opgen.
"""

from __future__ import annotations

import os
import sys

if __name__ == "__main__":
    from mindspore_suite.modes import (  # type: ignore[import-not-found]  # beside this script
        ENVIRONMENT,
        in_both_modes,
    )

    if not {"--mode", "--serve"}.isdisjoint(sys.argv):
        # MindSpore reads its environment when it is imported.
        os.environ.update({**ENVIRONMENT, **os.environ})
        from mindspore_suite.run import main  # type: ignore[import-not-found]

        sys.exit(main(sys.argv[1:]))
    sys.exit(in_both_modes(sys.argv[1:]))

"""``python -m opgen``."""

from opgen._entry import main

main()

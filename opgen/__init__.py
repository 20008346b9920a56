"""opgen: framework operators generated from one TableGen spec.

This module stays free of imports: the start-up path of a build that has nothing to do runs it.
"""

__version__ = "0.1.0"

"""What large expressions came to, to be asked for again. Knows no values."""

from __future__ import annotations

from opgen.dataclass import dataclass, field
from opgen.hints import Any, Final

_TRIES: Final = 4


@dataclass(slots=True, eq=False)
class Memo:
    """What an operation came to, by the values of the variables on which it depends.

    Attributes:
        names: The variables; none if nothing is remembered.
        results: For their values, the result.
        is_useful: Something was asked for again.
    """

    names: tuple[str, ...]
    results: dict[tuple[object, ...], Any] = field(default_factory=dict)
    is_useful: bool = False

    def keep(self, values: tuple[object, ...], result: object) -> None:
        """Remember a result, unless nothing has been asked for again yet and seems to be."""
        self.results[values] = result
        if len(self.results) > _TRIES and not self.is_useful:
            self.names = ()
            self.results.clear()


ABSENT: Final = Memo(())

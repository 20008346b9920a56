"""How TableGen keeps integers: 64 bits, signed; widths and numbers of bits in 32, unsigned."""

from __future__ import annotations

from opgen.hints import Final

WORD_BITS: Final = 64
WORD: Final = (1 << WORD_BITS) - 1
HALF_WORD: Final = (1 << 32) - 1


def signed(number: int) -> int:
    """Wrap ``number`` into 64 bits, signed."""
    number &= WORD
    return number - (number >> (WORD_BITS - 1) << WORD_BITS)

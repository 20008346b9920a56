"""Values. Every value is interned by a pool, so equal values are one object.

A value that still holds variables is resolved with a :class:`Resolver`; "did it change" is a test
of identity. Knows neither records nor the syntax tree, nor how programs are run.
"""

from opgen.tablegen.values.base import (
    INVALID,
    LOST,
    UNSET,
    AnonymousName,
    Context,
    DagArgument,
    Lost,
    LostValueError,
    Operation,
    Operator,
    Place,
    Resolver,
    Unset,
    Value,
    ValuePool,
    VarBit,
    VarRef,
    convert_typed,
    is_same,
)
from opgen.tablegen.values.known import Bit, Bits, DagValue, Int, ListValue, String
from opgen.tablegen.values.pool import InterningPool

__all__ = [
    "INVALID",
    "LOST",
    "UNSET",
    "AnonymousName",
    "Bit",
    "Bits",
    "Context",
    "DagArgument",
    "DagValue",
    "Int",
    "InterningPool",
    "ListValue",
    "Lost",
    "LostValueError",
    "Operation",
    "Operator",
    "Place",
    "Resolver",
    "String",
    "Unset",
    "Value",
    "ValuePool",
    "VarBit",
    "VarRef",
    "convert_typed",
    "is_same",
]

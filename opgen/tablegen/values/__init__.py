"""Values. Every value is interned by a pool, so equal values are one object.

A value that still holds variables is resolved with a :class:`Resolver`; "did it change" is a test
of identity. Knows neither records nor the syntax tree, nor how programs are run.
"""

from opgen.tablegen.types import Place
from opgen.tablegen.values.base import (
    INVALID,
    LARGE,
    LOST,
    UNSET,
    AnonymousName,
    Context,
    DagArgument,
    Dependencies,
    Lost,
    LostValueError,
    Operation,
    Operator,
    Resolver,
    Unset,
    Value,
    ValuePool,
    VarBit,
    VarRef,
    convert_typed,
)
from opgen.tablegen.values.known import Bit, Bits, DagValue, Int, ListValue, String
from opgen.tablegen.values.pool import InterningPool, open_weight

__all__ = [
    "INVALID",
    "LARGE",
    "LOST",
    "UNSET",
    "AnonymousName",
    "Bit",
    "Bits",
    "Context",
    "DagArgument",
    "DagValue",
    "Dependencies",
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
    "open_weight",
]

"""Values. Every value is interned by a pool, so equal values are one object.

A value that still holds variables is resolved with a :class:`Resolver`; "did it change" is a test
of identity. Knows neither records nor the syntax tree, nor how programs are run.
"""

from opgen.tablegen.types import Place
from opgen.tablegen.values.base import (
    INVALID,
    LARGE,
    UNSET,
    AnonymousName,
    Context,
    DagArgument,
    Dependencies,
    Done,
    Operation,
    Operator,
    Resolver,
    Tracker,
    Unset,
    Value,
    ValuePool,
    VarBit,
    VarRef,
    convert_typed,
)
from opgen.tablegen.values.known import (
    LOST,
    Bit,
    Bits,
    DagValue,
    Int,
    ListValue,
    Lost,
    LostValueError,
    String,
)
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
    "Done",
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
    "Tracker",
    "Unset",
    "Value",
    "ValuePool",
    "VarBit",
    "VarRef",
    "convert_typed",
    "open_weight",
]

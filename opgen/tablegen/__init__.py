"""TableGen: from ``.td`` files to records.

``load`` evaluates a program; ``opgen.tablegen.dump`` shows the records. Knows nothing of operators.
"""

from opgen.tablegen.access import as_bool, as_int, as_list, as_record, as_string
from opgen.tablegen.evaluation import Language
from opgen.tablegen.keeper import RecordKeeper, load
from opgen.tablegen.records import (
    DefRef,
    Field,
    FieldRef,
    Instance,
    Record,
    RecordClass,
)
from opgen.tablegen.types import (
    BitsType,
    BitType,
    DagType,
    IntType,
    ListType,
    RecordType,
    StringType,
    Type,
)
from opgen.tablegen.values import (
    Bit,
    Bits,
    DagArgument,
    DagValue,
    Int,
    ListValue,
    Operation,
    String,
    Unset,
    Value,
    VarBit,
    VarRef,
)

__all__ = [
    "Bit",
    "BitType",
    "Bits",
    "BitsType",
    "DagArgument",
    "DagType",
    "DagValue",
    "DefRef",
    "Field",
    "FieldRef",
    "Instance",
    "Int",
    "IntType",
    "Language",
    "ListType",
    "ListValue",
    "Operation",
    "Record",
    "RecordClass",
    "RecordKeeper",
    "RecordType",
    "String",
    "StringType",
    "Type",
    "Unset",
    "Value",
    "VarBit",
    "VarRef",
    "as_bool",
    "as_int",
    "as_list",
    "as_record",
    "as_string",
    "load",
]

"""Reading one attribute of an op's record: its kind, its choices, its default.

Knows the prelude's classes of attributes and no framework.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final

from opgen.dataclass import dataclass
from opgen.diagnostics import Diagnostic, Diagnostics
from opgen.diagnostics.suggestions import did_you_mean
from opgen.ops.attribute_values import example_of, parse_attribute_value
from opgen.ops.dtypes import AttributeKind, AttributeValue, DType
from opgen.ops.names import enumerator
from opgen.ops.op import Attribute, TypeVariable
from opgen.source import Span
from opgen.tablegen import Record, as_list, as_record, as_string

_WORD: Final = re.compile(r"[A-Za-z][A-Za-z0-9]*(_[A-Za-z0-9]+)*\Z")


@dataclass(frozen=True, slots=True)
class Argument:
    """One ``Constraint:$name`` of a dag and where it stands."""

    name: str
    constraint: Record
    span: Span
    name_span: Span


@dataclass(frozen=True, slots=True)
class AttributeReader:
    """Reads attributes of one op and reports what is wrong with them."""

    types: tuple[TypeVariable, ...]
    diagnostics: Diagnostics

    def read(self, argument: Argument) -> Attribute | None:
        """Return the attribute, or ``None`` when it has been reported as wrong."""
        given = argument.constraint
        has_default = given.derives_from("DefaultValuedAttr")
        is_optional = given.derives_from("OptionalAttr")
        is_wrapped = has_default or is_optional
        base = (as_record(given.value("baseAttr")) if is_wrapped else None) or given
        spelling = _text(base, "kind") if base.derives_from("Attr") else ""
        kind = next((kind for kind in AttributeKind if kind.value == spelling), None)
        if kind is None:
            self._report(
                "OPG0311",
                f"`{name_of(given)}` is no type of an attribute",
                argument.span,
                help="write SI64Attr, F64Attr, F32Attr, BoolAttr, StrAttr, an array of these such "
                "as SI64ArrayAttr, EnumAttr<[...]>, DTypeAttr<...>, ShapeAttr or SeedAttr",
            )
            return None
        choices = self._choices(kind, base, argument)
        if choices is None or (is_wrapped and not self._can_be_wrapped(kind, base, argument)):
            return None
        return Attribute(
            argument.name,
            kind,
            self._default(argument, kind, choices) if has_default else None,
            argument.name_span,
            choices,
            _text(base, "variable") if kind is AttributeKind.DTYPE else "",
        )

    def _can_be_wrapped(self, kind: AttributeKind, base: Record, argument: Argument) -> bool:
        """Report an attribute that can't be absent, or have a default on top of what it has."""
        reason, advice = "", "leave the outer class out"
        if base.derives_from("DefaultValuedAttr"):
            reason = "has a default, so that it is never absent"
        elif base.derives_from("OptionalAttr"):
            reason = "may be absent, so that it has no default"
        elif not argument.constraint.derives_from("OptionalAttr"):
            return True
        elif kind is AttributeKind.SEED:
            reason = "is a seed, which may be left out anyway"
        elif kind is AttributeKind.DTYPE and _text(base, "variable"):
            reason, advice = "decides the dtype of results", "give it a default instead"
        if reason:
            self._report("OPG0353", f"`${argument.name}` {reason}", argument.span, help=advice)
        return not reason

    def _choices(
        self, kind: AttributeKind, base: Record, argument: Argument
    ) -> tuple[str, ...] | None:
        if kind is AttributeKind.ENUM:
            words = tuple(as_string(value) or "" for value in as_list(base.value("choices")) or ())
            return words if self._are_words(words, argument) else None
        if kind is not AttributeKind.DTYPE:
            return ()
        variable = _text(base, "variable")
        known = {declared.name: declared for declared in self.types}
        if not variable:
            return tuple(dtype.spelling for dtype in DType)
        if variable in known:
            return tuple(dtype.spelling for dtype in known[variable].dtypes)
        message = f"`${argument.name}` gives unknown type variable `{variable}`"
        advice = did_you_mean(variable, known) or f'add `T<"{variable}", [...]>` to `types`'
        self._report("OPG0311", message, argument.span, help=advice)
        return None

    def _are_words(self, words: tuple[str, ...], argument: Argument) -> bool:
        misfit = misfit_of_words(words)
        if misfit is not None:
            message = f"the enum `${argument.name}` {misfit[0]}"
            self._report("OPG0342", message, argument.span, help=misfit[1])
        return misfit is None

    def _default(
        self, argument: Argument, kind: AttributeKind, choices: tuple[str, ...]
    ) -> AttributeValue | None:
        text = _text(argument.constraint, "defaultValue")
        if kind is AttributeKind.SEED:
            message = f"the seed `${argument.name}` has a default"
            advice = "leave it away: without a seed, the framework's generator gives one"
            self._report("OPG0305", message, argument.span, help=advice)
            return None
        default = parse_attribute_value(text, kind, choices)
        if default is not None:
            return default
        self._report(
            "OPG0305",
            f"default `{text}` of `${argument.name}` is no {kind.value}",
            argument.span,
            help=_advice(text, kind, choices),
        )
        # It stays optional, so that samples without it aren't reported as well.
        return parse_attribute_value(example_of(kind, choices), kind, choices)

    def _report(self, code: str, message: str, span: Span, *, help: str) -> None:  # noqa: A002
        self.diagnostics.add(Diagnostic(code, message, span, help=help))


def misfit_of_words(words: Sequence[str]) -> tuple[str, str] | None:
    """Return why ``words`` can't be those of an enum, and what to do; ``None`` if they can."""
    wrong = next((word for word in words if not _WORD.match(word)), None)
    names = Counter(enumerator(word) for word in words)
    twice = next((word for word in words if names[enumerator(word)] > 1), None)
    if not words:
        return "lists no word", 'write `EnumAttr<["none", "mean"]>`'
    if wrong is not None:
        advice = "a word is made of letters and digits, joined by single _"
        return f"lists `{wrong}`, which is no word", advice
    if twice is not None:
        problem = f"lists `{twice}` twice, or two words that make one name in C++"
        return problem, "leave one of them out or rename it"
    return None


def _advice(text: str, kind: AttributeKind, choices: tuple[str, ...]) -> str:
    if choices:
        return did_you_mean(text, choices) or "write one of " + ", ".join(choices)
    return f'write it as, for example, `"{example_of(kind)}"`'


def _text(record: Record, field: str) -> str:
    return (as_string(record.value(field)) or "") if field in record.fields else ""


def name_of(record: Record) -> str:
    """Return the name of a record as its user knows it: that of its class if it has none."""
    if not record.is_anonymous:
        return record.name
    return record.superclasses[-1] if record.superclasses else record.name

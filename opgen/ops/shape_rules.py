"""Reading the shape rule of an op's record: named rules, dims and formulas."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from opgen.dataclass import dataclass
from opgen.diagnostics import Diagnostic, Diagnostics
from opgen.diagnostics.suggestions import did_you_mean
from opgen.ops.dims import parse_dims, parse_groups
from opgen.ops.dtypes import AttributeKind
from opgen.ops.op import (
    Arity,
    Broadcast,
    Concat,
    Dims,
    DimsCase,
    DimsChoice,
    NamedRule,
    Op,
    PerResult,
    Reduce,
    SameAs,
    ShapeRule,
)
from opgen.ops.record_fields import elements_of, pairs_of, text_of, texts_of
from opgen.ops.shapes.formulas import FormulaReader
from opgen.ops.shapes.terms import ShapeCheck
from opgen.ops.spec_text import SpecText
from opgen.tablegen import Record, as_record, as_string

Path = tuple[int, ...]
"""Where in the value of a field something stands: positions of template arguments and items."""


@dataclass(frozen=True, slots=True)
class ShapeReader:
    """Reads what one op's record says about shapes."""

    record: Record
    op: Op
    diagnostics: Diagnostics

    @property
    def _formulas(self) -> FormulaReader:
        op = self.op
        return FormulaReader(op.name, op.operands, op.attributes, op.results, self.diagnostics)

    def rule(self) -> ShapeRule | None:
        """Return the rule, or ``None`` where there is none or it has been reported as wrong."""
        rule = as_record(self.record.value("shape"))
        fields = {
            "shape": rule is not None,
            "dims": bool(text_of(self.record, "dims")),
            "shape_expr": bool(elements_of(self.record, "shape_expr")),
        }
        first, *others = [field for field, is_set in fields.items() if is_set] or [""]
        if others:
            message = f"both `{first}` and `{others[0]}` are set"
            self._report("OPG0312", message, others[0], help="keep one")
        cases = elements_of(self.record, "dims_if")
        if cases and not fields["dims"]:
            advice = "`dims` counts where no condition holds"
            self._report("OPG0312", "`dims_if` is set without `dims`", "dims_if", help=advice)
        if fields["shape_expr"]:
            return self._formulas.shapes(texts_of(self.record, "shape_expr"))
        if fields["dims"]:
            return self._dims()
        return None if rule is None else self._shape(rule)

    def checks(self, rule: ShapeRule | None) -> tuple[ShapeCheck, ...]:
        """Return the conditions that every call has to meet; ``rule`` is the op's shape rule."""
        pairs = pairs_of(self.record, "checks", ("condition", "message"))
        read = [self._formulas.check(condition, message, rule) for condition, message in pairs]
        return tuple(check for check in read if check is not None)

    def _dims(self) -> Dims | DimsChoice | None:
        dims = self._parsed(SpecText(text_of(self.record, "dims"), self.record.locate("dims")))
        cases = []
        for condition, text in pairs_of(self.record, "dims_if", ("condition", "dims")):
            term, parsed = self._formulas.condition(condition), self._parsed(text)
            if term is not None and parsed is not None:
                cases.append(DimsCase(term, parsed, " ".join(condition.text.split())))
        return DimsChoice(tuple(cases), dims) if cases and dims is not None else dims

    def _parsed(self, source: SpecText) -> Dims | None:
        op = self.op
        sized = [a.name for a in op.attributes if a.kind is AttributeKind.I64 and not a.flag]
        return parse_dims(
            source, op.operands, op.results, sized=sized, diagnostics=self.diagnostics
        )

    def _shape(self, rule: Record) -> ShapeRule | None:
        if not rule.derives_from("PerResult"):
            return self._named(rule, ())
        rules = [as_record(value) for value in elements_of(rule, "rules")]
        if len(rules) != len(self.op.results):
            message = f"{len(rules)} shape rules for {len(self.op.results)} results"
            self._report("OPG0313", message, "shape", help="write one rule for each result")
            return None
        read = [self._named(part, (0, i)) for i, part in enumerate(rules) if part is not None]
        known = tuple(part for part in read if part is not None)
        groups, split = self._groups(rule), self._split(rule)
        if groups is None or len(known) < len(rules):
            return None
        return PerResult(known, groups, split)

    def _groups(self, rule: Record) -> tuple[tuple[str, ...], ...] | None:
        text = text_of(rule, "operands")
        if not text:
            return ()
        source = SpecText(text, self.record.locate("shape", 1))
        return parse_groups(source, self.op.operands, self.diagnostics)

    def _split(self, rule: Record) -> Reduce | None:
        split = as_record(rule.value("split"))
        if split is None or split.name == _NO_SPLIT:
            return None
        if not split.derives_from("Reduce"):
            message = f"`{split.name}` names no dimensions"
            self._report("OPG0313", message, "shape", path=(2,), help="write `Reduce<...>`")
            return None
        found = self.reduce(split, (2,))
        if found is not None and not text_of(rule, "operands"):
            message = "no group says which operands have the dimensions"
            self._report("OPG0313", message, "shape", path=(2,))
            return None
        return found

    def _named(self, rule: Record, path: Path) -> NamedRule | None:
        for name, read in _NAMED.items():
            if rule.derives_from(name):
                return read(self, rule, path)
        self._report("OPG0313", f"unknown shape rule `{rule.name}`", "shape", path=path)
        return None

    def same_as(self, rule: Record, path: Path) -> SameAs | None:
        """Read ``SameAs<operand>``."""
        name = text_of(rule, "operand")
        if not self._known({name: (*path, 0)}):
            return None
        if self.op.operand(name).arity is Arity.OPTIONAL:
            message = f"operand `{name}` may be absent, so that no result can have its shape"
            advice = "say the shape by letters that other operands have, or write `Tensor`"
            self._report("OPG0313", message, "shape", path=(*path, 0), help=advice)
            return None
        return SameAs(name)

    def broadcast(self, rule: Record, path: Path) -> Broadcast | None:
        """Read ``Broadcast<[operand, ...]>``."""
        names = tuple(as_string(value) or "" for value in elements_of(rule, "operands"))
        if not names:
            self._report("OPG0313", "`Broadcast` names no operand", "shape", path=path)
            return None
        places = {name: (*path, 0, i) for i, name in enumerate(names)}
        return Broadcast(names) if self._known(places) else None

    def reduce(self, rule: Record, path: Path) -> Reduce | None:
        """Read ``Reduce<operand, axes, keepdim>``."""
        name, axes = text_of(rule, "operand"), text_of(rule, "axes")
        keepdim = text_of(rule, "keepdim")
        kinds = (AttributeKind.I64, AttributeKind.I64_ARRAY)
        known = [
            self._known({name: (*path, 0)}) and self._is_single(name, (*path, 0)),
            self._is_attribute(axes, kinds, (*path, 1)),
            not keepdim or self._is_attribute(keepdim, (AttributeKind.BOOL,), (*path, 2)),
        ]
        return Reduce(name, axes, keepdim) if all(known) else None

    def concat(self, rule: Record, path: Path) -> Concat | None:
        """Read ``Concat<operands, axis>``."""
        names = tuple(text_of(rule, "operands").replace(",", " ").split())
        axis = text_of(rule, "axis")
        if not names:
            self._report("OPG0313", "`Concat` names no operand", "shape", path=(*path, 0))
        known = bool(names) and self._known(dict.fromkeys(names, (*path, 0)))
        is_axis = self._is_attribute(axis, (AttributeKind.I64,), (*path, 1))
        if known and all(self.op.operand(name).arity is Arity.OPTIONAL for name in names):
            message = "`Concat` needs an operand that is always there"
            self._report("OPG0313", message, "shape", path=(*path, 0))
            return None
        return Concat(names, axis) if known and is_axis else None

    def _is_single(self, name: str, path: Path) -> bool:
        if self.op.operand(name).arity is not Arity.VARIADIC:
            return True
        message = f"operand `{name}` stands for several tensors, `Reduce` takes one"
        self._report("OPG0313", message, "shape", path=path)
        return False

    def _is_attribute(self, name: str, kinds: tuple[AttributeKind, ...], path: Path) -> bool:
        fitting = [a.name for a in self.op.public_attributes if a.kind in kinds and not a.flag]
        if name in fitting:
            return True
        wanted = " or ".join(kind.value for kind in kinds)
        message = f"`{self.op.name}` has no attribute `{name}` of type {wanted}"
        advice = did_you_mean(name, fitting) or f"declare it in `attrs` as {wanted}"
        self._report("OPG0313", message, "shape", path=path, help=advice)
        return False

    def _known(self, places: Mapping[str, Path]) -> bool:
        operands = [operand.name for operand in self.op.operands]
        unknown = [name for name in places if name not in operands]
        for name in unknown:
            message = f"the shape rule of `{self.op.name}` names unknown operand `{name}`"
            advice = did_you_mean(name, operands) or "operands: " + ", ".join(operands)
            self._report("OPG0306", message, "shape", path=places[name], help=advice)
        return not unknown

    def _report(
        self,
        code: str,
        message: str,
        field: str,
        *,
        path: Path = (),
        help: str = "",  # noqa: A002
    ) -> None:
        span = self.record.locate(field, *path)
        self.diagnostics.add(Diagnostic(code, message, span, help=help))


_NO_SPLIT: Final = "NoSplit"

_NAMED: Final[Mapping[str, Callable[[ShapeReader, Record, Path], NamedRule | None]]] = {
    "SameAs": ShapeReader.same_as,
    "Broadcast": ShapeReader.broadcast,
    "Reduce": ShapeReader.reduce,
    "Concatenated": ShapeReader.concat,
}

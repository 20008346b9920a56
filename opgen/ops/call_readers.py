"""Reading the fields about calls: devices, promotion, precision, work in place, saved results.

Knows the prelude's classes for them and no framework. What these fields say of other parts of
the operator is checked here too, while the places in the spec are at hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from opgen.dataclass import dataclass, replace
from opgen.diagnostics import Diagnostic, Diagnostics
from opgen.diagnostics.suggestions import did_you_mean
from opgen.ops.argument_readers import COUNT_OF_SHAPE
from opgen.ops.calls import (
    CPU_ONLY,
    ComputeIn,
    Device,
    DeviceSupport,
    Inplace,
    Promotion,
    PromotionMode,
)
from opgen.ops.dtypes import AttributeKind, DType
from opgen.ops.inplace_rules import misfit_in_place
from opgen.ops.op import Arity, Op, Operand, PerResult, Result, SameAs
from opgen.tablegen import Record, as_list, as_record, as_string


def read_calls(record: Record, op: Op, diagnostics: Diagnostics) -> Op:
    """Return ``op``, whose arguments and shape rule are read, with its fields about calls."""
    reader = _CallReader(record, op, diagnostics)
    return replace(
        op,
        results=reader.results(),
        devices=reader.devices(),
        promotion=reader.promotion(),
        compute_in=reader.compute_in(),
        inplace=reader.inplace(),
        saved=reader.saved(),
    )


@dataclass(frozen=True, slots=True)
class _CallReader:
    record: Record
    op: Op
    diagnostics: Diagnostics

    def results(self) -> tuple[Result, ...]:
        """Return the results; those of many tensors know what says how many."""
        return tuple(self._counted(index, result) for index, result in enumerate(self.op.results))

    def _counted(self, index: int, result: Result) -> Result:
        if not result.is_variadic:
            return result
        if result.count == COUNT_OF_SHAPE:
            return replace(result, count=self._count_of_shape(index, result))
        known = _counting(self.op)
        if result.count not in known:
            message = f"`{result.count}` doesn't say how many tensors `{result.name}` has"
            self._report("OPG0346", message, "output", index, help=_counts(result.count, known))
        return result

    def _count_of_shape(self, index: int, result: Result) -> str:
        rule = self.op.shape
        if isinstance(rule, PerResult):
            rule = rule.rules[index]
        operand = self.op.operand(rule.operand) if isinstance(rule, SameAs) else None
        if operand is not None and operand.arity is Arity.VARIADIC:
            return operand.name
        message = f"nothing says how many tensors `{result.name}` has"
        self._report("OPG0346", message, "output", index, help=_counts("", _counting(self.op)))
        return result.count

    def devices(self) -> tuple[DeviceSupport, ...]:
        """Read ``devices``."""
        devices: dict[Device, DeviceSupport] = {}
        for index, declared in self._records("devices"):
            device = next((d for d in Device if d.value == _text(declared, "name")), None)
            if device is None:
                known = ", ".join(device.name for device in Device)
                message = f"`{_text(declared, 'name')}` is no device that opgen knows"
                self._report("OPG0340", message, "devices", index, help=f"devices: {known}")
            elif device in devices:
                message = f"device {device.value} is named twice"
                self._report("OPG0340", message, "devices", index, help="merge the two lists")
            else:
                formats = tuple(
                    as_string(v) or "" for v in as_list(declared.value("formats")) or ()
                )
                devices[device] = DeviceSupport(device, _dtypes(declared, "dtypes"), formats)
                self._check_support(devices[device], index)
        return tuple(devices.values()) or CPU_ONLY

    def _check_support(self, support: DeviceSupport, index: int) -> None:
        device = support.device.value
        declared = {dtype for variable in self.op.types for dtype in variable.dtypes}
        foreign = [dtype.spelling for dtype in support.dtypes if dtype not in declared]
        if foreign:
            message = f"device {device} lists {', '.join(foreign)}, which no type variable can be"
            advice = "add it to `types`, or leave it out here"
            self._report("OPG0340", message, "devices", index, help=advice)
            return
        for variable in self.op.types:
            if not support.restrict(variable.dtypes):
                dtypes = ", ".join(dtype.spelling for dtype in variable.dtypes)
                message = f"device {device} serves no dtype of type variable `{variable.name}`"
                advice = f"add one of {dtypes}"
                self._report("OPG0340", message, "devices", index, help=advice)

    def promotion(self) -> Promotion | None:
        """Read ``promote``."""
        declared = as_record(self.record.value("promote"))
        if declared is None or not declared.derives_from("Promote"):
            return None
        names = tuple(as_string(value) or "" for value in as_list(declared.value("operands")) or ())
        mode = PromotionMode(_text(as_record(declared.value("mode")), "name"))
        operands = {operand.name: operand for operand in self.op.operands}
        found = [operands[name] for name in names if name in operands]
        for index, name in enumerate(names):
            if name not in operands:
                message = f"`promote` names unknown operand `{name}`"
                advice = did_you_mean(name, operands) or "operands: " + ", ".join(operands)
                self._report("OPG0341", message, "promote", 0, index, help=advice)
        if len({operand.type_variable for operand in found}) > 1:
            message = "operands that are promoted together have different type variables"
            advice = "give them one type variable; promotion makes their dtypes one"
            self._report("OPG0341", message, "promote", help=advice)
        elif not names:
            advice = 'write `Promote<["x", "y"]>` or `NoPromote`'
            self._report("OPG0341", "`promote` names no operand", "promote", help=advice)
        return Promotion(names, mode)

    def compute_in(self) -> tuple[ComputeIn, ...]:
        """Read ``compute_in``."""
        rules: dict[DType, ComputeIn] = {}
        for index, declared in self._records("compute_in"):
            dtype, compute = _dtype(declared, "dtype"), _dtype(declared, "compute")
            problem = ""
            if dtype is None or compute is None:
                problem = "an unknown dtype"
            elif dtype in rules:
                problem = f"two rules for {dtype.spelling}"
            elif dtype.is_floating and not compute.is_floating:
                problem = f"{dtype.spelling} in {compute.spelling}, which cannot hold its values"
            elif all(dtype not in variable.dtypes for variable in self.op.types):
                problem = f"{dtype.spelling}, which no type variable can be"
            else:
                rules[dtype] = ComputeIn(dtype, compute)
            if problem:
                advice = "write a dtype of `types` and a floating dtype that holds its values"
                message = f"`compute_in` has {problem}"
                self._report("OPG0345", message, "compute_in", index, help=advice)
        return tuple(rules.values())

    def inplace(self) -> tuple[Inplace, ...]:
        """Read ``inplace``."""
        operands = {operand.name: operand for operand in self.op.operands}
        results = {result.name: result for result in self.op.results}
        found: list[Inplace] = []
        for index, declared in self._records("inplace"):
            pair = Inplace(_text(declared, "operand"), _text(declared, "result"))
            known = self._knows(pair.operand, operands, 0, index=index)
            if not self._knows(pair.result, results, 1, index=index) or not known:
                continue
            if any(pair.operand == p.operand or pair.result == p.result for p in found):
                problem = "one of them is named twice"
            else:
                problem = misfit_in_place(self.op, operands[pair.operand], results[pair.result])
            if problem:
                message = f"`{pair.result}` can't be written over `{pair.operand}`: {problem}"
                advice = "a variant in place needs a result that is like the operand for sure"
                self._report("OPG0343", message, "inplace", index, help=advice)
            found.append(pair)
        return tuple(found)

    def _knows(
        self, name: str, known: dict[str, Operand] | dict[str, Result], place: int, *, index: int
    ) -> bool:
        if name in known:
            return True
        what = "result" if place else "operand"
        message = f"`inplace` names unknown {what} `{name}`"
        advice = did_you_mean(name, known) or f"{what}s: " + ", ".join(known)
        self._report("OPG0343", message, "inplace", index, place, help=advice)
        return False

    def saved(self) -> frozenset[str]:
        """Read ``save``."""
        results = [result.name for result in self.op.results]
        names = [as_string(value) or "" for value in as_list(self.record.value("save")) or ()]
        for index, name in enumerate(names):
            if name not in results:
                advice = did_you_mean(name, results) or "results: " + ", ".join(results)
                message = f"`save` names unknown result `{name}`"
                self._report("OPG0344", message, "save", index, help=advice)
        if results and set(results) <= set(names):
            advice = "leave out of `save` what callers are to get"
            self._report("OPG0344", "`save` leaves no result to callers", "save", help=advice)
        return frozenset(names)

    def _records(self, field: str) -> Iterator[tuple[int, Record]]:
        for index, value in enumerate(as_list(self.record.value(field)) or ()):
            declared = as_record(value)
            if declared is not None:
                yield index, declared

    def _report(self, code: str, message: str, field: str, *path: int, help: str) -> None:  # noqa: A002
        text = f"{message} (op `{self.op.name}`)"
        span = self.record.locate(field, *path)
        self.diagnostics.add(Diagnostic(code, text, span, help=help))


def _counting(op: Op) -> list[str]:
    """Return what can say how many tensors a result has."""
    operands = [o.name for o in op.operands if o.arity is Arity.VARIADIC]
    attributes = [
        a.name
        for a in op.attributes
        if not a.flag and (a.kind.is_array or a.kind is AttributeKind.I64)
    ]
    return operands + attributes


def _counts(name: str, known: Sequence[str]) -> str:
    listed = ", ".join(known) or "none here"
    return did_you_mean(name, known) or (
        "name a variadic operand, an array attribute or an integer attribute after the type: "
        f'`Variadic<Tensor, "...">` ({listed})'
    )


def _text(record: Record | None, field: str) -> str:
    return (as_string(record.value(field)) or "") if record and field in record.fields else ""


def _dtype(record: Record, field: str) -> DType | None:
    return DType.named(_text(as_record(record.value(field)), "name"))


def _dtypes(record: Record, field: str) -> tuple[DType, ...]:
    names = [_text(as_record(value), "name") for value in as_list(record.value(field)) or ()]
    return tuple(dtype for name in names if (dtype := DType.named(name)) is not None)

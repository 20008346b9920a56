"""The kernel of an operator and its tiling as views: filled in from the formula, else a stub."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from opgen.dataclass import dataclass
from opgen.ops import Arity, DType
from opgen.ops.formulas.terms import BATCH, Formula
from opgen.targets import cpp
from opgen.targets.ascend.definition import cpp_value
from opgen.targets.ascend.flat_kernel import flat_body, is_flat
from opgen.targets.ascend.host import HostCode
from opgen.targets.ascend.kernel import KernelCode, Member, tensors_of
from opgen.targets.ascend.nest_kernel import PhasePrinter
from opgen.targets.ascend.phases import ANY, NOTHING, Phase, Planner
from opgen.targets.ascend.registers import Space
from opgen.targets.ascend.scalars import Field
from opgen.targets.ascend.vector_terms import UnknownTermError
from opgen.targets.ascend.view import IrOp, Presence
from opgen.targets.cpp_formula import Line

_BUFFERS: Final = 2
"""Tiles of a tensor that are on their way at once."""
_NUMBER_BYTES: Final = 4
_WORD: Final = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class KernelFiles:
    """What three files are printed from.

    Attributes:
        template: The template of the kernel.
        kernel: Its view.
        data: The view of the tiling data.
        tiling: The view of the function that computes them.
    """

    template: str
    kernel: dict[str, object]
    data: dict[str, object]
    tiling: dict[str, object]


def kernel_files(ir: IrOp) -> KernelFiles:
    """Return the views of the kernel of ``ir`` and of its tiling."""
    formula = ir.op.formula
    if formula is not None:
        frame = _Flat if is_flat(formula) else _Nest
        try:
            return frame(ir, formula).files()
        except UnknownTermError:
            pass
    return stub_files(ir)


def data_name(ir: IrOp) -> str:
    """Return the name of the struct with the tiling data."""
    return f"{ir.name}TilingData"


def entry_view(ir: IrOp) -> dict[str, object]:
    """Return what the entry point of a kernel is printed from."""
    taken = cpp.argument_names(ir.op)
    arguments = [tensor.name for tensor in (*ir.inputs, *ir.outputs)]
    workspace, tiling = cpp.free_name("workspace", taken), cpp.free_name("tiling", taken)
    data, kernel = cpp.free_name("data", taken), cpp.free_name("kernel", taken)
    pipe = cpp.free_name("pipe", taken)
    # With an underscore behind it, it would be the name of a member.
    init_tiling = cpp.free_name("tiling_data", taken) if "tiling" in taken else "tiling"
    init_pipe = cpp.free_name("block_pipe", taken) if "pipe" in taken else "pipe"
    init = [f"GM_ADDR {name}" for name in arguments]
    return {
        "class_name": f"Kernel{ir.name}",
        "data": data_name(ir),
        "entry_parameters": [f"GM_ADDR {n}" for n in (*arguments, workspace, tiling)],
        "tiling_argument": tiling,
        "entry_data": data,
        "entry_kernel": kernel,
        "entry_pipe": pipe,
        "init_arguments": [*arguments, data, pipe],
        "init_parameters": [*init, f"const {data_name(ir)}& {init_tiling}", f"TPipe& {init_pipe}"],
        "init_tiling": init_tiling,
        "init_pipe": init_pipe,
        "template_parameters": [f"typename {name}" for name in variables(ir)],
        "instance": [f"DTYPE_{_bearer(ir, name).upper()}" for name in variables(ir)],
    }


def variables(ir: IrOp) -> list[str]:
    """Return the type variables that the kernel is a template over: not those of truth values."""
    used = {tensor.type_variable for tensor in (*ir.inputs, *ir.outputs)}
    return [
        variable.name
        for variable in ir.op.types
        if variable.name in used and set(variable.dtypes) != {DType.BOOL}
    ]


def _bearer(ir: IrOp, variable: str) -> str:
    return next(t.name for t in (*ir.inputs, *ir.outputs) if t.type_variable == variable)


def stub_files(ir: IrOp) -> KernelFiles:
    """Return the views of a kernel that the developer writes."""
    host = HostCode(ir)
    fields = [Field("uint64_t", "total", ""), Field("uint32_t", "tile", "")]
    sized = [o for o in ir.op.operands if o.arity is not Arity.OPTIONAL]
    first = sorted(sized, key=lambda operand: operand.arity is not Arity.SINGLE)[:1]
    total = f"opgen::npu::elements_of({host.tensor(first[0])})" if first else "1"
    lines = [
        *host.read_inputs("TilingContext", frozenset(o.name for o in first)),
        host.checked("ge::GRAPH_FAILED", attributes=False),
        "const opgen::npu::Machine machine = opgen::npu::machine_of(context);",
        f"data->total = {total};",
        "data->tile = opgen::npu::tile_of(machine, 64, data->total);",
        "return opgen::npu::start(context, 1);",
    ]
    kernel = entry_view(ir) | {
        "members": [
            {
                "name": tensor.name,
                "type": _element(ir, tensor.type_variable),
                "is_list": tensor.presence is Presence.DYNAMIC,
            }
            for tensor in (*ir.inputs, *ir.outputs)
        ]
    }
    return KernelFiles(
        "op_kernel_stub.cpp",
        kernel,
        data_view(ir, fields, nests=False),
        tiling_view(ir, lines, nests=False, stub=True),
    )


def _element(ir: IrOp, variable: str) -> str:
    return variable if variable in variables(ir) else "uint8_t"


def data_view(ir: IrOp, fields: Sequence[Field], *, nests: bool) -> dict[str, object]:
    """Return the view of the tiling data."""
    return {
        "data": data_name(ir),
        "nests": nests,
        "fields": [{"type": f.type, "name": f.name, "comment": ""} for f in fields],
    }


def tiling_view(
    ir: IrOp, lines: Sequence[str], *, nests: bool, stub: bool = False
) -> dict[str, object]:
    """Return the view of the tiling function."""
    return {
        "data": data_name(ir),
        "function": f"TilingOf{ir.name}",
        "lines": list(lines),
        "nests": nests,
        "stub": stub,
    }


def memory_view(ir: IrOp, kernel: KernelCode, more: int = 0) -> dict[str, object]:
    """Return the view of the local memory for numbers; ``more`` places are the frame's own."""
    types = [variable for variable in variables(ir) if variable != kernel.compute]
    is_wide = " || ".join(f"!std::is_same<{name}, {kernel.compute}>::value" for name in types)
    places = kernel.places[Space.NUMBERS]
    return {
        "compute": kernel.compute,
        "compute_of": "" if kernel.is_float else ", ".join(variables(ir)),
        "places": places,
        "masks": kernel.places[Space.MASK],
        "own_places": len(places) + more,
        "wide_places": len(kernel.operands) + len(kernel.results),
        "is_wide": is_wide,
    }


def tile_bytes(ir: IrOp, kernel: KernelCode, tiled: Sequence[Member], *, more: int = 0) -> int:
    """Return how many bytes of local memory an element takes at the most."""
    numbers = len(kernel.places[Space.NUMBERS]) + more
    masks = (len(kernel.places[Space.MASK]) + 7) // 8
    wide = len(kernel.operands) + len(kernel.results)
    truths = sum(member.is_truth for member in tiled)
    whole = _BUFFERS * _NUMBER_BYTES * (len(tiled) - truths)
    copies = wide * _NUMBER_BYTES
    # Where all tensors have one type, they take four bytes, or two and their copies four.
    tensors = max(whole // 2 + copies, whole) if len(variables(ir)) == 1 else whole + copies
    return _BUFFERS * truths + tensors + numbers * _NUMBER_BYTES + masks


def scalar_lines(kernel: KernelCode, host: HostCode, sizes: dict[str, str]) -> Iterator[str]:
    """Yield the lines that compute the scalars of the tiling data."""
    for field in kernel.scalars.fields(sizes, is_float=kernel.is_float):
        yield f"data->{field.name} = {field.value};"
    del host


@dataclass(frozen=True, slots=True)
class _Flat:
    ir: IrOp
    formula: Formula

    def files(self) -> KernelFiles:
        kernel = KernelCode(self.ir.op, self.formula)
        body = flat_body(kernel)
        host = HostCode(self.ir)
        inputs = [kernel.member(name) for name in body.read]
        outputs = kernel.results
        lines = body.lines
        size = tile_bytes(self.ir, kernel, [*inputs, *outputs])
        tiling = list(self._tiling(kernel, host, size))
        fields = [
            Field("uint64_t", "total", ""),
            Field("uint32_t", "tile", ""),
            *kernel.scalars.fields({BATCH: "data->total"}, is_float=kernel.is_float),
        ]
        view = entry_view(self.ir) | memory_view(self.ir, kernel)
        view |= {
            "inputs": inputs,
            "outputs": outputs,
            "tensors": [*inputs, *outputs],
            "padded": any("padded" in line.text for line in lines),
            "lines": lines,
        }
        return KernelFiles(
            "op_kernel_flat.cpp",
            view,
            data_view(self.ir, fields, nests=False),
            tiling_view(self.ir, tiling, nests=False),
        )

    def _tiling(self, kernel: KernelCode, host: HostCode, size: int) -> Iterator[str]:
        optional = [o for o in self.ir.op.operands if o.arity is Arity.OPTIONAL]
        first = next(o for o in self.ir.op.operands if o.arity is Arity.SINGLE)
        used = frozenset(operand.name for operand in (first, *optional))
        yield from host.read_inputs("TilingContext", used)
        wanted = frozenset(a.name for a in self.ir.op.attributes) & self.formula.reads()
        yield from host.read_attributes(wanted, words=True)
        yield host.checked("ge::GRAPH_FAILED", attributes=bool(wanted))
        yield from _presence(self.ir, host)
        yield f"data->total = opgen::npu::elements_of({host.tensor(first)});"
        yield "const opgen::npu::Machine machine = opgen::npu::machine_of(context);"
        yield "const uint64_t share = (data->total + machine.cores - 1) / machine.cores;"
        yield f"data->tile = opgen::npu::tile_of(machine, {size}, share);"
        sizes = {BATCH: "static_cast<int64_t>(data->total)"}
        yield from scalar_lines(kernel, host, sizes)
        tiles = "(data->total + data->tile - 1) / data->tile"
        yield f"const uint64_t tiles = {tiles};"
        yield "return opgen::npu::start(context, std::min<uint64_t>(tiles, machine.cores));"


def _presence(ir: IrOp, host: HostCode) -> Iterator[str]:
    for operand in ir.op.operands:
        if operand.arity is Arity.OPTIONAL:
            yield f"const bool {operand.name} = {host.tensor(operand)}.ndim >= 0;"


@dataclass(frozen=True, slots=True)
class _Nest:
    ir: IrOp
    formula: Formula

    def files(self) -> KernelFiles:
        kernel = KernelCode(self.ir.op, self.formula)
        if not kernel.is_float and any(phase_step.reduction for phase_step in kernel.steps):
            message = "reductions of integers"
            raise UnknownTermError(message)
        planner = Planner(self.formula)
        phases = planner.phases()
        printers = [PhasePrinter(kernel, planner, p, number) for number, p in enumerate(phases)]
        bodies = [printer.body() for printer in printers]
        host = HostCode(self.ir)
        read = dict.fromkeys(name for phase in phases for name in phase.tensors)
        tiled = {name for printer in printers for name in printer.tiled}
        inputs = [m for m in kernel.operands if m.name in tiled]
        sums = max(len(printer.sums) for printer in printers)
        size = tile_bytes(self.ir, kernel, [*inputs, *kernel.results], more=sums)
        tiling = list(_NestTiling(self.ir, self.formula, kernel, phases, host).lines(size))
        view = entry_view(self.ir) | memory_view(self.ir, kernel, sums)
        view |= {
            "inputs": inputs,
            "outputs": kernel.results,
            "tensors": [*(m for m in kernel.operands if m.name in read), *kernel.results],
            "phases": [
                {
                    "results": [step.name for step in phase.results],
                    "loops": _loops(number, phases),
                    "lines": body,
                    "locals": list(_locals(kernel, printer, body)),
                }
                for number, (phase, body, printer) in enumerate(
                    zip(phases, bodies, printers, strict=True)
                )
            ],
        }
        fields = [
            *(
                Field(f"opgen::npu::Loops<{len(phase.tensors)}>", _loops(number, phases), "")
                for number, phase in enumerate(phases)
            ),
            Field("uint32_t", "tile", ""),
            *kernel.scalars.fields(_sizes(self.formula), is_float=kernel.is_float),
        ]
        return KernelFiles(
            "op_kernel_nest.cpp",
            view,
            data_view(self.ir, fields, nests=True),
            tiling_view(self.ir, tiling, nests=True),
        )


def _locals(
    kernel: KernelCode, printer: PhasePrinter, lines: Sequence[Line]
) -> Iterator[dict[str, str]]:
    """Yield the names for pieces of local memory that the statements of a phase make use of."""
    used = {word for line in lines for word in _WORD.findall(line.text)}
    places = [*kernel.places[Space.NUMBERS], *printer.sums]
    numbers = f"LocalTensor<{kernel.compute}>"
    found = [(numbers, name, f"Place({at})") for at, name in enumerate(places)]
    found += [
        ("LocalTensor<uint8_t>", name, f"Mask({at})")
        for at, name in enumerate(kernel.places[Space.MASK])
    ]
    found.append((numbers, "single", f"single_.Get<{kernel.compute}>()"))
    for kind, name, value in found:
        if name in used:
            yield {"type": kind, "name": name, "value": value}


def _loops(number: int, phases: Sequence[Phase]) -> str:
    return "loops" if len(phases) == 1 else f"loops{number}"


def _sizes(formula: Formula) -> dict[str, str]:
    return {letter: f"nest.size({_letter(letter, formula)})" for letter in formula.order}


def _letter(letter: str, formula: Formula) -> str:
    special = {BATCH: "kBatch", NOTHING: "kNone", ANY: "kAny"}
    if letter in special:
        return f"opgen::npu::{special[letter]}"
    return str([x for x in formula.order if x != BATCH].index(letter))


def _letters(letters: Iterable[str], formula: Formula) -> str:
    return f"{{{', '.join(_letter(letter, formula) for letter in letters)}}}"


@dataclass(frozen=True, slots=True)
class _NestTiling:
    """The tiling function of a kernel of nests."""

    ir: IrOp
    formula: Formula
    kernel: KernelCode
    phases: Sequence[Phase]
    host: HostCode

    def lines(self, size: int) -> Iterator[str]:
        """Yield its lines; an element takes ``size`` bytes of local memory."""
        host, op, formula = self.host, self.ir.op, self.formula
        axes = formula.interface.axes
        yield from host.read_inputs("TilingContext", self._looked_at())
        wanted = frozenset(a.name for a in op.attributes) & (formula.reads() | {axes})
        yield from host.read_attributes(wanted, words=True)
        yield host.checked("ge::GRAPH_FAILED", attributes=bool(wanted))
        for number, result in enumerate(op.results):
            local = self._result(result.name)
            yield f"const opgen_tensor {local} = {host.inputs}.output({number});"
        yield host.checked("ge::GRAPH_FAILED", attributes=False)
        yield from _presence(self.ir, host)
        yield from self._nests()
        yield "const opgen::npu::Machine machine = opgen::npu::machine_of(context);"
        shares = [f"opgen::npu::share_of(data->{name}, machine)" for name in self._names]
        yield f"const uint64_t share = {_largest(shares)};"
        yield f"data->tile = opgen::npu::tile_of(machine, {size}, share);"
        yield from scalar_lines(self.kernel, host, _sizes(formula))
        works = [f"opgen::npu::cut(&data->{name}, data->tile)" for name in self._names]
        for number, work in enumerate(works):
            yield f"const uint64_t work{number} = {work};"
        work = _largest([f"work{number}" for number in range(len(works))])
        yield f"const uint64_t work = {work};"
        yield "return opgen::npu::start(context, std::min<uint64_t>(work, machine.cores));"

    def _looked_at(self) -> frozenset[str]:
        """Return the tensors whose shapes or presence count."""
        tensors = tensors_of(self.formula)
        if self.kernel.scalars.sizes():
            return frozenset(tensors)
        optional = [name for name, tensor in tensors.items() if tensor.optional]
        whole = [self._whole()] if self.formula.interface.axes else []
        return frozenset(name for phase in self.phases for name in phase.tensors).union(
            optional, whole
        )

    def _whole(self) -> str:
        """Return the tensor that has the axes that a call names."""
        axes, tensors = self.formula.interface.axes, tensors_of(self.formula)
        return next(t.name for t in tensors.values() if axes in t.letters and not t.optional)

    @property
    def _names(self) -> list[str]:
        return [_loops(number, self.phases) for number in range(len(self.phases))]

    def _result(self, name: str) -> str:
        return cpp.free_name(f"{name}_output", cpp.argument_names(self.ir.op))

    def _nests(self) -> Iterator[str]:
        formula = self.formula
        letters = _letters([x for x in formula.order if x != BATCH], formula)
        needs_sizes = bool(self.kernel.scalars.sizes())
        if needs_sizes:
            yield f"opgen::npu::Nest nest({letters});"
            yield from self._tensors("nest", list(tensors_of(formula)))
        for number, phase in enumerate(self.phases):
            name = f"nest{number}"
            yield f"opgen::npu::Nest {name}({letters});"
            yield from self._tensors(name, phase.tensors)
            roles = f"roles{number}"
            yield f"opgen::npu::Roles {roles};"
            yield f"{roles}.kept = {_letters(phase.kept, formula)};"
            yield f"{roles}.vector = {_letter(phase.vector, formula)};"
            yield f"{roles}.vector_is_kept = {cpp_value(phase.is_kept)};"
            yield f"{roles}.is_split = {cpp_value(phase.is_split)};"
            yield f"{roles}.is_joined = {cpp_value(phase.is_joined)};"
            if phase.like:
                yield f"{roles}.like = {phase.tensors.index(phase.like)};"
            loops = f"&data->{self._names[number]}"
            yield f"if (!{name}.build({loops}, {roles})) return ge::GRAPH_FAILED;"

    def _tensors(self, nest: str, names: Sequence[str]) -> Iterator[str]:
        tensors, formula = tensors_of(self.formula), self.formula
        operands = {o.name: self.host.tensor(o) for o in self.ir.op.operands}
        for name in names:
            local = operands.get(name) or self._result(name)
            yield f"{nest}.tensor({local}, {_letters(tensors[name].letters, formula)});"
        axes = formula.interface.axes
        if axes:
            whole = self._whole()
            local = operands.get(whole) or self._result(whole)
            kind = next(a.kind for a in self.ir.op.attributes if a.name == axes)
            listed = axes if kind.is_array else f"{{{axes}}}"
            yield f"{nest}.split({listed}, {local});"


def _largest(values: Sequence[str]) -> str:
    return values[0] if len(values) == 1 else f"std::max<uint64_t>({{{', '.join(values)}}})"

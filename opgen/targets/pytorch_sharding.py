"""What DTensor is told of an operator: its shape rule and what its spec says about devices."""

from __future__ import annotations

from opgen.ops import Attribute, Concat, Dims, DimsCase, DimsChoice, Op, OpSet, Placement, SbpLine
from opgen.ops.formulas.interface import split_of
from opgen.ops.letters import LetterRule, can_be_cut, letter_rule, reduction_cuts, whole_tensors
from opgen.ops.sbp import distribution_of
from opgen.targets.python import literal, string_literal
from opgen.targets.shape_python import PythonFormulas


def sharding_arguments(op: Op, family: OpSet) -> list[str]:
    """Return the arguments of an operator's ``Rule``, less those that are empty."""
    del family
    distribution = distribution_of(op)
    arguments = [literal(tuple(operand.name for operand in op.operands)), str(len(op.results))]
    letters = _letters(op)
    if letters:
        arguments += letters
        if distribution.no_split:
            arguments.append(f"whole={literal(distribution.no_split)}")
    if distribution.linear:
        arguments.append(f"linear={literal(distribution.linear)}")
    if distribution.lines:
        lines = "".join(f"{_line(line)}, " for line in distribution.lines)
        arguments.append(f"lines=({lines.rstrip()})")
    return arguments


def _letters(op: Op) -> list[str]:
    """Return what is said about axes that are cut alike."""
    rule = letter_rule(op)
    if rule is not None:
        likes = [f"likes={literal(rule.likes)}"] if any(rule.likes) else []
        return [f"dims={_dims(rule)}", *likes]
    if not can_be_cut(op):
        return []
    said = _by_attributes(op)
    pairs = (f"({string_literal(a.name)}, {_default(a)})" for a in op.public_attributes)
    defaults = "".join(f"{pair}, " for pair in pairs).rstrip()
    return [*said, f"attributes=({defaults})"] if said else []


def _default(attribute: Attribute) -> str:
    return "None" if attribute.flag else literal(attribute.default)


def _dims(rule: LetterRule | Dims) -> str:
    sides = (", ".join(map(" ".join, side)) for side in (rule.operands, rule.results))
    return string_literal(" -> ".join(sides))


def _by_attributes(op: Op) -> list[str]:
    """Return what is said about axes where the values of attributes decide."""
    rule, split = op.shape, split_of(op)
    if split is not None:
        whole = whole_tensors(op)
        names = [operand.name for operand in op.operands]
        names += [result.name for result in op.results]
        reduced = literal(tuple(name not in whole for name in names))
        cuts = zip(("reduced", "others"), reduction_cuts(op), strict=True)
        uncut = f"uncut={literal(tuple(name for name, is_cut in cuts if not is_cut))}"
        axes = f"axes={literal((split.operand, split.axes, split.keepdim))}"
        return [axes, f"reduced={reduced}", uncut] if whole else []
    if isinstance(rule, Concat):
        operands = {operand.name for operand in op.operands}
        return [f"joined={string_literal(rule.axis)}"] if operands == {*rule.operands} else []
    if isinstance(rule, DimsChoice):
        cases = [_case(op, case) for case in rule.cases]
        told = all(case is not None for case in cases)
        listed = "".join(f"\n            {case}," for case in cases)
        return [f"dims={_dims(rule.otherwise)}", f"cases=({listed}\n        )"] if told else []
    return []


def _case(op: Op, case: DimsCase) -> str | None:
    """Return dims and when they count; ``None`` where that takes the elements of a list."""
    names = [operand.name for operand in op.operands]
    names += [attribute.name for attribute in op.public_attributes]
    formulas = PythonFormulas(op, {name: f"given[{string_literal(name)}]" for name in names})
    if list(formulas.declarations([case.condition])):
        return None
    return f"(lambda given: {formulas.text(case.condition)}, {_dims(case.dims)})"


def _line(line: SbpLine) -> str:
    operands = (f"{string_literal(name)}: {_spelled(p)}" for name, p in line.operands)
    results = ", ".join(map(_spelled, line.results))
    return f"({{{', '.join(operands)}}}, ({results},))"


def _spelled(placement: Placement) -> str:
    return string_literal(str(placement))

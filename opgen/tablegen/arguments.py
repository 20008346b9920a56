"""Template arguments, and the instances and parents that are made with them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from opgen.diagnostics import counted
from opgen.tablegen import ast
from opgen.tablegen.assign import cast
from opgen.tablegen.dispatch import evaluate, place_of
from opgen.tablegen.evaluation import Evaluation
from opgen.tablegen.instantiate import report_missing
from opgen.tablegen.records import Argument, RecordClass
from opgen.tablegen.types import (
    Declaration,
    Origin,
    Type,
)
from opgen.tablegen.values import (
    INVALID,
    UNSET,
    Place,
    String,
    Value,
)


def evaluate_instantiation(
    ev: Evaluation,
    node: ast.Instantiation,
    expected: Type | None,  # noqa: ARG001
) -> Value:
    """Return the record of ``Class<arguments>``, or an instance that waits for its arguments."""
    entity = find_class(ev, node.name)
    if entity is None:
        return INVALID
    place = place_of(ev, node.name)
    arguments = template_arguments(ev, entity, node.arguments, place=place)
    if arguments is None:
        return INVALID
    if not _has_all(ev, entity, arguments, place=place):
        return INVALID
    ev.site = place.file, place
    return ev.pool.instance(entity, arguments, place).fold(ev)


def _has_all(
    ev: Evaluation, entity: RecordClass, arguments: Sequence[Argument], *, place: Place
) -> bool:
    if len(arguments) == len(entity.parameters):
        return True
    given = {entity.parameters[key] if isinstance(key, int) else key for key, _ in arguments}
    for name in entity.parameters:
        value = entity.values[name]
        if name not in given and not value.is_complete and value is not INVALID:
            report_missing(ev, entity, name=name, place=place)
            return False
    return True


def find_class(ev: Evaluation, name: ast.Token) -> RecordClass | None:
    """Return the class of this name; report and return None if there is none."""
    entity = ev.find_class(name.text)
    if entity is None and name.text not in ev.lost_names:
        help_ = ev.loader.advice_on(name.text) or ev.suggest(name.text, ev.classes)
        if name.text in ev.multiclasses:
            help_ = f"`{name.text}` is a multiclass; use `defm`"
        elif name.text in ev.defs:
            help_ = f"`{name.text}` is a record, not a class"
        ev.report("OPG0110", f"unknown class `{name.text}`", place_of(ev, name), help=help_)
    return entity


def template_arguments(
    ev: Evaluation,
    entity: RecordClass,
    nodes: Sequence[ast.Argument],
    *,
    place: Place,
    separator: str = ":",
    is_cast: bool = True,
) -> tuple[Argument, ...] | None:
    """Evaluate template arguments and cast them; None if a mistake was reported.

    Args:
        ev: The evaluation.
        entity: The class or multiclass.
        nodes: The arguments.
        place: Where it is named.
        separator: What stands between its name and that of a parameter.
        is_cast: The types of the arguments matter. TableGen doesn't look at those of the parents
            of a multiclass.
    """
    arguments: list[Argument] = []
    is_good, has_named = True, False
    declarations, parameters = entity.declarations, entity.parameters
    for index, node in enumerate(nodes):
        argument: Argument | None
        if isinstance(node, ast.NamedArgument):
            # TableGen sees that it is named when it has read it as the next one in order.
            expected = None if has_named else _type_at(entity, index)
            has_named = True
            declared = _parameter(ev, entity, node.name, separator=separator, expected=expected)
            argument = declared and _named_argument(
                ev, entity, node.value, declared=declared, is_cast=is_cast
            )
        elif not has_named and index < len(parameters):
            declared = declarations[parameters[index]]
            value = _argument_value(ev, entity, node, declared=declared, is_cast=is_cast)
            argument = None if value is INVALID else Argument(index, value)
        elif has_named:
            ev.report(
                "OPG0116", "positional template argument after a named one", place_of(ev, node)
            )
            argument = None
        else:
            argument = None
            _report_surplus(ev, entity, node, index=index)
        if argument is None:
            is_good = False
        else:
            arguments.append(argument)
    if is_good and has_named and (repeated := _repeated(entity, arguments)) is not None:
        ev.report("OPG0116", f"template argument `{repeated}` is given twice", place)
        return None
    return tuple(arguments) if is_good else None


def _repeated(entity: RecordClass, arguments: Sequence[Argument]) -> str | None:
    names = [entity.parameters[key] if isinstance(key, int) else key for key, _ in arguments]
    counts = Counter(names)
    return next((name.rpartition(":")[2] for name in names if counts[name] > 1), None)


def _report_surplus(ev: Evaluation, entity: RecordClass, node: ast.Value, *, index: int) -> None:
    count = len(entity.parameters)
    ev.report(
        "OPG0116",
        f"`{entity.name}` takes {counted(count, 'template argument')}, this is number {index + 1}",
        place_of(ev, node),
    )


def _parameter(
    ev: Evaluation, entity: RecordClass, node: ast.Value, *, separator: str, expected: Type | None
) -> Declaration | None:
    """Return the parameter that is named; None if a mistake was reported."""
    name = _argument_name(ev, node, expected)
    if name is None:
        return None
    declared = entity.declarations.get(f"{entity.name}{separator}{name}")
    if declared is None:
        known = [parameter.rpartition(":")[2] for parameter in entity.parameters]
        ev.report(
            "OPG0116",
            f"`{entity.name}` has no template argument `{name}`",
            place_of(ev, node),
            help=ev.suggest(name, known),
        )
    return declared


def _named_argument(
    ev: Evaluation,
    entity: RecordClass,
    node: ast.Value,
    *,
    declared: Declaration,
    is_cast: bool,
) -> Argument | None:
    value = _argument_value(ev, entity, node, declared=declared, is_cast=is_cast)
    if value is UNSET:
        ev.report("OPG0116", "named template argument can't be `?`", place_of(ev, node))
        return None
    return None if value is INVALID else Argument(declared.name, value)


def _type_at(entity: RecordClass, index: int) -> Type | None:
    parameters = entity.parameters
    return entity.declarations[parameters[index]].type if index < len(parameters) else None


def _argument_name(ev: Evaluation, node: ast.Value, expected: Type | None) -> str | None:
    """Return the name that a word, or a string that may be computed, gives an argument."""
    if isinstance(node, ast.Id):
        return node.name
    value = evaluate(ev, node, expected)
    if isinstance(value, String) and not value.is_code:
        return value.value
    if value is not INVALID:
        message = f"expected the name of a template argument before `=`, got `{value}`"
        ev.report("OPG0116", message, place_of(ev, node))
    return None


def _argument_value(
    ev: Evaluation, entity: RecordClass, node: ast.Value, *, declared: Declaration, is_cast: bool
) -> Value:
    wanted = declared.type
    value = evaluate(ev, node, wanted)
    if value.type is wanted or not is_cast:
        return value
    ev.site = ev.unit.source, node
    fitted = cast(ev, value, wanted)
    if fitted is not None:
        return fitted
    name = declared.name.rpartition(":")[2]
    return ev.report(
        "OPG0116",
        f"template argument `{name}` of `{entity.name}` has type `{declared.type}`,"
        f" can't hold `{value}` of type `{value.type}`",
        place_of(ev, node),
        help=f'write it as a string, `"{value}"`' if _is_unquoted(value, wanted) else "",
    )


def _is_unquoted(value: Value, wanted: Type) -> bool:
    return str(wanted) == "string" and str(value.type) in {"int", "bit"} and value.is_complete


def argument_origins(
    ev: Evaluation, entity: RecordClass, nodes: Sequence[ast.Argument], *, separator: str = ":"
) -> dict[str, Origin]:
    """Return where the value of each template parameter is written."""
    origins: dict[str, Origin] = {}
    for index, node in enumerate(nodes):
        if isinstance(node, ast.NamedArgument):
            name = node.name
            if not isinstance(name, ast.Id | ast.StringLiteral):
                continue
            written = name.name if isinstance(name, ast.Id) else name.value
            key = f"{entity.name}{separator}{written}"
            value: ast.Value = node.value
        elif index < len(entity.parameters):
            key, value = entity.parameters[index], node
        else:
            continue
        origins[key] = Origin(ev.source, value.start, value.end, value, ev.record)
    return origins

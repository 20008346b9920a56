"""Making instances of a class by functions, for classes of which many are made.

What the fields of an instance are depends on the arguments alone, where those are known and the
class asks for nothing else. Then its fields are compiled, and an instance is made by running them
one after the other. Knows values and records, not how programs are run.
"""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet

from opgen.dataclass import dataclass
from opgen.hints import Final
from opgen.namedtuple import NamedTuple
from opgen.tablegen.compiler import (
    Compiler,
    Request,
    Run,
    UnforeseenError,
    UnsuitedError,
    kinds_of,
)
from opgen.tablegen.evaluation import Evaluation, Site
from opgen.tablegen.loops import LARGEST
from opgen.tablegen.records import Record, RecordClass
from opgen.tablegen.types import Type
from opgen.tablegen.values import Value

_MOST_FIELDS: Final = 100
"""Fields of a class that isn't too large to be worth it."""


class Step(NamedTuple):
    """A function to run when an instance is made.

    Attributes:
        run: The function.
        name: The field that gets the result; none if an instance is only asked for.
        type: The type of the field.
        site: Where the field is given its value.
    """

    run: Run
    name: str
    type: Type
    site: Site | None


class _Field(NamedTuple):
    """A field that depends on something."""

    name: str
    run: Run
    needs: AbstractSet[str]
    requests: list[Request]


@dataclass(frozen=True, slots=True)
class ClassPlan:
    """How the fields of an instance of a class are found.

    Attributes:
        steps: The functions to run.
        arguments: The kinds of values for which they are made, by template parameter.
        size: How many operations they hold.
    """

    steps: tuple[Step, ...]
    arguments: tuple[tuple[str, frozenset[type]], ...]
    size: int

    def fill(self, ev: Evaluation, record: Record, bound: Mapping[str, Value]) -> bool:
        """Give the record the values of its fields; return whether that could be done."""
        for name, kinds in self.arguments:
            value = bound[name]
            if type(value) not in kinds or not value.is_closed:
                return False
        ev.pool.budget.take_steps(self.size)
        table, made = dict(bound), dict[str, Value]()
        try:
            for run, name, type_, site in self.steps:
                if site is not None:
                    ev.site = site
                value = run(table)
                if not name:
                    continue
                if value.type is not type_ and (value.type is None or not value.type.is_a(type_)):
                    return False
                made[name] = table[name] = value
        except UnforeseenError:
            return False
        record.values.update(made)
        return True


def make_plan(ev: Evaluation, entity: RecordClass) -> ClassPlan | None:
    """Return how instances of a class are made, if its fields can be compiled."""
    if not entity.is_defined or entity.checks:
        return None
    values = entity.template.values
    unknown = frozenset(name for name, value in values.items() if not value.is_closed)
    weight = sum([values[name].weight for name in unknown])
    if len(unknown) > _MOST_FIELDS or weight > LARGEST:
        return None
    known = {*entity.parameters, *unknown}
    constants = {name: value for name, value in values.items() if name not in unknown}
    compiler = Compiler(ev, ev.pool, known=known, constants=constants)
    try:
        fields = [_compile_field(compiler, entity, name) for name in values if name in unknown]
        steps = _in_order(entity, fields)
        types = compiler.types
        arguments = [(name, kinds_of(types[name])) for name in entity.parameters if name in types]
    except UnsuitedError:
        return None
    return ClassPlan(steps, tuple(arguments), compiler.size)


def _compile_field(compiler: Compiler, entity: RecordClass, name: str) -> _Field:
    value, wanted = entity.template.values[name], entity.template.declarations[name].type
    first = len(compiler.requests)
    run, variables = compiler.using(lambda: compiler.of_kind(value, wanted))
    needs = variables.all.difference(entity.parameters)
    return _Field(name, run, needs, compiler.requests[first:])


def _in_order(entity: RecordClass, fields: list[_Field]) -> tuple[Step, ...]:
    """Return the steps in the order in which fields are resolved.

    That is twice: with the arguments, which is all that many depend on, then among themselves.
    """
    steps: list[Step] = []
    names = frozenset(entity.template.values)
    late = [one for one in fields if one.needs]
    for one in fields:
        if not one.needs:
            steps.append(_step(entity, one, one.run))
        else:
            early = [request for request in one.requests if request.is_early(names)]
            steps += [_step(entity, one, request.run)._replace(name="") for request in early]
    asking = [one for one in late if not all(request.is_early(names) for request in one.requests)]
    if len(asking) > 1:
        # Whose instances come first depends on which field is asked for first.
        raise UnsuitedError
    waiting = frozenset(one.name for one in late)
    while late:
        ready = [one for one in late if waiting.isdisjoint(one.needs)]
        if not ready:
            raise UnsuitedError
        steps += [_step(entity, one, one.run) for one in ready]
        waiting = waiting.difference([one.name for one in ready])
        late = [one for one in late if one.name in waiting]
    return tuple(steps)


def _step(entity: RecordClass, one: _Field, run: Run) -> Step:
    origin = entity.template.origins.get(one.name)
    site = (origin.file, origin.node) if one.requests and origin and origin.node else None
    return Step(run, one.name, entity.template.declarations[one.name].type, site)

"""Where the elements of a formula's tensors lie, as C++ expressions: loop variables and sizes.

Knows `opgen_loops.h`; knows neither the order of loops nor what is computed in them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from opgen.ops import Op
from opgen.ops.formulas.terms import BATCH, Formula, Tensor
from opgen.ops.names import reserved_by
from opgen.targets.cpp import argument_names


class Names:
    """Names of locals, each given once."""

    def __init__(self, op: Op) -> None:
        self._taken = argument_names(op) | {"Compute", "T", "ctx", "std", "opgen"}

    def new(self, wanted: str) -> str:
        """Return ``wanted`` or a name like it that nothing else has."""
        wanted = f"{wanted}_" if reserved_by(wanted) else wanted
        number = 1
        name = wanted
        while name in self._taken:
            number += 1
            name = f"{wanted}_{number}"
        self._taken.add(name)
        return name


class Places:
    """Names loop variables and sizes, and computes indices of them.

    Attributes:
        loops: The loop variable of each letter.
        sizes: The name of the size of each letter.
        element: Where an attribute names dimensions: the variable with the place of an element in
            a tensor that has these.
        split: The object that knows about those dimensions.
        walks: Whether loops go through broadcast tensors by an ``opgen::Walk``.
        walker: The ``opgen::Walk`` of the loop that was printed last.
    """

    def __init__(self, formula: Formula, names: Names, *, may_walk: bool = False) -> None:
        self._formula = formula
        self._names = names
        loops, sizes = _wanted(formula)
        self.loops: Mapping[str, str] = {x: names.new(loops(x)) for x in formula.order}
        self.sizes: Mapping[str, str] = {x: names.new(sizes(x)) for x in formula.order}
        self._axes = formula.interface.axes
        self.element = names.new("at") if self._axes else ""
        self.split = names.new("split") if self._axes else ""
        self.walks = may_walk and formula.order == (BATCH,) and not formula.interface.exact
        self._walked: dict[str, str] = {}
        self._steps: list[str] = []
        self.walker = ""
        self._batch = ""
        self._batch_indices: dict[str, str] = {}
        self._own_sizes: dict[str, str] = {}

    def at(self, tensor: Tensor) -> str:
        """Return the index of the element of ``tensor`` at the loop variables."""
        if self._axes:
            return self.at_letters(tensor.letters)
        own = self._has_own_batch(tensor)
        if own and self.walks:
            return self._step(tensor)
        positions = dict(self.loops)
        sizes = dict(self.sizes)
        if own:
            positions[BATCH] = f"{self._batch_index(tensor)}[{self.loops[BATCH]}]"
            if tensor.letters[0] != BATCH:
                sizes[BATCH] = self._own_batch_size(tensor)
        return _index(tensor.letters, positions, sizes)

    def _step(self, tensor: Tensor) -> str:
        """Return the parameter with the place of ``tensor`` in the loop that is printed."""
        if tensor.name not in self._walked:
            self._walked[tensor.name] = self._names.new(f"at_{tensor.name}")
        if tensor.name not in self._steps:
            self._batch_index(tensor)
            self._steps.append(tensor.name)
        return self._walked[tensor.name]

    def walk(self, body: Sequence[str]) -> tuple[str, str]:
        """Return what goes through the loop whose ``body`` has been printed since the last one.

        Returns:
            A declaration and the beginning of a lambda that is called with each index; nothing
            where an ordinary loop will do.
        """
        steps, self._steps = self._steps, []
        if not steps:
            return "", ""
        variable, size = self.loops[BATCH], self.sizes[BATCH]
        self.walker = self._names.new("walk")
        indices = ", ".join(self._batch_indices[name] for name in steps)
        is_used = any(re.search(rf"\b{variable}\b", line) for line in body)
        places = [variable if is_used else "", *(self._walked[name] for name in steps)]
        parameters = ", ".join(f"int64_t {name}".rstrip() for name in places)
        return f"const opgen::Walk {self.walker}({size}, {indices});", f"[&]({parameters}) {{"

    def _own_batch_size(self, tensor: Tensor) -> str:
        if tensor.name not in self._own_sizes:
            self._own_sizes[tensor.name] = self._names.new(f"size_{tensor.name}_batch")
        return self._own_sizes[tensor.name]

    def at_letters(self, letters: Sequence[str]) -> str:
        """Return the index into an array over ``letters``."""
        if self._axes in letters:
            return self.element
        return _index(letters, self.loops, self.sizes)

    def numel(self, letters: Sequence[str]) -> str:
        """Return the number of elements of an array over ``letters``."""
        return " * ".join(self.sizes[letter] for letter in letters) or "1"

    def in_batch(self, tensor: Tensor) -> str:
        """Return the arguments that place the ``...`` of ``tensor`` in the whole one."""
        first, *rest = _arguments(tensor).split(", ")
        return ", ".join([first, self._batch_name(), *rest])

    def own_size(self, tensor: Tensor) -> str:
        """Return the number of indices of the ``...`` that ``tensor`` itself has."""
        return _numel(tensor)

    def declarations(self, body: str) -> Iterator[str]:
        """Yield the declarations of what ``body`` uses."""
        if self._axes:
            yield f"const opgen::SplitAxes {self.split}({self._split_tensor()}, {self._axes});"
        full = next((t for t in self._formula.interface.results if self._is_full(t)), None)
        operands = [t for t in self._formula.interface.operands if BATCH in t.letters]
        if self._batch:
            chain = "".join(f".with({_arguments(t)})" for t in ([full] if full else operands))
            yield f"const opgen::Batch {self._batch} = opgen::Batch(){chain};"
        for name, index in self._batch_indices.items():
            tensor = self._formula.interface.tensor(name)
            assert tensor is not None
            yield f"const opgen::BatchIndex {index}({self.in_batch(tensor)});"
        for name, size in self._own_sizes.items():
            own = self._formula.interface.tensor(name)
            assert own is not None
            yield f"const int64_t {size} = {_numel(own)};"
        for letter, name in self.sizes.items():
            if name in body:
                yield f"const int64_t {name} = {self._size(letter)};"

    def _split_tensor(self) -> str:
        interface = self._formula.interface
        tensors = (*interface.operands, *interface.results)
        return next(t.name for t in tensors if self._axes in t.letters and not t.optional)

    def _is_full(self, tensor: Tensor) -> bool:
        return BATCH in tensor.letters and (self._formula.interface.exact or not tensor.like)

    def _has_own_batch(self, tensor: Tensor) -> bool:
        interface = self._formula.interface
        if BATCH not in tensor.letters or interface.exact:
            return False
        return tensor in interface.operands or bool(tensor.like)

    def _batch_index(self, tensor: Tensor) -> str:
        self._batch_name()
        if tensor.name not in self._batch_indices:
            self._batch_indices[tensor.name] = self._names.new(f"{tensor.name}_at")
        return self._batch_indices[tensor.name]

    def _batch_name(self) -> str:
        if not self._batch:
            self._batch = self._names.new("batch_shape" if len(self.loops) > 1 else "shape")
        return self._batch

    def _size(self, letter: str) -> str:
        if self._axes:
            return f"{self.split}.{'reduced' if letter == self._axes else 'kept'}()"
        interface = self._formula.interface
        operands = sorted(interface.operands, key=lambda t: t.optional)
        tensors = [*interface.results, *operands]
        if letter == BATCH:
            full = [t for t in tensors if self._is_full(t) and not self._has_own_batch(t)]
            return _numel(full[0]) if full else f"{self._batch}.numel()"
        tensor = next(t for t in tensors if letter in t.letters)
        at = tensor.letters.index(letter)
        if BATCH in tensor.letters[:at]:
            return f"{tensor.name}.shape[{tensor.name}.ndim - {len(tensor.letters) - at}]"
        return f"{tensor.name}.shape[{at}]"


def _wanted(formula: Formula) -> tuple[Callable[[str], str], Callable[[str], str]]:
    """Return what the loop variable and the size of a letter are called if that is free."""
    if formula.interface.axes:
        return (
            lambda letter: "i" if letter == BATCH else "j",
            lambda letter: "kept" if letter == BATCH else "reduced",
        )
    plain = formula.order == (BATCH,)
    batch, size = ("i", "count") if plain else ("batch", "size_batch")
    return (
        lambda letter: batch if letter == BATCH else _variable(letter),
        lambda letter: size if letter == BATCH else f"size_{letter}",
    )


def _variable(letter: str) -> str:
    return letter if letter[0].islower() else f"{letter}_at"


def _around(tensor: Tensor) -> tuple[int, int]:
    before = tensor.letters.index(BATCH)
    return before, len(tensor.letters) - before - 1


def _arguments(tensor: Tensor) -> str:
    before, after = _around(tensor)
    shown = [str(before), str(after)] if after else [str(before)] if before else []
    return ", ".join([tensor.name, *shown])


def _numel(tensor: Tensor) -> str:
    before, after = _around(tensor)
    if not before and not after:
        return f"{tensor.name}.numel()"
    last = f"{tensor.name}.ndim - {after}" if after else f"{tensor.name}.ndim"
    return f"{tensor.name}.numel({before}, {last})"


def _index(letters: Sequence[str], positions: Mapping[str, str], sizes: Mapping[str, str]) -> str:
    text = ""
    for letter in letters:
        if not text:
            text = positions[letter]
            continue
        outer = f"({text})" if " + " in text else text
        text = f"{outer} * {sizes[letter]} + {positions[letter]}"
    return text or "0"

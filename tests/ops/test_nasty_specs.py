"""Specs that nobody should write: each ends in a coded diagnostic, none in a traceback."""

from __future__ import annotations

from pathlib import Path

import pytest

from opgen.config import default_project
from opgen.diagnostics import CODES, Diagnostics
from opgen.pipeline import Request, prepare

TARGETS = ("samples", "kernels", "numpy", "pytorch", "oneflow.schema")

PLAIN = {
    "input": "(ins Tensor:$x)",
    "output": "(outs Tensor:$y)",
}


def op(name: str = "foo", class_name: str = "Foo", traits: str = "NoGrad", **fields: str) -> str:
    """Return the def of an operator; fields replace those of a plain one."""
    lines = [f"  let {field} = {value};\n" for field, value in {**PLAIN, **fields}.items()]
    return f'def {class_name}Op : Op<"{name}", [{traits}]> {{\n{"".join(lines)}}}\n'


SAME = 'SameAs<"x">'
WRONG = {
    "mnemonic of a reserved word": (op("delete"), "OPG0303"),
    "mnemonic of a soft keyword": (op("match"), "OPG0303"),
    "mnemonic of a device of Windows": (op("nul"), "OPG0303"),
    "mnemonic with a line feed": (op("fo\\no"), "OPG0304"),
    "mnemonic with a path": (op("../../etc"), "OPG0304"),
    "mnemonic that is empty": (op(""), "OPG0304"),
    "mnemonic in Greek": (op("αβγ"), "OPG0304"),
    "mnemonic of a thousand letters": (op("a" * 1000), "OPG0304"),
    "class of a thousand letters": (op(class_name="A" * 1000), "OPG0304"),
    "operand of a macro": (op(input="(ins Tensor:$NULL)"), "OPG0303"),
    "operand named as a result": (op(input="(ins Tensor:$y)"), "OPG0302"),
    "operands that differ in case": (op(input="(ins Tensor:$ab, Tensor:$aB)"), "OPG0302"),
    "attribute named as the in-place variant": (
        op(attrs="(ins SI64Attr:$foo_)"),
        "OPG0304",
    ),
    "operand that is a number": (op(input="(ins 3:$x)"), "OPG0311"),
    "operand that is a string": (op(input='(ins "Tensor":$x)'), "OPG0311"),
    "operand optional twice": (op(input="(ins Optional<Optional<Tensor>>:$x)"), "OPG0311"),
    "operand of many of many": (op(input="(ins Variadic<Variadic<Tensor>>:$x)"), "OPG0311"),
    "operand that is an attribute": (op(input="(ins SI64Attr:$x)"), "OPG0311"),
    "attribute that is a tensor": (op(attrs="(ins Tensor:$a)"), "OPG0311"),
    "default of a default": (
        op(attrs='(ins DefaultValuedAttr<DefaultValuedAttr<SI64Attr, "1">, "x">:$a)'),
        "OPG0353",
    ),
    "default of what may be absent": (
        op(attrs='(ins DefaultValuedAttr<OptionalAttr<SI64Attr>, "1">:$a)'),
        "OPG0353",
    ),
    "absence of what may be absent": (
        op(attrs="(ins OptionalAttr<OptionalAttr<SI64Attr>>:$a)"),
        "OPG0353",
    ),
    "optional seed": (op(attrs="(ins OptionalAttr<SeedAttr>:$a)"), "OPG0353"),
    "optional dtype of a result": (op(attrs='(ins OptionalAttr<DTypeAttr<"T">>:$a)'), "OPG0353"),
    "optional tensor as an attribute": (op(attrs="(ins OptionalAttr<Tensor>:$a)"), "OPG0116"),
    "flag named like an attribute": (
        op(attrs="(ins OptionalAttr<SI64Attr>:$a, BoolAttr:$has_a)"),
        "OPG0302",
    ),
    "formula that reads a flag": (
        op(attrs="(ins OptionalAttr<F64Attr>:$a)", expr='"y = x if has_a else 2 * x"'),
        "OPG0321",
    ),
    "sample that gives a flag": (
        op(attrs="(ins OptionalAttr<F64Attr>:$a)", samples='[Sample<"x:[2] has_a:true">]'),
        "OPG0314",
    ),
    "axes that may be absent": (
        op(attrs="(ins OptionalAttr<SI64ArrayAttr>:$axes)", shape='Reduce<"x", "axes">'),
        "OPG0313",
    ),
    "default that is not finite": (
        op(attrs='(ins DefaultValuedAttr<F64Attr, "nan">:$a)'),
        "OPG0305",
    ),
    "default beyond 64 bits": (
        op(attrs='(ins DefaultValuedAttr<SI64Attr, "9223372036854775808">:$a)'),
        "OPG0305",
    ),
    "default of a million digits": (
        op(attrs=f'(ins DefaultValuedAttr<SI64Attr, "{"9" * 10**6}">:$a)'),
        "OPG0305",
    ),
    "default of a list for a number": (
        op(attrs='(ins DefaultValuedAttr<SI64Attr, "[1]">:$a)'),
        "OPG0305",
    ),
    "type variable without dtypes": (op(types='[T<"T", []>]'), "OPG0311"),
    "type variable that is a keyword": (
        op(input='(ins TensorOf<"int">:$x)', types='[T<"T", [F32]>, T<"int", [F32]>]'),
        "OPG0303",
    ),
    "result of an unbound type": (
        op(output='(outs TensorOf<"U">:$y)', types='[T<"T", [F32]>, T<"U", [F32, F64]>]'),
        "OPG0311",
    ),
    "shape of an unknown operand": (op(shape='SameAs<"z">'), "OPG0306"),
    "shape of an operand given empty": (op(shape='SameAs<"">'), "OPG0306"),
    "broadcast with an attribute": (
        op(attrs="(ins SI64Attr:$a)", shape='Broadcast<["x", "a"]>'),
        "OPG0306",
    ),
    "shape by a record that is no rule": (op(shape="F32"), "OPG0115"),
    "dims with an unknown letter": (op(dims='"m -> n"'), "OPG0312"),
    "dims with two ellipses": (op(dims='"... ... -> ..."'), "OPG0312"),
    "dims with a number": (op(dims='"m 3 -> m"'), "OPG0312"),
    "dims with two arrows": (op(dims='"m -> m -> m"'), "OPG0312"),
    "dims in Greek": (op(dims='"μ -> μ"'), "OPG0312"),
    "dims and a rule": (op(dims='"m -> m"', shape=SAME), "OPG0312"),
    "size formula with an unknown name": (op(shape_expr='["y = [q]"]'), "OPG0330"),
    "size formula of a huge number": (op(shape_expr=f'["y = [{"9" * 400}]"]'), "OPG0330"),
    "size formula of deep parentheses": (
        op(shape_expr=f'["y = [{"(" * 5000}x[0]{")" * 5000}]"]'),
        "OPG0330",
    ),
    "size formula that calls Python": (
        op(shape_expr="[\"y = [__import__('os').getpid()]\"]"),
        "OPG0330",
    ),
    "size formula that reads itself": (op(shape_expr='["y = y"]'), "OPG0330"),
    "check without a condition": (op(shape=SAME, checks='[Check<"">]'), "OPG0330"),
    "check with an unclosed brace": (
        op(shape=SAME, checks='[Check<"rank(x) == 1", "{rank(x)">]'),
        "OPG0330",
    ),
    "formula with an unknown name": (op(expr='"y = q"'), "OPG0321"),
    "formula that reads its result": (op(expr='"y = y + x"'), "OPG0321"),
    "formula of deep parentheses": (op(expr=f'"y = {"(" * 5000}x{")" * 5000}"'), "OPG0320"),
    "formula of a tower of minus signs": (op(expr=f'"y = {"-" * 5000}x"'), "OPG0320"),
    "formula of a huge number": (op(expr=f'"y = x * 1{"0" * 400}"'), "OPG0320"),
    "formula with a statement for nothing": (op(expr='"y = x; z = 1"'), "OPG0321"),
    "formula with a null": (op(expr='"y = x\\\\0"'), "OPG0320"),
    "gradient of itself with too few": (op(traits="", grad='["x = foo()"]'), "OPG0308"),
    "gradient by an unknown operator": (op(traits="", grad='["x = bar(dy)"]'), "OPG0307"),
    "gradient that isn't closed": (op(traits="", grad='["x = foo(dy"]'), "OPG0308"),
    "gradient of a result": (op(traits="", grad='["y = foo(x)"]'), "OPG0308"),
    "gradient twice": (op(traits="", grad='["x = foo(x)", "x = foo(x)"]'), "OPG0308"),
    "gradient that is empty": (op(traits="", grad='[""]'), "OPG0308"),
    "gradient beside NoGrad": (op(grad='["x = foo(x)"]'), "OPG0308"),
    "nondiff of a result": (op(traits="", nondiff='["y"]'), "OPG0306"),
    "sample of negative sizes": (op(shape=SAME, samples='[Sample<"x:[-1]">]'), "OPG0314"),
    "sample of huge sizes": (
        op(shape=SAME, samples=f'[Sample<"x:[{10**30}]">]'),
        "OPG0314",
    ),
    "sample of a size of thousands of digits": (
        op(shape=SAME, samples=f'[Sample<"x:[{"9" * 9000}]">]'),
        "OPG0314",
    ),
    "sample letter of thousands of digits": (
        op(shape=SAME, samples=f'[Sample<"x:[m]", "m={"9" * 9000}">]'),
        "OPG0314",
    ),
    "sample of two large sizes": (op(shape=SAME, samples='[Sample<"x:[99999,99999]">]'), "OPG0314"),
    "sample of a tensor twice": (op(shape=SAME, samples='[Sample<"x:[1] x:[1]">]'), "OPG0314"),
    "sample that isn't closed": (op(shape=SAME, samples='[Sample<"x:[1">]'), "OPG0314"),
    "sample letters in a circle": (
        op(shape=SAME, samples='[Sample<"x:[m]", "m=n, n=m">]'),
        "OPG0314",
    ),
    "domain upside down": (op(shape=SAME, domain='"x in (2, 1)"'), "OPG0331"),
    "domain of text": (op(shape=SAME, domain="\"x in ('a', 1)\""), "OPG0331"),
    "tolerance that is not a number": (op(shape=SAME, tol='[Tol<F32, "nan">]'), "OPG0333"),
    "reference with a null": (op(shape=SAME, reference='"return x\\\\0"'), "OPG0318"),
    "reference indented badly": (op(shape=SAME, reference='"return x\\n    y = 1"'), "OPG0318"),
    "reference with a right-to-left mark": (
        op(shape=SAME, reference='"return x # \u202e"'),
        "OPG0319",
    ),
    "in place of an unknown operand": (op(shape=SAME, inplace='[Inplace<"z", "y">]'), "OPG0343"),
    "in place twice": (
        op(shape=SAME, inplace='[Inplace<"x", "y">, Inplace<"x", "y">]'),
        "OPG0343",
    ),
    "linear in a result": (op(shape=SAME, linear='["y"]'), "OPG0306"),
    "signature of an axis beyond": (op(dims='"m -> m"', sbp='["x:S(7) -> S(7)"]'), "OPG0352"),
    "signature of a huge axis": (op(dims='"m -> m"', sbp=f'["x:S({10**30}) -> B"]'), "OPG0352"),
    "signature of an axis of thousands of digits": (
        op(dims='"m -> m"', sbp=f'["x:S({"9" * 9000}) -> B"]'),
        "OPG0352",
    ),
    "domain of one number that is left out": (op(shape=SAME, domain='"x in (1, 1]"'), "OPG0331"),
    "domain of a quotient by zero": (op(shape=SAME, domain='"x in (1 // 0, 3)"'), "OPG0331"),
    "domain of an infinite number": (op(shape=SAME, domain='"x in (0, 1e999)"'), "OPG0331"),
    "size by zero": (
        op(shape_expr='["y = [x[0] // 0]"]', samples='[Sample<"x:[3]">]'),
        "OPG0314",
    ),
    "axis of a float": (op(attrs="(ins F64Attr:$a)", shape='Reduce<"x", "a">'), "OPG0313"),
    "keeping by a string": (
        op(attrs="(ins SI64Attr:$a, StrAttr:$k)", shape='Reduce<"x", "a", "k">'),
        "OPG0313",
    ),
    "hundreds of results of any dtype": (
        op(
            output="(outs " + ", ".join(f"Tensor:$y{i}" for i in range(300)) + ")",
            shape=SAME,
            grad='["x = foo(x)"]',
            traits="",
        ),
        "OPG0308",
    ),
    "letter that is a type variable": (
        op(attrs="(ins SI64Attr:$T)", dims='"m -> m T"'),
        "OPG0302",
    ),
    "gradients in a circle of formulas": (
        op(traits="", grad='["x = dy * dx"]', dims='"m -> m"'),
        "OPG0321",
    ),
    "seed that is a size": (op(attrs="(ins SeedAttr:$n)", dims='"m -> m n"'), "OPG0312"),
    "renamed from itself": (op(renamed_from='"foo"'), "OPG0316"),
    "renamed from a path": (op(renamed_from='"../foo"'), "OPG0316"),
    "two operators, one name": (op() + op(class_name="Bar"), "OPG0301"),
    "two operators, one class but for case": (op() + op("bar", "FOO"), "OPG0315"),
    "two operators, one registered name": (
        op(registered_name='"a"') + op("bar", "Bar", registered_name='"a"'),
        "OPG0315",
    ),
    "a made name that is taken": (
        op(traits="", expr='"y = x * x"') + op("foo_grad", "FooGrad"),
        "OPG0322",
    ),
    "an in-place variant's name": (
        op(shape=SAME, inplace='[Inplace<"x", "y">]') + op("foo_", "Bar"),
        "OPG0304",
    ),
    "a library of a module": ('def L : Library<"json">;\n' + op(library="L"), "OPG0303"),
    "a library with a bad prefix": (
        'def L : Library<"l"> { let prefix = "a-b"; }\n' + op(library="L"),
        "OPG0304",
    ),
    "a device twice": (op(devices="[CPU<>, CPU<>]"), "OPG0340"),
    "promotion of a word": (op(promote='Promote<["q"]>'), "OPG0341"),
    "enum of words with quotes": (op(attrs='(ins EnumAttr<["a\\"b"]>:$a)'), "OPG0342"),
    "enum of words that are equal in C++": (
        op(attrs='(ins EnumAttr<["a_b", "aB"]>:$a)'),
        "OPG0342",
    ),
    "saved and unknown": (op(save='["q"]'), "OPG0344"),
    "compute in fewer": (op(compute_in="[ComputeIn<F32, I32>]"), "OPG0345"),
    "results by a string attribute": (
        op(output='(outs Variadic<Tensor, "a">:$ys)', attrs="(ins StrAttr:$a)", shape=SAME),
        "OPG0346",
    ),
}


def outcome(text: str, directory: Path):
    spec = directory / "spec.td"
    spec.write_text('include "opgen/OpBase.td"\n' + text, encoding="utf-8")
    diagnostics = Diagnostics()
    prepared = prepare(Request(default_project(directory), (spec,), TARGETS), diagnostics)
    return prepared, diagnostics.sorted()


@pytest.mark.parametrize("name", WRONG)
def test_it_is_refused_with_a_code(name: str, tmp_path: Path) -> None:
    text, code = WRONG[name]
    prepared, found = outcome(text, tmp_path)
    assert code in [d.code for d in found if d.is_error]
    assert all(d.code in CODES and d.span is not None for d in found)
    assert prepared.plan is None
    assert [path.name for path in tmp_path.iterdir()] == ["spec.td"]

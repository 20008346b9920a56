"""What goes wrong with MindSpore's custom operators, with generated ones: a script for one mode.

Prints one JSON object: what happened in each trap.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import sys
from pathlib import Path
from unittest import mock

import mindspore as ms
import numpy as np
from mindspore import Tensor, nn, ops
from mindspore.ops import custom_info_register

sys.path.insert(0, sys.argv[1] + "/mindspore")
ms.set_device("CPU")
ms.set_context(mode=ms.GRAPH_MODE if sys.argv[2] == "graph" else ms.PYNATIVE_MODE)
if sys.argv[2] != "graph":
    ms.runtime.launch_blocking()

import custom_mindspore as custom  # noqa: E402 - after the path to it
import opgen_mindspore as runtime  # noqa: E402
from opgen_mindspore import (  # noqa: E402
    bprops,
    gradients,
    libraries,
    operators,
    prototypes,
)

PATH = Path(runtime.load_library("custom"))
X = Tensor(np.array([1.0, 4.0, 9.0], np.float32))
SCRATCH = Path(sys.argv[3])


def said(action):
    """Return the first line of the error that an action raises."""
    try:
        for tensor in action() if isinstance(value := action(), tuple) else (value,):
            tensor.asnumpy()
    except (OSError, RuntimeError, TypeError, ValueError) as error:
        return str(error).strip().partition("\n")[0]
    return "no error"


def lists(values):
    return [np.asarray(value.asnumpy()).tolist() for value in values]


def relative_path():
    net = custom.Square()
    os.chdir("/")
    return PATH.is_absolute(), lists([net(X)])[0]


def relative_path_unguarded():
    os.chdir(str(PATH.parent))
    info = runtime.registration(runtime.call_of("custom.square"))
    net = ops.Custom(f"./{PATH.name}:custom_square_mindspore", None, first, "aot", None, info)
    os.chdir("/")
    return said(lambda: net(Tensor(np.ones(5, np.float32))))


def first(x):
    return x


def longer(x):
    return (7,)


def promised(out_shape, out_dtype):
    return Made(ops.Custom(f"{PATH}:custom_square_mindspore", out_shape, out_dtype, "aot"))


def half(x):
    return ms.float16


def operand_too_many():
    other = Tensor(np.ones(3, np.float32))
    op = ops.Custom(f"{PATH}:custom_square_mindspore", like_first, like_first, "aot")
    return [said(lambda: op(X, other)), lists([other])[0], said(lambda: custom.square(X, other))]


def like_first(x, other):
    return x


class Bound(nn.Cell):
    def __init__(self):
        super().__init__()
        self.three = nn.CellList([custom.LeakyReluYZH(alpha) for alpha in (0.1, 0.2, 0.3)])

    def construct(self, x):
        return self.three[0](x), self.three[1](x), self.three[2](x)


def several_attributes():
    return [round(float(y.asnumpy()[0]), 6) for y in Bound()(-X)]


def several_arities():
    x, weight, bias = (Tensor(np.ones(s)) for s in ((2, 3), (4, 3), (4,)))
    return [
        float(custom.custom_linear(*given).sum().asnumpy())
        for given in ((x, weight), (x, weight, bias))
    ]


def exact_attribute():
    x = Tensor(np.array([3.0]))
    return custom.scaled(x).asnumpy().tolist() == [0.1 * 3.0], custom.scaled(x, 1e300).asnumpy()[0]


def dtypes():
    """Types that aren't listed, and such as differ: refused before MindSpore casts them."""
    return [
        said(lambda: custom.Square()(Tensor(np.ones(3, np.int32)))),
        said(lambda: custom.FusedAddScale()(X, X.astype(ms.float64), X)),
    ]


def default_attribute():
    return lists([custom.LeakyReluYZH()(-X), custom.LeakyReluYZH(0.25)(-X)])


def without_axes():
    """Results and gradients without axes are tensors, in graphs as well."""
    net, x = custom.Square(), Tensor(3.0, ms.float32)
    made = (net(x), ms.grad(net)(x))
    return [[type(y).__name__, list(y.shape), y.asnumpy().item()] for y in made]


def with_gradient(function):
    """Return what a gradient gives that somebody wrote, and that MindSpore takes as it comes."""
    runtime.register_gradient("custom.square")(function)
    try:
        return said(lambda: ms.grad(custom.Square())(X))
    finally:
        gradients.GRADIENTS.clear()
        operators.MADE.clear()


def bare(x, out, dout):
    return 2 * x * dout


def too_many(x, out, dout):
    return (2 * x * dout, x)


def in_a_list(x, out, dout):
    return [2 * x * dout]


def none(x, out, dout):
    return (None,)


def any_signature(*arguments):
    return (2 * arguments[0] * arguments[2],)


def other_dtype(x, out, dout):
    return (ops.cast(2 * x * dout, ms.float16),)


def other_shape(x, out, dout):
    return ((2 * x * dout).sum(),)


def right(x, out, dout):
    return (2 * x * dout,)


def wrong_attribute():
    return [
        said(lambda: custom.leaky_relu_yzh(X, "0.1")),
        said(lambda: custom.custom_linear(X, X, use_bias=[])),
    ]


def missing_library():
    return loaded(SCRATCH, '{"adapters": "libcustom_mindspore-0.so"}')


def forbidden_library():
    os.environ["MS_CUSTOM_AOT_WHITE_LIST"] = str(SCRATCH / "elsewhere")
    try:
        return refused(lambda: libraries.check_path(PATH))
    finally:
        del os.environ["MS_CUSTOM_AOT_WHITE_LIST"]


def loaded(root, listing):
    (root / "other_mindspore.libs.json").write_text(listing)
    os.environ["OPGEN_LIB_ROOT"] = str(root)
    try:
        return refused(lambda: runtime.load_library("other"))
    finally:
        del os.environ["OPGEN_LIB_ROOT"]


def refused(action):
    try:
        action()
    except (OSError, ValueError) as error:
        return f"{type(error).__name__}: {error}"
    return "no error"


def debug():
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        ms.grad(custom.Square(debug=True))(X)
        ms.runtime.synchronize()
    return printed.getvalue().split()


def same_object():
    """One object for two operands gets both gradients in eager mode; two get their own."""
    one = Tensor(np.ones(3, np.float32))
    other, scale = Tensor(np.ones(3, np.float32)), Tensor(np.full(3, 2, np.float32))
    net = custom.FusedAddScale()
    return [lists(ms.grad(net, (0, 1))(one, bias, scale)) for bias in (one, other)]


def func_types():
    return {
        name: said(lambda name=name: custom.Square(func_type=name))
        for name in ("tbe", "akg", "tvm", "julia", "customize", "other")
    }


def other_device():
    known = ms.get_context
    ms.get_context = lambda _: "GPU"
    try:
        return said(lambda: custom.square(Tensor(np.ones(2))))
    finally:
        ms.get_context = known


def registrations():
    call = runtime.call_of("custom.leaky_relu_yzh", None, (0.25,))
    infos = {target: runtime.registration(call, target) for target in ("CPU", "GPU", "Ascend")}
    texts = {name: runtime.registration_text(call, name) for name in ("akg", "tbe", "aot")}
    for text in texts.values():
        exec(compile(text, "<registration>", "exec"), {})
    return {
        "targets": [info["target"] for info in infos.values()],
        "types": [info["attr"][0]["type"] for info in infos.values()],
        "value": infos["Ascend"]["attr"][0]["value"],
        "rows": len(infos["CPU"]["dtype_format"]),
        "decorated": ["@custom_info_register" in text for text in texts.values()],
        "tbe on the CPU": refused(lambda: runtime.registration_text(call, "tbe", "CPU")),
    }


def precedence():
    """The registration that counts: an argument's before a decorator's."""
    infos = [runtime.registration(runtime.call_of(f"custom.{op}")) for op in ("square", "cube")]
    found = []
    for given in (None, infos[1]):

        @custom_info_register(infos[0])
        def function(x):
            return x

        made = ops.Custom(function, first, first, "pyfunc", None, given)
        found.append(made.attrs["reg_op_name"])
    return found


def wrong_calls():
    return {
        "operator": said(lambda: runtime.call_of("custom.sqare")),
        "counts": said(lambda: runtime.call_of("custom.square", (1, 1))),
        "attributes": said(lambda: runtime.call_of("custom.leaky_relu_yzh")),
        "bisected": said(lambda: runtime.bisect("custom.square", (X, X))),
        "bisected sample": said(lambda: runtime.bisect_sample("custom.sqare")),
        "text": said(lambda: runtime.primitive_text("custom.sqare")),
        "registered": said(lambda: runtime.register_gradient("custom.sqare")(first)),
    }


def verdicts():
    """What the search for a wrong part says, with all parts right and with exchanged gradients."""
    x, bias, scale = (Tensor(np.linspace(1, 2, size)) for size in (4, 4, 1))
    right = runtime.bisect("custom.fused_add_scale", (x, bias, scale))
    of_three = bprops.BPROPS[3]
    bprops.BPROPS[3] = exchanged
    operators.MADE.clear()
    try:
        wrong = runtime.bisect("custom.fused_add_scale", (x, bias, 2 * scale))
    finally:
        bprops.BPROPS[3] = of_three
        operators.MADE.clear()
    return [[str(verdict), verdict.part, verdict.is_right] for verdict in (right, wrong)]


def exchanged(pull):
    """A backward function that hands out the gradients of operands in the wrong order."""

    def bprop(x0, x1, x2, out, dout):
        made = pull((x0, x1, x2), out, dout)
        return (made[2], made[1], made[0])

    return bprop


def configured():
    """What is chosen for all operators counts at once, for functions and new cells."""
    functions = {}
    before = runtime.configure()
    try:
        for backward in ("stop", "identity", "real"):
            runtime.configure(backward=backward)
            functions[backward] = lists([ms.grad(custom.square)(X), ms.grad(custom.Square())(X)])
        ran = runtime.calls("custom.square")
        runtime.configure(func_type="pyfunc")
        values = lists([custom.square(X), custom.Square()(X)])
        ran = runtime.calls("custom.square") - ran
        wrong = refused(lambda: runtime.configure(shapes="rust"))
    finally:
        runtime.configure(**before)
    return [functions, values, ran, wrong, runtime.configure() == before]


class Asked:
    """A rule for shapes that counts how often it is asked."""

    def __init__(self, rule):
        self.rule = rule
        self.times = 0

    def __call__(self, *arguments):
        self.times += 1
        return self.rule(*arguments)


class Made(nn.Cell):
    """A primitive as a cell."""

    def __init__(self, op):
        super().__init__()
        self.op = op

    def construct(self, x):
        return self.op(x)


def shape_functions():
    """Which shapes count: those of Python where sizes are known, those of C++ else."""
    call = runtime.call_of("custom.square")
    symbol, info = f"{PATH}:{call.spec.symbol}", runtime.registration(call)
    net = Made(ops.Custom(symbol, first, first, "aot", None, info))
    net.set_inputs(Tensor(shape=[None], dtype=ms.float32))
    found = {"unguarded": said(lambda: net(X))}
    asked = Asked(call.spec.shapes)
    call.spec.shapes = asked
    try:
        for chosen in ("python", "cpp"):
            runtime.configure(shapes=chosen)
            operators.MADE.clear()
            asked.times = 0
            custom.Square()(Tensor(np.ones((2, 5), np.float32))).asnumpy()
            found[chosen] = asked.times > 0
            asked.times = 0
            net = custom.Square()
            net.set_inputs(Tensor(shape=[None, 7], dtype=ms.float32))
            net(Tensor(np.ones((3, 7), np.float32))).asnumpy()
            found[f"{chosen}, unknown"] = asked.times > 0
    finally:
        call.spec.shapes = asked.rule
        runtime.configure(shapes="python")
        operators.MADE.clear()
    return found


COMPILED = []


@ops.constexpr
def compiled():
    COMPILED.append(1)
    return 0


def scaled_by(x, factor):
    return custom.scaled(x, factor) + compiled()


def changing_attribute():
    """A number that changes: what is compiled and made for each value, and for a tensor."""
    x, found = Tensor(np.array([3.0])), {}
    net = ms.jit(scaled_by)
    slopes = ms.jit(ms.grad(scaled_by))
    for name, kind in (("number", float), ("mutable", ms.mutable), ("tensor", float64)):
        COMPILED.clear()
        made = len(operators.MADE)
        values = [lists([net(x, kind(at / 10)), slopes(x, kind(at / 10))]) for at in (1, 2, 3)]
        found[name] = [values, len(COMPILED), len(operators.MADE) - made]
    found["refused"] = said(lambda: custom.custom_linear(X, X, use_bias=Tensor(True)))
    return found


def float64(value):
    return Tensor(value, ms.float64)


class Shortened:
    """A reference whose result is shorter where the values aren't ones, as shapes are asked for."""

    @staticmethod
    def reference(x):
        return shortened(x)


def shortened(x):
    return x[: len(x) - int(x.max() > 1)]


def short_prototype():
    """A result that is shorter than promised: an error of ours, nothing of MindSpore's."""
    with mock.patch.object(prototypes, "import_file", return_value=Shortened):
        operators.MADE.clear()
        guarded = said(lambda: custom.Square(func_type="pyfunc")(X))
    operators.MADE.clear()
    return [guarded, said(lambda: ops.Custom(shortened, first, first, "pyfunc")(X))]


def prototype():
    net = custom.LeakyReluYZH(0.25, func_type="pyfunc")
    return lists([net(-X), ms.grad(net)(-X)])


def hybrid():
    """The formula in MindSpore's hybrid language: values, gradients, and that no kernel ran."""
    before = runtime.calls("custom.cube"), runtime.calls("custom.scaled")
    cube, scaled = custom.Cube(func_type="hybrid"), custom.Scaled(2.5, func_type="hybrid")
    x = Tensor(np.arange(1, 7, dtype=np.float32).reshape(2, 3))
    made = lists([cube(x), ms.grad(cube)(x), scaled(x), ms.grad(scaled)(x)])
    ran = (runtime.calls("custom.cube"), runtime.calls("custom.scaled")) != before
    return [made, ran]


def hybrid_refused():
    x = Tensor(np.ones((2, 3), np.float32))
    net = custom.Cube(func_type="hybrid")
    return {
        "double": said(lambda: net(x.astype(ms.float64))),
        "empty": said(lambda: net(Tensor(np.ones((0, 3), np.float32)))),
        "no formula": said(lambda: custom.LeakyReluYZH(func_type="hybrid")(x)),
        "lists": said(lambda: custom.CustomLinear(func_type="hybrid")(x, x)),
    }


TRAPS = {
    "hybrid": hybrid,
    "hybrid refused": hybrid_refused,
    "relative path": relative_path,
    "relative path unguarded": relative_path_unguarded,
    "promised shape": lambda: said(lambda: promised(longer, first)(X)),
    "promised dtype": lambda: said(lambda: promised(first, half)(X)),
    "operand too many": operand_too_many,
    "several attributes": several_attributes,
    "several arities": several_arities,
    "exact attribute": exact_attribute,
    "dtypes": dtypes,
    "default attribute": default_attribute,
    "without axes": without_axes,
    "bare gradient": lambda: with_gradient(bare),
    "too many gradients": lambda: with_gradient(too_many),
    "gradient in a list": lambda: with_gradient(in_a_list),
    "no gradient": lambda: with_gradient(none),
    "gradient of any signature": lambda: with_gradient(any_signature),
    "gradient of other dtype": lambda: with_gradient(other_dtype),
    "gradient of other shape": lambda: with_gradient(other_shape),
    "right gradient": lambda: with_gradient(right),
    "wrong attribute": wrong_attribute,
    "missing library": missing_library,
    "forbidden library": forbidden_library,
    "colon": lambda: refused(lambda: libraries.check_path(Path("/a:b/lib.so"))),
    "debug": debug,
    "same object": same_object,
    "no parameters": lambda: len(list(runtime.bprop_cell("custom.square").get_parameters())),
    "func types": func_types,
    "other device": other_device,
    "registrations": registrations,
    "precedence": precedence,
    "wrong calls": wrong_calls,
    "verdicts": verdicts,
    "configured": configured,
    "shape functions": shape_functions,
    "changing attribute": changing_attribute,
    "prototype": prototype,
    "short prototype": short_prototype,
}

if __name__ == "__main__":
    sys.stdout.write(json.dumps({name: trap() for name, trap in TRAPS.items()}) + "\n")

"""Which known name is meant by an unknown one."""

import pytest

from opgen.diagnostics.suggestions import closest, did_you_mean, suggest

RECORDS = ["StrAttr", "IntAttr", "FloatAttr", "TensorType"]


@pytest.mark.parametrize(
    ("name", "known", "wanted"),
    [
        ("pytroch", ["pytest", "pytorch", "torch"], "pytorch"),
        # `tan` is as close as `tanh`, whose letters are the same.
        ("tahn", ["tan", "atan", "tanh"], "tanh"),
        ("SAMEAS", ["SameAs", "Reduce"], "SameAs"),
        ("softmax", ["relu"], ""),
        ("x", [], ""),
    ],
)
def test_the_closest_name_is_meant(name, known, wanted):
    assert closest(name, known) == closest(name, reversed(known)) == wanted
    assert did_you_mean(name, known) == (f"did you mean `{wanted}`?" if wanted else "")


@pytest.mark.parametrize(
    ("name", "advice"),
    [
        ("StrAtr", "did you mean `StrAttr`?"),
        # What both end in doesn't make one of them likely.
        ("BoolAttr", "known are `FloatAttr`, `IntAttr`, `StrAttr`"),
        ("ShapeType", "did you mean `TensorType`?"),
        ("Word", ""),
    ],
)
def test_names_of_several_words_are_related_by_a_word(name, advice):
    assert suggest(name, RECORDS) == advice

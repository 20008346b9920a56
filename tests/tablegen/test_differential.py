"""Changed programs: the same verdict and the same records as llvm-tblgen."""

import pytest

from tests.tablegen.fuzz import fuzz, write_text
from tests.tablegen.programs import ORACLE
from tests.tablegen.statements import grow


@pytest.mark.skipif(ORACLE is None, reason="llvm-tblgen-22 isn't installed")
def test_changed_programs_are_judged_alike(tmp_path):
    outcomes, wrong = fuzz(150, 0, tmp_path)
    assert not {number: outcome for number, (outcome, _) in wrong.items()}
    assert outcomes["equal"] >= 20
    assert outcomes["both refuse"] >= 20


@pytest.mark.skipif(ORACLE is None, reason="llvm-tblgen-22 isn't installed")
def test_texts_are_taken_apart_alike(tmp_path):
    outcomes, wrong = fuzz(150, 0, tmp_path, write_text)
    assert not {number: outcome for number, (outcome, _) in wrong.items()}
    assert outcomes["equal"] >= 40
    assert outcomes["both refuse"] >= 40


@pytest.mark.skipif(ORACLE is None, reason="llvm-tblgen-22 isn't installed")
def test_statements_are_judged_alike(tmp_path):
    outcomes, wrong = fuzz(100, 0, tmp_path, grow)
    assert not {number: outcome for number, (outcome, _) in wrong.items()}
    assert outcomes["equal"] >= 20
    assert outcomes["both refuse"] >= 20

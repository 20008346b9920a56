"""Random and changed programs: the same verdict and the same records as llvm-tblgen."""

import pytest

from tests.tablegen.fuzz import change, fuzz, write_text
from tests.tablegen.programs import ORACLE
from tests.tablegen.statements import grow


@pytest.mark.skipif(ORACLE is None, reason="llvm-tblgen-22 isn't installed")
@pytest.mark.parametrize(
    ("make", "count", "least"), [(change, 150, 20), (write_text, 150, 40), (grow, 100, 20)]
)
def test_programs_are_judged_alike(tmp_path, make, count, least):
    outcomes, wrong = fuzz(count, 0, tmp_path, make)
    assert not {number: outcome for number, (outcome, _) in wrong.items()}
    assert outcomes["equal"] >= least
    assert outcomes["both refuse"] >= least

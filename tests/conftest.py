"""Options of the whole suite."""

import pytest


def pytest_addoption(parser):
    parser.addoption(
        "--update", action="store_true", help="rewrite goldens from what the oracle says now"
    )


@pytest.fixture(scope="session")
def update(request):
    return request.config.getoption("--update")

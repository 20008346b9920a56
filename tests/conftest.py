"""Options of the whole suite."""

import signal

import pytest


def pytest_configure():
    # A shell that runs the suite in the background has it ignored, in every child, too.
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser):
    parser.addoption(
        "--update", action="store_true", help="rewrite goldens from what the oracle says now"
    )


@pytest.fixture(scope="session")
def update(request):
    return request.config.getoption("--update")

"""What the browser and the API tests share: the program that they talk to."""

from pathlib import Path

import pytest

from program import Program


def pytest_addoption(parser):
    parser.addoption("--shots", metavar="DIR", type=Path, help="save screenshots in this folder")


@pytest.fixture(scope="session")
def server():
    """The demo shop, shared by all tests of a run: a test must not count on being alone in it."""
    with Program.demo() as program:
        yield program


@pytest.fixture
def own_server():
    """A demo shop for one test, which may stop it or sell everything in it."""
    with Program.demo() as program:
        yield program

"""What the parts' tests share: the program that they talk to, and the browser."""

import os
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

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


@pytest.fixture(scope="session")
def browser():
    """Debian's Chromium, one for the whole run; contexts keep tests apart."""
    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"), args=arguments)
        yield browser
        browser.close()

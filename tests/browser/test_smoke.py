"""The program serves pages to a browser."""

import re

import pytest


@pytest.mark.parametrize("device", ["phone", "tablet", "desktop"])
def test_the_front_page_opens(open_context, device):
    page = open_context(device).new_page()

    response = page.goto("/")

    assert response.status == 200
    assert re.search(r"\S", page.title())
    assert page.locator("html[lang]").count() == 1


def test_the_front_page_needs_no_script(open_context):
    page = open_context("phone", javascript=False).new_page()

    response = page.goto("/")

    assert response.status == 200
    assert page.locator("main a[href], main form").count() > 0

"""Browsers that watch over every page they show.

A test asks for `phone`, `tablet` or `desktop` (a browser context each, with its own cookies), or
for `open_context` when it needs another scheme, language or script turned off. Whatever goes
wrong on a page of these contexts fails the test: see `watch.py`.
"""

from pathlib import Path

import pytest

from browser.axe import assert_accessible
from browser.shop import BAR, REMEMBER_SWAPS, sign_in
from browser.watch import Watch

# CSS pixels: a phone held upright, a tablet on the bar, a laptop.
DEVICES = {
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True,
              "device_scale_factor": 2},
    "tablet": {"viewport": {"width": 1024, "height": 768}, "has_touch": True},
    "desktop": {"viewport": {"width": 1280, "height": 800}},
}
SHOT_WIDTHS = {390: 844, 820: 1180, 1280: 800}
SCHEMES = ("light", "dark")


def in_each(page, schemes):
    """Shows the page in each colour scheme, then in the one that it had."""
    dark = page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
    for scheme in schemes:
        page.emulate_media(color_scheme=scheme)
        yield scheme
    page.emulate_media(color_scheme="dark" if dark else "light")


@pytest.fixture
def watch(server):
    """Collects faults; `watch.allow("text")` lets through those that a test provokes."""
    watch = Watch(server.url)
    yield watch
    assert not watch.faults, "\n" + "\n".join(watch.faults)


def new_context(browser, watch, origin, device="desktop", scheme="light", javascript=True,
                **options):
    context = browser.new_context(
        **{"base_url": origin, "color_scheme": scheme, "java_script_enabled": javascript,
           "locale": "en-US", **DEVICES[device], **options})
    context.set_default_timeout(15_000)
    context.add_init_script(REMEMBER_SWAPS)
    watch.over(context)
    return context


@pytest.fixture
def open_context(browser, server, watch):
    """open_context("phone", scheme="dark", locale="ar", javascript=False) → a browser context."""
    contexts = []

    def open_context(*arguments, **options):
        context = new_context(browser, watch, server.url, *arguments, **options)
        contexts.append(context)
        return context

    yield open_context
    for context in contexts:
        context.close()


@pytest.fixture(scope="module")
def open_device(browser, server):
    """A context that may live as long as its module, for what several tests look at."""
    watch = Watch(server.url)
    contexts = []

    def open_device(*arguments, allow=(), **options):
        for text in allow:
            watch.allow(text)
        context = new_context(browser, watch, server.url, *(arguments or ("phone",)), **options)
        contexts.append(context)
        return context

    yield open_device
    for context in contexts:
        context.close()
    assert not watch.faults, "\n" + "\n".join(watch.faults)


@pytest.fixture
def own_context(browser, own_server):
    """A context like `open_context`'s, for a shop that the test may stop or change; what the
    browser itself says while nobody answers is no fault."""
    watch = Watch(own_server.url)
    contexts = []

    def own_context(*arguments, allow=("net::ERR_", "htmx:sendError"), **options):
        for text in allow:
            watch.allow(text)
        context = new_context(browser, watch, own_server.url, *arguments, **options)
        contexts.append(context)
        return context

    yield own_context
    for context in contexts:
        context.close()
    assert not watch.faults, "\n" + "\n".join(watch.faults)


@pytest.fixture(scope="session")
def staff_memory(browser, server):
    """What a tablet remembers once the barista has signed in, so that one does so once."""
    context = browser.new_context(base_url=server.url)
    sign_in(context.new_page())
    memory = context.storage_state()
    context.close()
    return memory


@pytest.fixture
def open_bar(open_context, staff_memory):
    """open_bar() → the bar's page on a tablet of its own, live."""

    def open_bar(device="tablet", **options):
        page = open_context(device, storage_state=staff_memory, **options).new_page()
        page.goto(BAR)
        if options.get("javascript", True):
            page.wait_for_selector("html[data-connection=live]")
        return page

    return open_bar


@pytest.fixture
def barista(open_bar):
    return open_bar()


@pytest.fixture
def phone(open_context):
    return open_context("phone")


@pytest.fixture
def tablet(open_context):
    return open_context("tablet")


@pytest.fixture
def desktop(open_context):
    return open_context("desktop")


@pytest.fixture
def accessible():
    """accessible(page) → fails with what axe finds against WCAG 2.2 AA, in light and in dark."""

    def accessible(page, schemes=SCHEMES):
        for scheme in in_each(page, schemes):
            assert_accessible(page, scheme, colours_only=scheme != schemes[0])

    return accessible


@pytest.fixture(scope="session")
def shots(request):
    """shots(page, "menu") → menu-390-light.png and so on, where `--shots DIR` asks for them."""
    folder: Path | None = request.config.getoption("--shots")

    def shots(page, name, widths=SHOT_WIDTHS, schemes=SCHEMES):
        if folder is None:
            return
        folder.mkdir(parents=True, exist_ok=True)
        before = page.viewport_size
        for width, height in widths.items():
            page.set_viewport_size({"width": width, "height": height})
            for scheme in in_each(page, schemes):
                # Of a page longer than a few screens: what is on the screen.
                is_short = page.evaluate("document.body.scrollHeight") < 3 * height
                page.screenshot(
                    path=folder / f"{name}-{width}-{scheme}.png", full_page=is_short)
        page.set_viewport_size(before)

    return shots

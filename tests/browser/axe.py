"""Asks axe whether a page meets WCAG 2.2 AA."""

from functools import cache

from playwright.sync_api import Page

from program import ROOT

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
# What may differ between light and dark.
COLOURS = ["color-contrast", "link-in-text-block"]
RUN = """only => axe.run(document, {runOnly: only, resultTypes: ["violations"]})"""


@cache
def _script() -> str:
    return (ROOT / ".deps/axe/axe.min.js").read_text()


def violations(page: Page, colours_only=False) -> list[str]:
    """Each rule that is broken, and where; evaluated, so that no policy blocks axe."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(_script())
    only = {"type": "rule", "values": COLOURS} if colours_only else {"type": "tag", "values": TAGS}
    return [
        f"{violation['id']}: {violation['help']}\n  at {' '.join(map(str, node['target']))}\n"
        f"  {node['failureSummary']}"
        for violation in page.evaluate(RUN, only)["violations"] for node in violation["nodes"]
    ]


def assert_accessible(page: Page, scheme: str, colours_only=False):
    report = violations(page, colours_only)
    assert not report, f"{page.url} in {scheme}:\n" + "\n".join(report)

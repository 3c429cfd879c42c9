"""Asks axe whether a page meets WCAG 2.2 AA."""

from functools import cache

from playwright.sync_api import Page

from program import ROOT

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
RUN = """tags => axe.run(document, {
    runOnly: {type: "tag", values: tags}, resultTypes: ["violations"],
})"""


@cache
def _script() -> str:
    return (ROOT / ".deps/axe/axe.min.js").read_text()


def assert_accessible(page: Page, scheme: str):
    """Fails with each rule that is broken and where; evaluated, so that no policy blocks it."""
    page.evaluate(_script())
    violations = page.evaluate(RUN, TAGS)["violations"]
    report = [
        f"{violation['id']}: {violation['help']}\n  at {' '.join(map(str, node['target']))}\n"
        f"  {node['failureSummary']}"
        for violation in violations for node in violation["nodes"]
    ]
    assert not report, f"{page.url} in {scheme}:\n" + "\n".join(report)

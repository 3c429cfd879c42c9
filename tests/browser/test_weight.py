"""What the first page costs somebody on a slow line."""

import pytest

from browser.shop import MENU

KILOBYTE = 1000


@pytest.mark.parametrize("path", ["/", MENU])
def test_the_first_page_is_light_and_comes_whole_from_the_shop(phone, path):
    page = phone.new_page()
    sizes: dict[str, int] = {}
    urls: dict[str, str] = {}
    session = phone.new_cdp_session(page)
    session.send("Network.enable")
    session.on("Network.requestWillBeSent", lambda event: urls.update(
        {event["requestId"]: event["request"]["url"]}))
    session.on("Network.loadingFinished", lambda event: sizes.update(
        {event["requestId"]: event["encodedDataLength"]}))

    page.goto(path, wait_until="load")

    report = {urls[request]: size for request, size in sizes.items()}
    total = sum(report.values())
    assert {"html", "css", "js"} <= {kind(url) for url in report}, report
    # Requests to other origins fail in `watch.py`.
    assert total < 60 * KILOBYTE, report


def kind(url: str) -> str:
    ending = url.rsplit(".", 1)[-1]
    return ending if ending in ("css", "js") else "html"


def test_files_are_kept_and_never_asked_for_again(phone):
    page = phone.new_page()
    page.goto("/")

    answer = page.request.get(page.locator("link[rel=stylesheet]").get_attribute("href"))

    assert "immutable" in answer.headers["cache-control"]

#!/usr/bin/env python3
"""Takes pictures of every page of the gallery, to be looked at.

    CREMA_GALLERY=DIR swift test --filter GalleryTests
    .deps/venv/bin/python tests/gallery/shoot.py DIR [--only menu,bar] [--axe]

Pictures go to DIR/shots. Says where a page is wider than its window, and what axe finds.
"""

import argparse
import functools
import http.server
import pathlib
import shutil
import socketserver
import sys
import threading

from playwright.sync_api import sync_playwright

ROOT = pathlib.Path(__file__).resolve().parents[2]
AXE = ROOT / ".deps/axe/axe.min.js"


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Serves the gallery; a service worker and a live stream have no place here."""

    def log_message(self, *_):
        pass


def assets(folder: pathlib.Path) -> None:
    target = folder / "assets"
    target.mkdir(exist_ok=True)
    for file in (ROOT / "Sources/CAssets/web").iterdir():
        shutil.copy(file, target / file.name)
    shutil.copy(ROOT / ".deps/htmx/htmx.min.js", target / "htmx.js")
    shutil.copy(ROOT / ".deps/htmx/sse.min.js", target / "sse.js")


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--only", default="")
    parser.add_argument("--width", default="390,820,1280")
    parser.add_argument("--scheme", default="light,dark")
    parser.add_argument("--language", default="en,ar")
    parser.add_argument("--height", type=int, default=900)
    parser.add_argument("--axe", action="store_true", help="ask axe about each")
    parser.add_argument("--full", action="store_true", help="the whole length of each page")
    options = parser.parse_args()
    folder = options.folder.resolve()
    assets(folder)
    shots = folder / "shots"
    shots.mkdir(exist_ok=True)
    server = socketserver.ThreadingTCPServer(
        ("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder))
    )
    threading.Thread(target=server.serve_forever, daemon=True).start()
    base = f"http://127.0.0.1:{server.server_address[1]}"
    wanted = [name for name in options.only.split(",") if name]
    findings: list[str] = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium")
        for file in sorted(folder.glob("*.html")):
            name, language = file.name.split(".")[:2]
            if (wanted and name not in wanted) or language not in options.language.split(","):
                continue
            page = browser.new_page(service_workers="block", reduced_motion="reduce")
            page.route("**/events*", lambda route: route.abort())
            page.goto(f"{base}/{file.name}", wait_until="load")
            for width in map(int, options.width.split(",")):
                page.set_viewport_size({"width": width, "height": options.height})
                for scheme in options.scheme.split(","):
                    page.emulate_media(color_scheme=scheme)
                    page.screenshot(
                        path=shots / f"{name}-{language}-{scheme}-{width}.png",
                        full_page=options.full,
                    )
                    findings += look(page, f"{file.name} {scheme} {width}", options.axe)
            page.close()
        browser.close()
    server.shutdown()
    (shots / "axe.txt").write_text("\n".join(findings) + "\n")
    print("\n".join(findings) or "nothing found")
    return 1 if findings else 0


def look(page, where: str, asks_axe: bool) -> list[str]:
    """What axe finds, and whether the page is wider than its window."""
    found = []
    if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
        found.append(f"{where}: wider than the window")
    if asks_axe:
        page.evaluate(AXE.read_text())
        result = page.evaluate(
            "axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa',"
            " 'best-practice']})"
        )
        for violation in result["violations"]:
            for node in violation["nodes"][:3]:
                found.append(f"{where}: {violation['id']}: {node['target']} {node['html'][:140]}")
    return found


if __name__ == "__main__":
    sys.exit(main())

"""What must not happen on any page, whatever a test is about."""

import re

from playwright.sync_api import BrowserContext

# The page's own scripts can't be used for this: they'd have to be trusted first.
REPORT_VIOLATIONS = """
document.addEventListener("securitypolicyviolation", event => {
    cremaReportViolation(`${event.violatedDirective} blocked ${event.blockedURI || "inline"} `
        + `in ${event.sourceFile || document.URL}:${event.lineNumber}`);
});
"""


class Watch:
    """Collects console errors, uncaught exceptions, violations of the content security policy,
    server errors and requests to other origins."""

    def __init__(self, origin: str):
        self._origin = origin
        self._seen: list[str] = []
        self._allowed: list[str] = []

    def allow(self, text: str):
        """Faults that contain this text are what the test is about."""
        self._allowed.append(text)

    @property
    def faults(self) -> list[str]:
        return [fault for fault in self._seen
                if not any(text in fault for text in self._allowed)]

    def over(self, context: BrowserContext):
        context.on("console", self._console)
        context.on("weberror", lambda error: self._seen.append(f"exception: {error.error}"))
        context.on("request", self._request)
        context.on("response", self._response)
        context.expose_function(
            "cremaReportViolation", lambda text: self._seen.append(f"policy: {text}"))
        context.add_init_script(REPORT_VIOLATIONS)

    def _console(self, message):
        # A request that a newer one replaced: htmx calls that an error.
        if re.match("htmx:(sendAbort|afterRequest), ", message.text):
            return
        if message.type == "error":
            url = message.location.get("url", "")
            self._seen.append(f"console: {message.text} ({url})")

    def _request(self, request):
        if not request.url.startswith((self._origin + "/", "data:", "blob:")):
            self._seen.append(f"other origin: {request.method} {request.url}")

    def _response(self, response):
        if response.status >= 500:
            self._seen.append(f"server error: {response.status} {response.url}")

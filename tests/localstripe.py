"""A server in Stripe's place: localstripe, on this machine alone.

It ignores idempotency keys and gives back more than it took, so what must happen once has to
happen once by our own doing."""

import json
import os
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

from program import ROOT, die_with_parent, free_port

SOURCE = ROOT / ".deps/localstripe"
SECRET_KEY = "sk_test_12345678"
PUBLISHABLE_KEY = "pk_test_12345678"
WEBHOOK_SECRET = "whsec_12345678"

GOOD = "4242424242424242"
DECLINED = "4000000000000341"
SECURE = "4000002500003155"
SECURE_THEN_DECLINED = "4000008260003178"

# It listens on every address by itself.
PROGRAM = """
import sys
from aiohttp import web
from localstripe.server import app
web.run_app(app, host="127.0.0.1", port=int(sys.argv[1]), print=None)
"""

# What its script leaves out of Stripe's: it makes tokens only, of which the card serves as well.
CREATE_PAYMENT_METHOD = """
;(() => {
  const make = Stripe;
  Stripe = (key) => {
    const stripe = make(key);
    stripe.createPaymentMethod = async ({ card }) => {
      const made = await stripe.createToken(card);
      return made.error ? made : { paymentMethod: made.token.card };
    };
    return stripe;
  };
})();
"""


class LocalStripe:
    def __init__(self, folder: Path):
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.folder = folder
        self.log = folder / "localstripe.log"

    def __enter__(self) -> "LocalStripe":
        with open(self.log, "ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-c", PROGRAM, str(self.port)], stdout=log, stderr=log,
                cwd=self.folder, preexec_fn=die_with_parent,
                env=os.environ | {"PYTHONPATH": str(SOURCE)})
        deadline = time.monotonic() + 20
        while True:
            try:
                self.call("GET", "/v1/payment_intents")
                return self
            except (urllib.error.URLError, ConnectionError):
                assert self._process.poll() is None, self.log.read_text()
                assert time.monotonic() < deadline, self.log.read_text()
                time.sleep(0.05)

    def __exit__(self, *_):
        self._process.terminate()
        self._process.wait(10)

    @property
    def settings(self) -> str:
        """For `CREMA_STRIPE`."""
        return (f"secret={SECRET_KEY};publishable={PUBLISHABLE_KEY};webhook={WEBHOOK_SECRET};"
                f"api={self.url}")

    def call(self, method: str, path: str, **fields):
        data = urllib.parse.urlencode(fields).encode() if fields else None
        request = urllib.request.Request(self.url + path, data, method=method)
        request.add_header("Authorization", f"Bearer {SECRET_KEY}")
        with urllib.request.urlopen(request, timeout=10) as response:
            return json.loads(response.read() or "null")

    def send_webhooks_to(self, url: str):
        self.call("POST", "/_config/webhooks/shop", url=url, secret=WEBHOOK_SECRET)

    def card(self, number: str) -> str:
        """The token that a page would get for a card."""
        return self.call(
            "POST", "/v1/payment_methods",
            **{"type": "card", "card[number]": number, "card[exp_month]": "12",
               "card[exp_year]": "2030", "card[cvc]": "123"})["id"]

    @property
    def intents(self) -> list[dict]:
        return self.call("GET", "/v1/payment_intents")["data"]

    def refunds(self, intent: str) -> list[dict]:
        return self.call("GET", f"/v1/refunds?payment_intent={intent}")["data"]

    def authenticate(self, secret: str, success: bool):
        """What the customer's bank does."""
        intent = secret.split("_secret_")[0]
        self.call("POST", f"/v1/payment_intents/{intent}/_authenticate",
                  client_secret=secret, success=str(success).lower())

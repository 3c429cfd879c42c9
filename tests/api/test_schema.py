"""Schemathesis makes requests from the OpenAPI document, sound and unsound ones, and checks that
each answer is one that the document promises."""

import subprocess
import sys
import uuid
from pathlib import Path

import pytest

HERE = Path(__file__).parent
SECONDS = 170
EXAMPLES = 12
#: The same requests each time.
SEED = 20261130


@pytest.mark.parametrize("role", [None, "guest", "customer", "barista", "owner"])
def test_answers_are_as_documented(own_server, role, tmp_path):
    # A shop for each: what staff are made to do (switch off, sell out) is no other's trouble.
    server = own_server
    headers = [] if role in (None, "guest") else [bearer(server, role)]
    order = place(server, *headers)
    if role == "guest":
        headers = [("Authorization", "Guest " + order["token"])]
    # One worker: Hypothesis takes functions apart to name them, and that isn't safe in threads.
    command = [
        str(Path(sys.executable).parent / "schemathesis"),
        "--config-file", str(configuration(tmp_path, order)), "--no-color",
        "run", server.url + "/api/openapi.json",
        "--max-examples", str(EXAMPLES), "--workers", "1", "--generation-database", "none",
        "--seed", str(SEED),
    ]
    for name, value in headers:
        command += ["--header", f"{name}: {value}"]
    if headers:
        # Signing out would leave the rest of the run without an account.
        command += ["--exclude-operation-id", "deleteSession",
                    "--exclude-operation-id", "endSession"]

    run = subprocess.run(
        command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        timeout=SECONDS)

    assert run.returncode == 0, run.stdout[-20_000:]
    assert "No operations" not in run.stdout, run.stdout
    status, answer = server.request("GET", "/api/v1/orders/" + order["id"], **dict(headers))
    assert status == (200 if headers else 404), answer


def bearer(server, role):
    return "Authorization", "Bearer " + server.access_token(role)


def configuration(folder, order):
    """The common one, with an order to read, move and pay: no id that is made up is one."""
    path = folder / "schemathesis.toml"
    path.write_text((HERE / "schemathesis.toml").read_text() + f"""
[[operations]]
include-path-regex = "^/api/v1/orders/"
parameters = {{ "path.id" = "{order["id"]}" }}
""")
    return path


def place(server, *headers):
    """Places the document's example of a cart."""
    _, document = server.request("GET", "/api/openapi.json")
    content = document["paths"]["/api/v1/quotes"]["post"]["requestBody"]["content"]
    cart = content["application/json"]["example"]
    status, quote = server.request("POST", "/api/v1/quotes", cart)
    assert status == 200, quote
    order = {**cart, "fingerprint": quote["fingerprint"], "customerName": "Ada"}
    status, placed = server.request(
        "POST", "/api/v1/orders", order, Idempotency_Key=str(uuid.uuid4()), **dict(headers))
    assert status == 201, placed
    return placed

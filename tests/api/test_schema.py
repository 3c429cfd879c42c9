"""Schemathesis makes requests from the OpenAPI document, sound and unsound ones, and checks that
each answer is one that the document promises."""

import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
SECONDS = 300
EXAMPLES = 40


@pytest.mark.parametrize("role", [None, "customer", "barista", "owner"])
def test_answers_are_as_documented(server, role, tmp_path):
    command = [
        str(Path(sys.executable).parent / "schemathesis"),
        "--config-file", str(HERE / "schemathesis.toml"), "--no-color",
        "run", server.url + "/api/openapi.json",
        "--max-examples", str(EXAMPLES), "--workers", "2", "--generation-database", "none",
    ]
    if role is not None:
        command += ["--header", f"Authorization: Bearer {server.access_token(role)}"]

    run = subprocess.run(
        command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        timeout=SECONDS)

    assert run.returncode == 0, run.stdout[-20_000:]
    assert "No operations" not in run.stdout, run.stdout

"""Writes requirements.txt: every package that requirements.in needs, pinned by version and hash.

    python3 tests/pin.py [FOLDER]     of FOLDER, else of tests

The hashes are those of the wheels for Debian 12's and 13's Python on both common processors.
"""

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HERE = ROOT / (sys.argv[1] if len(sys.argv) > 1 else "tests")
PYTHONS = ("3.11", "3.13")
PROCESSORS = ("x86_64", "aarch64")
C_LIBRARIES = ("manylinux2014", "manylinux_2_24", "manylinux_2_28", "manylinux_2_31",
               "manylinux_2_34", "manylinux_2_36", "manylinux1")


def resolve(python: str, processor: str, constraints: Path | None) -> dict[str, tuple[str, str]]:
    """Name → (version, sha256) of each wheel that this Python on this processor would get."""
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--dry-run", "--report", "-",
               "--ignore-installed", "--only-binary", ":all:", "--python-version", python,
               "--target", "/nonexistent", "--requirement", str(HERE / "requirements.in")]
    for library in C_LIBRARIES:
        command += ["--platform", f"{library}_{processor}"]
    if constraints:
        command += ["--constraint", str(constraints)]
    report = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
    return {
        item["metadata"]["name"].lower().replace("_", "-"): (
            item["metadata"]["version"],
            item["download_info"]["archive_info"]["hashes"]["sha256"],
        )
        for item in report["install"]
    }


def main() -> None:
    versions: dict[str, str] = {}
    hashes: dict[str, set[str]] = {}
    constraints = HERE / "requirements.txt"
    for python in PYTHONS:
        for processor in PROCESSORS:
            found = resolve(python, processor, constraints if versions else None)
            for name, (version, sha256) in found.items():
                versions.setdefault(name, version)
                hashes.setdefault(name, set()).add(sha256)
            pins = (f"{name}=={version}\n" for name, version in sorted(versions.items()))
            constraints.write_text("".join(pins))
    lines = ["# Written by tests/pin.py from requirements.in.\n"]
    for name, version in sorted(versions.items()):
        entry = [f"{name}=={version}"] + [f"    --hash=sha256:{h}" for h in sorted(hashes[name])]
        lines.append(" \\\n".join(entry) + "\n")
    constraints.write_text("".join(lines))


if __name__ == "__main__":
    main()

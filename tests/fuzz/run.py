"""Runs the fuzz targets one after the other and prints a line of figures for each."""

import argparse
import hashlib
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

from seeds import ROOT, seeds

HERE = Path(__file__).resolve().parent
KEPT = HERE / "corpus"
BUILD = ROOT / ".build" / "fuzz"
PROGRAM = BUILD / "release" / "CremaFuzz"

# The longest input of each, in bytes: enough for what it reads, and short, which is fast.
LONGEST = {
    "http": 2048, "connection": 2048, "fields": 192, "json": 512, "csv": 256,
    "square-items": 768, "square-catalog": 1536, "tokens": 256, "times": 64, "zones": 4096,
}
# Never dropped when the kept inputs are thinned out: each broke something once.
FOUND = "found-"
SECONDS = 60
READ_BY_C = ("http", "connection")
REPLAYS = "--replay"


def main() -> int:
    options = arguments()
    targets = options.target or list(LONGEST)
    if options.replay:
        return replay(targets[0], options.replay)
    broken = [target for target in targets if not fuzz(target, options)]
    return 1 if broken else 0


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="bin/fuzz", description="Fuzzes what reads from outside.")
    parser.add_argument("target", nargs="*", choices=[*LONGEST, []], metavar="TARGET",
                        help=", ".join(LONGEST))
    parser.add_argument("--runs", type=int, help="inputs for each target")
    parser.add_argument("--seconds", type=int, help="time for each target")
    parser.add_argument(REPLAYS, type=Path, metavar="FILE", help="one input once more")
    parser.add_argument("--seed", type=int, help="of the choices of chance (by chance)")
    parser.add_argument("--work", type=Path, default=BUILD, metavar="DIR",
                        help="where inputs and logs are gathered (.build/fuzz)")
    parser.add_argument("--no-merge", action="store_true", help="leave the kept inputs as they are")
    options = parser.parse_args()
    if options.replay and len(options.target) != 1:
        parser.error("--replay needs one TARGET")
    return options


def program(target: str, *options: str, **how) -> subprocess.CompletedProcess:
    environment = os.environ | {
        "SWIFT_BACKTRACE": "enable=no",
        "CREMA_FUZZ_TARGET": target,
        "ASAN_OPTIONS": sanitizer(target),
    }
    return subprocess.run([PROGRAM, *options], env=environment, **how)


def sanitizer(target: str) -> str:
    """Swift keeps what it has made once, so leaks tell nothing. Where a block came from is told at
    a replay; noting it at every allocation costs a third of the runs. Only C reads freed memory."""
    depth = 16 if REPLAYS in sys.argv else 0
    options = f"detect_leaks=0:malloc_context_size={depth}"
    if target in READ_BY_C:
        return options + ":quarantine_size_mb=4"
    return options + ":quarantine_size_mb=0:thread_local_quarantine_size_kb=0:poison_heap=0"


def replay(target: str, file: Path) -> int:
    return 1 if program(target, str(file)).returncode else 0


def fuzz(target: str, options: argparse.Namespace) -> bool:
    """False where a claim didn't hold."""
    work, found = options.work / "corpus" / target, options.work / "found"
    for folder in (work, found, KEPT / target):
        folder.mkdir(parents=True, exist_ok=True)
    for seed in seeds(target, LONGEST[target]):
        (work / hashlib.sha1(seed).hexdigest()).write_bytes(seed)
    limits = [f"-runs={options.runs}"] if options.runs else []
    seconds = options.seconds or (0 if options.runs else SECONDS)
    limits += [f"-max_total_time={seconds}"] if seconds else []
    limits += [f"-seed={options.seed}"] if options.seed else []
    dictionary = HERE / "dictionaries" / f"{target}.txt"
    limits += [f"-dict={dictionary}"] if dictionary.exists() else []
    started = time.monotonic()
    log = options.work / f"{target}.log"
    with log.open("w") as output:
        status = program(
            target, f"-max_len={LONGEST[target]}", "-timeout=10", "-rss_limit_mb=2048",
            "-print_final_stats=1", f"-artifact_prefix={found}/{target}-", *limits,
            str(work), str(KEPT / target), stdout=output, stderr=subprocess.STDOUT,
        ).returncode
    text = log.read_text(errors="replace")
    if status:
        report(target, text, log)
        return False
    if not options.no_merge:
        merge(target, work)
    figures(target, text, time.monotonic() - started)
    return True


def figures(target: str, log: str, seconds: float) -> None:
    runs = last(r"stat::number_of_executed_units: (\d+)", log)
    edges = last(r"cov: (\d+)", log)
    kept = len(list((KEPT / target).iterdir()))
    print(f"{target}: {int(runs):,} runs in {seconds:.0f} s, {edges} edges reached, "
          f"{kept} inputs kept, nothing found", flush=True)


def last(pattern: str, text: str) -> str:
    found = re.findall(pattern, text)
    return found[-1] if found else "0"


def report(target: str, log: str, path: Path) -> None:
    """What was found, where the input is, and how it is run again."""
    claims = re.findall(r"Fatal error: (.*)|(ERROR: .*)|(SUMMARY: .*)", log)
    claim = next(("".join(parts) for parts in claims), f"see {path}")
    file = last(r"Test unit written to (\S+)", log)
    print(f"{target}: BROKEN: {claim}", flush=True)
    if file == "0":
        print("  it stopped without an input; its end:\n" + log[-2000:])
        return
    print(f"  input:  {file}\n  replay: bin/fuzz {target} --replay {file}\n"
          f"  mended, keep it as {KEPT.relative_to(ROOT)}/{target}/{FOUND}WHAT", flush=True)


def merge(target: str, work: Path) -> None:
    """Thins the kept inputs out to the fewest that still reach every edge."""
    kept, merged = KEPT / target, BUILD / "merged"
    shutil.rmtree(merged, ignore_errors=True)
    merged.mkdir()
    done = program(
        target, "-merge=1", "-set_cover_merge=1", "-use_counters=0",
        f"-max_len={LONGEST[target]}", str(merged), str(work), str(kept),
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, errors="replace",
    )
    if done.returncode or not any(merged.iterdir()):
        sys.exit(f"fuzz: {target}: the inputs can't be merged:\n{done.stderr[-2000:]}")
    for file in kept.iterdir():
        if not file.name.startswith(FOUND):
            file.unlink()
    for file in merged.iterdir():
        shutil.copyfile(file, kept / file.name)


if __name__ == "__main__":
    sys.exit(main())

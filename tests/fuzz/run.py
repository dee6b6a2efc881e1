"""Every parser under the fuzzer for a limited time: `python tests/fuzz/run.py [SECONDS] [PROTOCOL …]`.

Not part of the test run. Exit status 1 when a property did not hold, 2 without `atheris`.
"""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
PROTOCOLS = re.findall(r'^    "([a-z0-9:-]+)": b', (HERE / "fuzz_parser.py").read_text(encoding="utf-8"), re.MULTILINE)
GRACE_S = 30


def main(arguments: list[str]) -> int:
    """Run the targets one after the other."""
    if importlib.util.find_spec("atheris") is None:
        print("the package atheris is not installed: pip install atheris", file=sys.stderr)
        return 2
    seconds = int(arguments[0]) if arguments else 20
    failed = []
    for protocol in arguments[1:] or PROTOCOLS:
        with tempfile.TemporaryDirectory(prefix="studio-fuzz-") as corpus:
            try:
                ran = subprocess.run(
                    [
                        *(sys.executable, str(HERE / "fuzz_parser.py"), protocol),
                        *(f"-max_total_time={seconds}", "-max_len=512", "-verbosity=1", corpus),
                    ],
                    capture_output=True,
                    text=True,
                    timeout=seconds + GRACE_S,
                    check=False,
                )
                code, said = ran.returncode, ran.stderr
            except subprocess.TimeoutExpired:
                code, said = 1, "did not end in time"
        runs = re.search(r"Done (\d+) runs", said)
        counts = re.findall(r"cov: (\d+)", said)
        print(
            f"{protocol:<22}{'holds' if code == 0 else 'FAILED':<8}"
            f"{runs[1] if runs else '?':>9} inputs, {counts[-1] if counts else '?'} edges"
        )
        if code != 0:
            failed.append(protocol)
            print(said[-3000:], file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

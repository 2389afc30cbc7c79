"""Names with `*` in acceptance checks: what they fit, compared with a reader that tries every way."""

import json
import random
import re
import subprocess
from pathlib import Path

from worker.toolchain import InstalledToolchain

_MODULE = Path(__file__).parents[2] / "worker/page/patterns.mjs"


def fitting(cases: list[tuple[str, str]]) -> list[bool]:
    """What the worker says of each pattern and name."""
    script = f"import {{ fits }} from {json.dumps(_MODULE.as_uri())}; import fs from 'node:fs';"
    script += "console.log(JSON.stringify(JSON.parse(fs.readFileSync(0)).map(([p, n]) => fits(p, n))))"
    command = ["node", "--input-type=module", "-e", script]
    done = subprocess.run(command, input=json.dumps(cases), capture_output=True, text=True, timeout=60, check=True)
    found: list[bool] = json.loads(done.stdout)
    return found


def expected(pattern: str, name: str) -> bool:
    parts = map(re.escape, pattern.split("*"))
    return re.fullmatch(".*".join(parts), name, re.DOTALL) is not None


def test_a_pattern_fits_what_its_parts_follow_each_other_in(toolchain: InstalledToolchain) -> None:
    drawn = random.Random(7)  # noqa: S311 - the same cases in every run
    letters = ["".join(drawn.choices("ab*", k=drawn.randint(0, 7))) for _ in range(3_000)]
    cases = [(pattern, "".join(drawn.choices("ab", k=drawn.randint(0, 9)))) for pattern in letters]
    cases += [("Delete (*)", "Delete (a.b)"), ("[*]", "[x]"), ("a*a", "a"), ("a*a", "aa"), ("*", ""), ("**", "\n")]
    assert fitting(cases) == [expected(*case) for case in cases]


def test_no_pattern_takes_long(toolchain: InstalledToolchain) -> None:
    """A regular expression made of one of these would not end within the time of this test."""
    hostile = [("*a" * 99 + "*b", "a" * 500), ("*" * 200, "a" * 500), ("*aaaab" * 33, "aaaa" * 125)]
    assert fitting(hostile * 2_000) == [False, True, False] * 2_000

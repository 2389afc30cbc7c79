"""Check names, docstrings and Studio texts against the word lists: `make check`.

Places that broke a rule when it was introduced are counted by folder in `scripts/language/baseline.json`; the counts
only go down. `--write` lowers them, `--list RULE` prints the places of a rule.
"""

import ast
import json
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from scripts.language.baseline import compare, count, load, save, shrink
from scripts.language.names import Finding, check_python, check_script
from scripts.language.texts import check_docstrings, check_messages

ROOT = Path(__file__).resolve().parent.parent
WORDS = ROOT / "scripts" / "language" / "words.toml"
BASELINE = ROOT / "scripts" / "language" / "baseline.json"
EXCLUDED = (  # projects of users, and sources of others
    "shared/templates/", "shared/templates_classic/", "shared/scaffolds/", "shared/catalog/", "tests/data/",
    "benchmarks/quality/tasks/",
)  # fmt: skip


def main() -> int:
    """0 when every count is as in the baseline; else 1, and a line for each folder that differs."""
    findings = list(check_all())
    if "--list" in sys.argv:
        rule = sys.argv[sys.argv.index("--list") + 1]
        print(*(f"{place.path}:{place.line}: {place.text}" for place in findings if place.rule == rule), sep="\n")
        return 0
    baseline, counts = load(BASELINE), count(findings)
    if "--write" in sys.argv:
        baseline = shrink(baseline, counts)
        save(BASELINE, baseline)
    differences = list(compare(baseline, counts))
    totals = ", ".join(f"{sum(paths.values())} {rule}" for rule, paths in counts.items())
    print(*differences or [f"language: as in the baseline ({totals})"], sep="\n")
    return 1 if differences else 0


def check_all() -> Iterator[Finding]:
    """Yield what is found in every tracked file."""
    words = tomllib.loads(WORDS.read_text())
    tracked = subprocess.run(["git", "ls-files", "--cached"], cwd=ROOT, capture_output=True, text=True, check=True)
    for path in tracked.stdout.splitlines():
        if not path.startswith(EXCLUDED) and (ROOT / path).is_file():
            yield from check_file(path, words)
    yield from check_docstring_style()


def check_docstring_style() -> Iterator[Finding]:
    """Yield what Ruff finds in docstrings. Tests are left out: their docstrings describe a situation."""
    command = [
        sys.executable, "-m", "ruff", "check", "--exit-zero", "--output-format", "json", "--exclude", "tests",
        "--select", "D205,D401,D415", "--config", 'lint.pydocstyle.convention="google"', ".",
    ]  # fmt: skip
    printed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for place in json.loads(printed):
        path = str(Path(place["filename"]).relative_to(ROOT))
        yield Finding(f"docstring-{place['code']}", path, place["location"]["row"], place["message"])


def check_file(path: str, words: dict[str, Any]) -> Iterator[Finding]:
    """Yield what is found in one file; nothing in a kind of file that has no rules."""
    names = words["names"]["variables"], words["names"]["functions"]
    if path.endswith(".py"):
        tree = ast.parse((ROOT / path).read_text(), path)
        yield from check_python(path, tree, *names)
        yield from check_docstrings(path, tree, words["docstrings"]["openings"])
    elif path.endswith(".mjs"):
        yield from check_script(path, (ROOT / path).read_text(), *names)
    elif path.startswith("studio/src/messages/") and path.endswith(".ts") and ".test." not in path:
        messages = words["messages"]
        yield from check_messages(path, (ROOT / path).read_text(), messages["banned"], messages["most_words"])


if __name__ == "__main__":
    sys.exit(main())

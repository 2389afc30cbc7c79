"""Fails when a word comes back that docs/glossary.md has replaced: `make check`.

The list stands in the glossary: words in `code` in the right column of its last table. One followed by "(names)" may
be read in sentences, but names nothing in Python (names of tests are sentences); any other stands nowhere.
"""

import io
import re
import subprocess
import sys
import tokenize
from collections.abc import Iterator, Mapping
from functools import reduce
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
GLOSSARY = "docs/glossary.md"
FOLDERS = ("functions", "shared", "worker", "infra", "local", "toolchain", "devkit", "qa", "scripts", "tests", "docs")
KINDS = (".py", ".mjs", ".md")
LEFT_OUT = (  # what a model reads, and what digests hold; sources of somebody else
    GLOSSARY, "shared/tools/", "shared/prompts/", "shared/templates/", "shared/catalog/", "devkit/scripted_model/",
    "tests/support/scripted_model/", "tests/events/", "tests/scripts/test_check_words.py",
)  # fmt: skip
KEPT = ("told_of", "told_fixes", *(f"{each}.told" for each in ("checked", "fix")), "told: tuple[str, ...]")
"""What `shared/tools` and `benchmarks/quality` call by these names."""


def main() -> int:
    """0 when no word is back; else 1, and each place in a line."""
    words = replaced((ROOT / GLOSSARY).read_text())
    tracked = subprocess.run(["git", "ls-files", *FOLDERS], cwd=ROOT, capture_output=True, text=True, check=True)
    paths = [path for path in tracked.stdout.splitlines() if path.endswith(KINDS) and not path.startswith(LEFT_OUT)]
    wrong = [
        each for path in paths if (ROOT / path).is_file() for each in found(path, (ROOT / path).read_text(), words)
    ]
    print(*wrong or [f"{len(words)} words of {GLOSSARY} that may not come back, and none did"], sep="\n")
    return 1 if wrong else 0


def replaced(glossary: str) -> dict[str, bool]:
    """Each word that may not come back; True for one that may be in sentences, but not in names."""
    rows = (line.split(" | ")[1] for line in glossary.rpartition("| write | not |")[2].splitlines() if " | " in line)
    return {word: bool(names) for row in rows for word, names in re.findall(r"`([a-z]+)`( \(names\))?", row)}


def found(path: str, text: str, words: Mapping[str, bool]) -> Iterator[str]:
    """`path:line: word` of each word that is in the text, or in the path."""
    present = {word: pattern for word in words if (pattern := _whole(word)).search(f"{path}\n{text}")}
    names = list(_names(path, text)) if any(words[word] for word in present) else []
    for word, pattern in present.items():
        lines = names if words[word] else [(0, path), *enumerate(text.splitlines(), start=1)]
        yield from (f"{path}:{number}: {word}" for number, line in lines if pattern.search(line))


def _whole(word: str) -> re.Pattern[str]:
    """The word by itself and as a part of snake_case, camelCase and CONSTANT_CASE."""
    title = word.capitalize()
    return re.compile(
        rf"(?<![A-Za-z]){word}(?![a-z])|(?<![A-Z]){title}(?![a-z])|(?<![A-Za-z]){word.upper()}(?![A-Za-z])"
    )


def _names(path: str, text: str) -> Iterator[tuple[int, str]]:
    """The names in Python source with their lines, but for those of tests; its own path at line 0."""
    if not path.endswith(".py"):
        return
    yield 0, path
    source = reduce(lambda left, kept: left.replace(kept, "kept"), KEPT, text)
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    yield from (
        (each.start[0], each.string) for each in tokens if each.type == tokenize.NAME and each.string[:5] != "test_"
    )


if __name__ == "__main__":
    sys.exit(main())

"""Files that cannot be kept are left out with a word, and keep no project out."""

import pytest

from shared.domain.imports.fit_files import without_unfit
from shared.domain.limits import DEFAULT_LIMITS, Limits

LARGE = b"\x89PNG" + b"x" * DEFAULT_LIMITS.binary_file_bytes


@pytest.mark.parametrize(
    ("path", "content", "code"),
    [
        ("a/public/hero.png", LARGE, "FILE_TOO_LARGE"),
        ("a/src/data.json", b"1" * (DEFAULT_LIMITS.text_file_bytes + 1), "FILE_TOO_LARGE"),
        ("a/src/old.css", b"\xff", "INVALID_UTF8"),
        ("a/src/old.ts", b"a\0b", "NUL_IN_TEXT"),
    ],
)
def test_it_is_left_out_and_said(path: str, content: bytes, code: str) -> None:
    kept, found = without_unfit({path: content, "a/src/main.ts": b"1"}, DEFAULT_LIMITS)
    assert list(kept) == ["a/src/main.ts"]
    assert [(each.severity, each.code, each.path) for each in found] == [("warning", code, path)]


def test_a_deployment_may_hold_larger_pictures() -> None:
    limits = Limits(binary_file_bytes=5 * 1024 * 1024)
    assert without_unfit({"public/hero.png": LARGE}, limits) == ({"public/hero.png": LARGE}, [])


def test_what_a_project_needs_and_what_is_left_behind_anyway_stay_for_others_to_say() -> None:
    files = {"package.json": b"\xff", "index.html": b"\0", "dist/a.js": b"\xff", "LICENSE": b"\xff"}
    assert without_unfit(files, DEFAULT_LIMITS) == (files, [])


def test_many_are_said_in_part() -> None:
    kept, found = without_unfit({f"src/{number}.ts": b"\xff" for number in range(300)}, DEFAULT_LIMITS)
    assert (kept, len(found)) == ({}, 50)

"""Merging by lines: nothing of either side is lost, nothing is invented, and what cannot be had together is said."""

import subprocess
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from shared.domain.base import Files
from shared.domain.diffs.merge3 import merge_files, merge_text

BASE = "".join(f"line {number}\n" for number in range(12))


def test_changes_of_distant_lines_are_both_kept() -> None:
    ours = BASE.replace("line 2\n", "our 2\n")
    theirs = BASE.replace("line 9\n", "their 9\nand more\n").replace("line 5\n", "")
    merged = ours.replace("line 9\n", "their 9\nand more\n").replace("line 5\n", "")
    assert merge_text(BASE, ours, theirs) == merged == merge_text(BASE, theirs, ours)


CONFLICTS = [
    ("the same line", BASE.replace("line 2\n", "a\n"), BASE.replace("line 2\n", "b\n")),
    ("lines that touch", BASE.replace("line 2\n", "a\n"), BASE.replace("line 3\n", "b\n")),
    ("two texts at one place", BASE.replace("line 2\n", "line 2\na\n"), BASE.replace("line 2\n", "line 2\nb\n")),
    ("one deletes what the other changes", BASE.replace("line 2\n", ""), BASE.replace("line 2\n", "b\n")),
    ("both append", BASE + "a\n", BASE + "b\n"),
    ("the end of the last line", BASE[:-1], BASE + "b\n"),
    ("everything", "a", "b"),
]


@pytest.mark.parametrize(("ours", "theirs"), [row[1:] for row in CONFLICTS], ids=[row[0] for row in CONFLICTS])
def test_what_differs_on_the_same_place_is_a_conflict(ours: str, theirs: str) -> None:
    assert merge_text(BASE, ours, theirs) is None
    assert merge_text(BASE, theirs, ours) is None


def test_the_same_change_on_both_sides_is_made_once() -> None:
    both = BASE.replace("line 2\n", "changed\n")
    assert merge_text(BASE, both, both.replace("line 9\n", "nine\n")) == both.replace("line 9\n", "nine\n")


_LINES = st.lists(st.sampled_from(["a\n", "b\n", "c\n", "\r\n", "\n"]), max_size=12)
_TEXT = st.builds(lambda lines, end: "".join(lines) + end, _LINES, st.sampled_from(["", "end"]))


@given(_TEXT, _TEXT)
def test_a_side_that_did_nothing_does_not_matter(base: str, changed: str) -> None:
    assert merge_text(base, base, changed) == changed
    assert merge_text(base, changed, base) == changed
    assert merge_text(base, changed, changed) == changed


@given(_TEXT, _TEXT, _TEXT)
def test_the_sides_may_be_swapped(base: str, ours: str, theirs: str) -> None:
    assert merge_text(base, ours, theirs) == merge_text(base, theirs, ours)


@given(st.data())
def test_changes_apart_from_each_other_are_all_made(data: st.DataObject) -> None:
    """Distinct lines, each changed by one side at most, with an unchanged one between any two."""
    count = data.draw(st.integers(1, 15))
    who = data.draw(st.lists(st.sampled_from("-ot"), min_size=count, max_size=count))
    become = data.draw(st.lists(st.sampled_from(["", "new {}\n", "new {}\nmore {}\n"]), min_size=count, max_size=count))

    def text(sides: str) -> str:
        lines = (
            (become[n].replace("{}", str(n)) if who[n] in sides else f"line {n}\n") + f"fixed {n}\n"
            for n in range(count)
        )
        return "".join(lines)

    assert merge_text(text(""), text("o"), text("t")) == text("ot")


@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow])
@given(_TEXT, _TEXT, _TEXT)
def test_what_merges_here_git_merges_to_the_same(
    tmp_path_factory: pytest.TempPathFactory, base: str, ours: str, theirs: str
) -> None:
    """Two algorithms may pair lines differently, so only what both merge cleanly is compared, on distinct lines."""
    merged = merge_text(_numbered(base), _numbered(ours), _numbered(theirs))
    theirs_of_git = _git_merge(tmp_path_factory.mktemp("merge"), _numbered(base), _numbered(ours), _numbered(theirs))
    if merged is not None and theirs_of_git is not None:
        assert merged == theirs_of_git


def _numbered(text: str) -> str:
    """Every line occurs once, so that there is one way only to pair lines."""
    seen: dict[str, int] = {}
    lines = []
    for line in text.splitlines(keepends=True):
        seen[line] = seen.get(line, 0) + 1
        lines.append(f"{seen[line]}{line}")
    return "".join(lines)


def _git_merge(folder: Path, base: str, ours: str, theirs: str) -> str | None:
    for name, text in (("base", base), ("ours", ours), ("theirs", theirs)):
        (folder / name).write_bytes(text.encode())
    command = ["git", "merge-file", "-p", "ours", "base", "theirs"]
    done = subprocess.run(command, cwd=folder, capture_output=True, timeout=120)
    return done.stdout.decode() if done.returncode == 0 else None


def test_many_equal_lines_are_merged_in_time() -> None:
    base = "x\n" * 60_000
    merged = merge_text(base, "a\n" + base, base + "z\n")
    assert merged == "a\n" + base + "z\n"


# ---- trees ---------------------------------------------------------------------------------------------------------

TREE: Files = {"a.ts": BASE.encode(), "b.ts": b"b\n", "public/i.png": b"\x89\0", "gone.ts": b"gone\n"}


def test_files_are_merged_one_by_one() -> None:
    ours = {**TREE, "a.ts": TREE["a.ts"].replace(b"line 1\n", b"one\n"), "mine.ts": b"mine\n"}
    theirs = {**TREE, "a.ts": TREE["a.ts"].replace(b"line 9\n", b"nine\n"), "public/i.png": b"\x89\0\0"}
    del theirs["gone.ts"]
    merged = merge_files(TREE, ours, theirs)
    both = TREE["a.ts"].replace(b"line 1\n", b"one\n").replace(b"line 9\n", b"nine\n")
    assert merged.conflicts == []
    assert merged.files == {"a.ts": both, "b.ts": b"b\n", "mine.ts": b"mine\n", "public/i.png": b"\x89\0\0"}


def test_conflicts_name_their_paths_and_keep_our_side() -> None:
    ours = {**TREE, "b.ts": b"ours\n", "public/i.png": b"\x89\1", "new.ts": b"o"}
    theirs = {**TREE, "b.ts": b"theirs\n", "public/i.png": b"\x89\2", "new.ts": b"t", "gone.ts": b"\xff\xfe"}
    del ours["gone.ts"]
    merged = merge_files(TREE, ours, theirs)
    assert merged.conflicts == ["b.ts", "gone.ts", "new.ts", "public/i.png"]
    assert merged.files == ours


_TREES = st.dictionaries(st.sampled_from(["a.ts", "b.ts", "c.png", "d/e.css"]), _TEXT.map(str.encode), max_size=4)


@given(_TREES, _TREES)
def test_a_tree_that_did_nothing_does_not_matter(base: Files, changed: Files) -> None:
    assert merge_files(base, base, changed) == (changed, [])
    assert merge_files(base, changed, base) == (changed, [])


@given(_TREES, _TREES, _TREES)
def test_what_only_they_touched_becomes_theirs(base: Files, ours: Files, theirs: Files) -> None:
    merged = merge_files(base, ours, theirs)
    for path in {*base, *ours, *theirs}:
        if path in merged.conflicts:
            assert len({base.get(path), ours.get(path), theirs.get(path)}) == 3
        elif ours.get(path) == base.get(path):
            assert merged.files.get(path) == theirs.get(path)

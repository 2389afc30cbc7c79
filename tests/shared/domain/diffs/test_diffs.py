"""Diffs: git itself applies them, and any choice of hunks gives the text it should."""

import subprocess
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from shared.domain.base import Files
from shared.domain.diffs.changes import apply_hunks, file_changes, unified_diff
from shared.domain.diffs.hunks import Hunk, text_hunks
from shared.domain.diffs.patch_text import blob_id

BEFORE: Files = {
    "index.html": b"<p>one</p>\n",
    "src/a.ts": b"".join(b"line %d\n" % n for n in range(40)),
    "src/gone.ts": b"gone\n",
    "src/old name.ts": b"moved\n",
    "src/empty.ts": b"",
    "src/end.ts": b"no line end",
    "src/crlf.ts": b"a\r\nb\r\n",
    "public/i.png": b"\x89PNG\0old",
    "public/gone.png": b"\0gone",
    "src/caf\u00e9.css": b"a {}\n",
}
AFTER: Files = {
    "index.html": b"<p>two</p>\n",
    "src/a.ts": BEFORE["src/a.ts"].replace(b"line 3\n", b"line three\n").replace(b"line 30\n", b""),
    "src/new name.ts": b"moved\n",
    "src/fresh file.ts": b"fresh\n\x0cpage\xe2\x80\xa8x\n",
    "src/also empty.ts": b"",
    "src/end.ts": b"no line end\nbut more",
    "src/crlf.ts": b"a\r\nB\r\n",
    "public/i.png": b"\x89PNG\0new",
    "public/fresh.png": bytes(range(256)) * 3,
    "src/caf\u00e9.css": b"a { color: red }\n",
}


def write(folder: Path, files: Files) -> None:
    for path, content in files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)


def read(folder: Path) -> Files:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def git_apply(folder: Path, before: Files, patch: str) -> Files:
    write(folder, before)
    command = ["git", "apply", "--whitespace=nowarn", "-"]
    done = subprocess.run(command, cwd=folder, input=patch.encode(), capture_output=True, timeout=120)
    assert done.returncode == 0, done.stderr.decode() + patch
    return read(folder)


def test_git_applies_the_whole_patch(tmp_path: Path) -> None:
    assert git_apply(tmp_path, BEFORE, unified_diff(BEFORE, AFTER, binary=True)) == AFTER


def test_git_applies_it_backwards(tmp_path: Path) -> None:
    assert git_apply(tmp_path, AFTER, unified_diff(AFTER, BEFORE, binary=True)) == BEFORE


_NAMES = st.sampled_from(["a.ts", "b c.ts", "d/e.ts", "f.png", "\u00e9.css"])
_LINE = st.sampled_from(["a", "b", "", "+", "-", " ", "\\", "@@ -1 +1 @@", "--- a/x", "\r", "\u2028", "\x0c"])
_TEXTS = st.builds(lambda lines, ended: "\n".join(lines) + ("\n" if ended and lines else ""),
                   st.lists(_LINE, max_size=25), st.booleans())  # fmt: skip
_TREES = st.dictionaries(_NAMES, _TEXTS.map(str.encode), max_size=4)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(_TREES, _TREES)
def test_git_applies_any_patch(tmp_path_factory: pytest.TempPathFactory, before: Files, after: Files) -> None:
    patch = unified_diff(before, after, binary=True)
    assert bool(patch) == (before != after)
    if patch:
        assert git_apply(tmp_path_factory.mktemp("tree"), before, patch) == after


def test_a_binary_file_is_only_noted() -> None:
    patch = unified_diff({"public/a.png": b"\0"}, {"public/a.png": b"\1", "public/b.png": b"\2"})
    assert "Binary files a/public/a.png and b/public/a.png differ\n" in patch
    assert "Binary files /dev/null and b/public/b.png differ\n" in patch


def test_the_patch_reads_as_git_s_own() -> None:
    before, after = {"src/a.ts": b"a\nb"}, {"src/a.ts": b"a\nc\n"}
    assert unified_diff(before, after) == (
        "diff --git a/src/a.ts b/src/a.ts\n"
        f"index {blob_id(b'a' + bytes([10]) + b'b')}..{blob_id(after['src/a.ts'])} 100644\n"
        "--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+c\n"
    )


def test_odd_names_are_quoted_as_git_does() -> None:
    patch = unified_diff({}, {'src/a "b".ts': b"x\n", "src/c d.ts": b"y\n"})
    assert '+++ "b/src/a \\"b\\".ts"\n' in patch
    assert "+++ b/src/c d.ts\t\n" in patch


def test_what_is_not_utf8_is_binary() -> None:
    [change] = file_changes({"src/a.ts": b"a\n"}, {"src/a.ts": b"\xff\n"})
    assert (change.status, change.binary, change.hunks) == ("modified", True, [])


def test_a_blob_has_git_s_id() -> None:
    assert blob_id(b"") == "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391"


def test_changes_of_files() -> None:
    changes = {change.path: change for change in file_changes(BEFORE, AFTER)}
    assert [*changes] == sorted(changes)
    assert {path: (each.status, each.additions, each.deletions, each.binary) for path, each in changes.items()} == {
        "index.html": ("modified", 1, 1, False),
        "src/a.ts": ("modified", 1, 2, False),
        "src/gone.ts": ("deleted", 0, 1, False),
        "src/new name.ts": ("renamed", 0, 0, False),
        "src/fresh file.ts": ("added", 2, 0, False),
        "src/empty.ts": ("deleted", 0, 0, False),
        "src/also empty.ts": ("added", 0, 0, False),
        "src/end.ts": ("modified", 2, 1, False),
        "src/crlf.ts": ("modified", 1, 1, False),
        "public/i.png": ("modified", 0, 0, True),
        "public/gone.png": ("deleted", 0, 0, True),
        "public/fresh.png": ("added", 0, 0, True),
        "src/caf\u00e9.css": ("modified", 1, 1, False),
    }
    assert changes["src/new name.ts"].old_path == "src/old name.ts"
    assert [hunk.header for hunk in changes["src/a.ts"].hunks] == ["@@ -1,7 +1,7 @@", "@@ -28,7 +28,6 @@"]


def test_equal_trees_have_no_changes() -> None:
    assert file_changes(BEFORE, dict(BEFORE)) == []
    assert unified_diff(BEFORE, dict(BEFORE)) == ""


def test_one_of_two_hunks_is_taken() -> None:
    before, after = BEFORE["src/a.ts"].decode(), AFTER["src/a.ts"].decode()
    hunks = text_hunks(before, after)
    assert apply_hunks(before, hunks, {0}) == before.replace("line 3\n", "line three\n")
    assert apply_hunks(before, hunks, {1}) == before.replace("line 30\n", "")


@given(_TEXTS, _TEXTS, st.integers(0, 3), st.data())
def test_any_choice_of_hunks_applies(before: str, after: str, context: int, data: st.DataObject) -> None:
    hunks = text_hunks(before, after, context)
    everything = {hunk.index for hunk in hunks}
    assert apply_hunks(before, hunks, everything) == after
    assert apply_hunks(before, hunks, set()) == before
    accepted = data.draw(st.sets(st.sampled_from(sorted(everything)))) if everything else set()
    taken = apply_hunks(before, hunks, accepted)
    assert sum(_growth(hunk) for hunk in hunks if hunk.index in accepted) == len(taken) - len(before)


def _growth(hunk: Hunk) -> int:
    """Characters the hunk adds: its `+` lines less its `-` lines, each with the line end it has."""
    total = 0
    for order, line in enumerate(hunk.lines):
        ended = order + 1 == len(hunk.lines) or not hunk.lines[order + 1].startswith("\\ No newline")
        width = len(line) - 1 + ended
        total += {"+": width, "-": -width}.get(line[0], 0)
    return total


def test_a_hunk_without_a_header_is_a_mistake_of_ours() -> None:
    with pytest.raises(ValueError, match="not a hunk header"):
        apply_hunks("a\n", [Hunk(index=0, header="x", lines=[])], {0})

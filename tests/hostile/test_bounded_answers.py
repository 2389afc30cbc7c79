"""What passes the budget of work gets an answer that says so."""

import pytest

from devkit.hostile_work import CASES
from shared.domain.diffs.hunks import apply_hunks, text_hunks
from shared.domain.diffs.patch_operations import patch_operations
from shared.domain.diffs.patch_reading import read_patch
from shared.domain.edits.edits import Edit, EditRefused, EditWork, apply_edits
from shared.domain.errors import Invalid
from shared.domain.tree.paths import path_faults
from shared.domain.work_budget import EDIT_NEAREST, EDIT_SEARCHED, PATCH_FILES
from shared.tools.registry import CODER_TOOLS

_HEAD = "--- a/src/a.ts\n+++ b/src/a.ts\n"


def _faults(patch: str, content: bytes) -> list[str]:
    return [fault.reason for fault in patch_operations(read_patch(patch), {"src/a.ts": content})[1]]


def test_an_insertion_after_the_end_is_refused_with_the_number_of_lines() -> None:
    assert _faults(f"{_HEAD}@@ -999999,0 +1 @@\n+x\n", b"a\n") == [
        "hunk 1 stands at line 999999, but the file has only 1 lines."
    ]


def test_a_line_without_an_end_is_found_only_at_the_end_of_the_file() -> None:
    patch = f"{_HEAD}@@ -7 +7 @@\n-a\n\\ No newline at end of file\n+b\n"
    operations, faults = patch_operations(read_patch(patch), {"src/a.ts": b"a\na"})
    assert not faults
    assert operations[0].content == "a\nb\n"  # type: ignore[union-attr]
    assert len(_faults(patch, b"a\nb")) == 1


def test_a_file_in_two_parts_of_a_patch_and_too_many_files_are_refused() -> None:
    assert "more than one part" in _faults(f"{_HEAD}@@ -1 +1 @@\n-a\n+b\n" * 2, b"a\n")[0]
    many = "".join(f"--- /dev/null\n+++ b/src/{n}.ts\n@@ -0,0 +1 @@\n+x\n" for n in range(PATCH_FILES + 1))
    with pytest.raises(Invalid, match="at most"):
        patch_operations(read_patch(many), {})


def test_hunks_that_all_stand_elsewhere_are_refused_with_what_to_do() -> None:
    lines = [f"{number:x}" for number in range(40_000)]
    patch = _HEAD + "".join(f"@@ -1 +1 @@\n-{line}\n+b\n" for line in lines[::2])
    assert "too many hunks" in _faults(patch, "\n".join(lines).encode())[0]


def test_an_edit_that_would_write_too_much_is_refused() -> None:
    with pytest.raises(EditRefused) as refused:
        apply_edits("a.ts", "a" * 10_000, [Edit(old="a", new="b" * 1_000, replace_all=True)])
    assert refused.value.reason == "EDIT_TOO_LARGE"


def test_edits_after_the_work_is_used_up_are_refused_by_their_own_code() -> None:
    work = EditWork()
    assert work.search(EDIT_SEARCHED)
    with pytest.raises(EditRefused) as refused:
        apply_edits("a.ts", "a\n", [Edit(old="a", new="b")], work)
    assert refused.value.reason == "EDIT_WORK_LIMIT"
    assert refused.value.diagnostics[0].hint


def test_the_nearest_lines_are_shown_for_the_first_refusals_of_a_request() -> None:
    text = "".join(f"const value{number} = {number};\n" for number in range(50))
    edits = [Edit(old=f"const valuee{number} = {number}", new="x") for number in range(EDIT_NEAREST + 2)]
    with pytest.raises(EditRefused) as refused:
        apply_edits("a.ts", text, edits)
    shown = ["nearest lines" in each.message or "resembles" in each.message for each in refused.value.diagnostics]
    assert shown == [True] * EDIT_NEAREST + [False] * 2


def test_a_coarse_difference_still_applies_and_is_the_same_alone_and_in_the_whole() -> None:
    before = "".join("ab"[number * number % 7 % 2] + "\n" for number in range(30_000))
    after = "".join("ab"[number * number % 11 % 2] + "\n" for number in range(30_000))
    hunks = text_hunks(before, after)
    assert apply_hunks(before, hunks, {hunk.index for hunk in hunks}) == after
    assert apply_hunks(before, hunks, set()) == before
    assert hunks == text_hunks(before, after)


def test_an_endless_path_is_refused_for_its_length_alone() -> None:
    assert [fault.code for fault in path_faults("\u0316\u0301" * 100_000)] == ["PATH_TOO_LONG"]


TOOLS = {
    "add_check": "30 steps of short texts",
    "add_dependency": "9,000 packages that are not in the catalog",
    "apply_patch_dry_run": "a hunk that nearly fits everywhere",
    "edit_file": "40 edits that fit nowhere",
    "read_file": "a path that resembles all others",
    "read_files": "a path that resembles all others",
    "search_code": "a search that finds every line",
    "search_docs": "documents of headings and marks",
    "search_messages": "documents of headings and marks",
    "compile_project": "thousands of wrong icons",
    "api_request": "at most 1 MB of an answer, read once",
    "browser": "ten actions of short texts",
    "build_project_worker": "the worker's own limits",
    "verify": "the worker's own limits",
    "db_query": "two seconds in a process of its own",
    "delete_file": "one path",
    "delete_files": "200 paths",
    "design_guide": "one text of ours",
    "finish": "short texts",
    "list_files": "one line a file",
    "prepare_static_bundle": "one line a file",
    "read_build_result": "64 KB",
    "remove_dependency": "one name",
    "rename_file": "two paths",
    "run_command": "500 characters",
    "run_targeted_tests": "short texts",
    "security_scan": "40 findings of at most 500 a kind",
    "update_state": "bounded lists of short texts",
    "verdict": "short texts",
    "write_file": "thousands of wrong icons",
}
"""By tool: the case that drives it, or what bounds it."""


def test_every_tool_is_in_the_table() -> None:
    assert CODER_TOOLS.keys() <= TOOLS.keys()
    named = {case.name for case in CASES}
    assert {"read_file", "edit_file", "apply_patch_dry_run"} <= {tool for tool, case in TOOLS.items() if case in named}

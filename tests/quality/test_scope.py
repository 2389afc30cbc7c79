"""What counts as touched, how many lines, and what goes too far."""

import pytest

from benchmarks.quality.scope import changes, scope_of
from benchmarks.quality.task import Scope, load_tasks

(TASK, *_), _ = load_tasks(["text-and-colour"])
BEFORE = {"src/a.ts": b"one\ntwo\n", "src/b.ts": b"b", "logo.png": b"\x89PNG\xff", "same.ts": b"same"}


def broken(after: dict[str, bytes], **scope: object) -> list[str]:
    limits = {"max_files": 9, "max_changed_lines": 99} | scope
    return scope_of(TASK.model_copy(update={"scope": Scope.model_validate(limits)}), BEFORE, after)["broken"]


def test_lines_are_counted_as_a_diff_counts_them() -> None:
    after = {**BEFORE, "src/a.ts": b"one\n++ two\n-- three\n", "src/new.ts": b"x\ny\n"}
    found = scope_of(TASK, BEFORE, after)
    assert (found["files"], found["lines"]) == (["src/a.ts", "src/new.ts"], 5)


def test_a_file_that_only_ends_in_another_way_has_no_changed_line() -> None:
    assert scope_of(TASK, BEFORE, {**BEFORE, "src/b.ts": b"b\n"})["lines"] == 0


def test_a_binary_file_that_does_not_come_back_was_not_removed() -> None:
    after = {path: content for path, content in BEFORE.items() if path != "logo.png"}
    assert broken(after) == []


@pytest.mark.parametrize(
    ("scope", "said"),
    [
        ({"max_files": 0}, "scope: 1 files, at most 0"),
        ({"max_changed_lines": 1}, "scope: 2 lines, at most 1"),
        ({"may_touch": ("docs/*",)}, "scope: src/b.ts lies outside"),
        ({"must_not_touch": ("src/*",)}, "scope: src/b.ts was not to be touched"),
    ],
)
def test_what_goes_too_far_is_said(scope: dict[str, object], said: str) -> None:
    assert broken({**BEFORE, "src/b.ts": b"changed"}, **scope) == [said]


def test_a_change_reads_as_a_diff() -> None:
    result = changes(BEFORE, {**BEFORE, "src/b.ts": b"changed"})
    assert result.splitlines() == ["--- a/src/b.ts", "+++ b/src/b.ts", "@@ -1 +1 @@", "-b", "+changed"]

"""Reviews: any choice of files and hunks gives the tree it should, and what the diff has not is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from shared.domain.base import Files
from shared.domain.diffs.changes import file_changes
from shared.domain.diffs.review import FileDecision, HunkDecision, Review, accepted_files
from shared.domain.errors import Invalid

BEFORE: Files = {
    "src/a.ts": b"".join(b"line %d\n" % n for n in range(40)),
    "src/gone.ts": b"gone\n",
    "src/old.ts": b"moved\n",
    "public/i.png": b"\x89\0old",
    "src/empty.ts": b"",
}
AFTER: Files = {
    "src/a.ts": BEFORE["src/a.ts"].replace(b"line 3\n", b"three\n").replace(b"line 20\n", b"").replace(b"39\n", b"39"),
    "src/new.ts": b"moved\n",
    "src/fresh.ts": b"fresh\n",
    "public/i.png": b"\x89\0new",
    "src/bare.ts": b"",
}


def review(decision: str = "approve", **files: object) -> Review:
    return Review.model_validate({"decision": decision, "files": list(files.values())})


def one(path: str, decision: str, **hunks: str) -> dict[str, object]:
    chosen = [{"index": int(name[1:]), "decision": verdict} for name, verdict in hunks.items()]
    return {"path": path, "decision": decision, "hunks": chosen}


def test_all_and_nothing() -> None:
    assert accepted_files(BEFORE, AFTER, review("approve")) == AFTER
    assert accepted_files(BEFORE, AFTER, review("reject")) == BEFORE


@pytest.mark.parametrize(
    "path", ["src/a.ts", "src/gone.ts", "src/new.ts", "src/fresh.ts", "public/i.png", "src/bare.ts"]
)
def test_one_file_taken_or_left(path: str) -> None:
    old = {"src/new.ts": "src/old.ts"}.get(path, path)
    taken = accepted_files(BEFORE, AFTER, review("reject", a=one(path, "approve")))
    assert {p for p in {*BEFORE, *AFTER} if taken.get(p) != BEFORE.get(p)} == {path, old}
    assert taken.get(path) == AFTER.get(path)
    left = accepted_files(BEFORE, AFTER, review("approve", a=one(path, "reject")))
    assert {p for p in {*BEFORE, *AFTER} if left.get(p) != AFTER.get(p)} == {path, old}
    assert left.get(old) == BEFORE.get(old)


def test_hunks_of_one_file() -> None:
    first = accepted_files(BEFORE, AFTER, review("reject", a=one("src/a.ts", "reject", h0="approve")))
    assert first == {**BEFORE, "src/a.ts": BEFORE["src/a.ts"].replace(b"line 3\n", b"three\n")}
    rest = accepted_files(BEFORE, AFTER, review("reject", a=one("src/a.ts", "approve", h0="reject", h2="reject")))
    assert rest == {**BEFORE, "src/a.ts": BEFORE["src/a.ts"].replace(b"line 20\n", b"")}


FAULTS = [
    ([one("src/no.ts", "approve")], ["UNKNOWN_PATH"]),
    ([one("src/old.ts", "approve")], ["UNKNOWN_PATH"]),
    ([one("../../etc/passwd", "approve")], ["UNKNOWN_PATH"]),
    ([one("src/a.ts", "approve", h3="approve")], ["UNKNOWN_HUNK"]),
    ([one("public/i.png", "approve", h0="approve")], ["UNKNOWN_HUNK"]),
    ([one("src/a.ts", "approve"), one("src/a.ts", "reject")], ["DUPLICATE_PATH"]),
    ([one("src/no.ts", "approve"), one("src/a.ts", "approve", h9="reject")], ["UNKNOWN_PATH", "UNKNOWN_HUNK"]),
]


@pytest.mark.parametrize(("files", "codes"), FAULTS)
def test_what_the_diff_has_not_is_refused_all_at_once(files: list[dict[str, object]], codes: list[str]) -> None:
    with pytest.raises(Invalid) as caught:
        accepted_files(BEFORE, AFTER, Review.model_validate({"decision": "approve", "files": files}))
    assert [found.code for found in caught.value.diagnostics] == codes


def test_a_hunk_decided_twice_is_refused() -> None:
    twice = [HunkDecision(index=0, decision="approve"), HunkDecision(index=0, decision="reject")]
    asked = Review(decision="approve", files=[FileDecision(path="src/a.ts", decision="approve", hunks=twice)])
    with pytest.raises(Invalid) as caught:
        accepted_files(BEFORE, AFTER, asked)
    assert [found.code for found in caught.value.diagnostics] == ["DUPLICATE_HUNK"]


@pytest.mark.parametrize(
    "body",
    [
        {"decision": "maybe"}, {"decision": "APPROVE"}, {}, {"decision": "approve", "files": [{"path": "a"}]},
        {"decision": "approve", "files": [one("a", "accept")]}, {"decision": "approve", "extra": 1},
        {"decision": "approve", "files": [one("a", "reject") | {"hunks": [{"index": -1, "decision": "reject"}]}]},
        {"decision": "approve", "feedback": "x" * 40_000}, {"decision": "approve", "files": [one("a", "reject")] * 801},
    ],
    ids=["word", "case", "nothing", "no file decision", "other word", "extra", "negative", "long", "many"],
)  # fmt: skip
def test_other_forms_are_no_review(body: object) -> None:
    with pytest.raises(ValidationError):
        Review.model_validate(body)


_LINES = st.lists(st.sampled_from(["a\n", "b\n", "\r\n", "c\n"]), max_size=30)
_TEXTS = st.builds(lambda lines, end: "".join(lines) + end, _LINES, st.sampled_from(["", "end"]))
_TREES = st.dictionaries(st.sampled_from(["a.ts", "b.ts", "c.png", "d/e.css"]), _TEXTS.map(str.encode), max_size=4)


@given(_TREES, _TREES, st.data())
def test_any_choice_is_between_the_two_trees(before: Files, after: Files, data: st.DataObject) -> None:
    """Files wholly taken or left are exact, in the others the taken hunks add up, and nothing else changes."""
    changes = file_changes(before, after)
    verdict = st.sampled_from(["approve", "reject"])
    files = []
    for change in changes:
        hunks = [HunkDecision(index=hunk.index, decision=data.draw(verdict)) for hunk in change.hunks]
        files.append(FileDecision(path=change.path, decision=data.draw(verdict), hunks=hunks))
    result = accepted_files(before, after, Review(decision="reject", files=files))
    for change, decided in zip(changes, files, strict=True):
        chosen = {hunk.decision for hunk in decided.hunks} or {decided.decision}
        if chosen == {"approve"}:
            assert result.get(change.path) == after.get(change.path)
        elif chosen == {"reject"}:
            assert result.get(change.old_path or change.path) == before.get(change.old_path or change.path)
        else:
            _assert_hunks(before[change.path], result[change.path], change.hunks, decided)
    untouched = {*before, *after} - {path for change in changes for path in (change.path, change.old_path)}
    assert all(result.get(path) == before.get(path) for path in untouched)


def _assert_hunks(before: bytes, result: bytes, hunks: list, decided: FileDecision) -> None:  # type: ignore[type-arg]  # Hunk
    """Line counts add up: what the taken hunks add and delete, and nothing else."""
    taken = {hunk.index for hunk in decided.hunks if hunk.decision == "approve"}
    grown = sum((line[0] == "+") - (line[0] == "-") for hunk in hunks if hunk.index in taken for line in hunk.lines)
    count = [len(text.decode().split("\n")) - text.endswith(b"\n") - (text == b"") for text in (before, result)]
    assert count[1] - count[0] == grown

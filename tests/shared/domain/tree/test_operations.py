"""Operations: whole or not at all, the input never changes, and everything wrong is told at once."""

import base64
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared.domain.base import Files
from shared.domain.edits.edits import Edit, EditRefused
from shared.domain.errors import Invalid
from shared.domain.limits import Limits
from shared.domain.tree.operations import (
    DeleteFile,
    EditFile,
    Operation,
    RenameFile,
    UpsertFile,
    apply_operations,
    operations_between,
    parse_operations,
)
from shared.domain.tree.tree_rules import check_content, check_place, check_whole

TREE: Files = {
    "index.html": b"<p>hi</p>\n",
    "src/a.ts": b"one\ntwo\n",
    "src/b.ts": b"b\n",
    "public/i.png": b"\x89PNG\0",
}


def put(path: str, content: str = "x") -> UpsertFile:
    return UpsertFile(path=path, content=content)


def edit(path: str, old: str = "one", new: str = "1") -> EditFile:
    return EditFile(path=path, edits=[Edit(old=old, new=new)])


def move(path: str, new_path: str) -> RenameFile:
    return RenameFile(path=path, new_path=new_path)


def refusal(*operations: Operation, files: Files | None = None, limits: Limits | None = None) -> Invalid:
    tree = dict(TREE if files is None else files)
    before = dict(tree)
    with pytest.raises(Invalid) as caught:
        apply_operations(tree, operations, limits or Limits())
    assert tree == before
    assert caught.value.code == "BUILDER_PATCH_POLICY_VIOLATION"
    return caught.value


def codes(*operations: Operation, files: Files | None = None, limits: Limits | None = None) -> list[str]:
    return [each.code for each in refusal(*operations, files=files, limits=limits).diagnostics]


def test_all_four_together() -> None:
    after = apply_operations(
        TREE, [put("src/new.ts"), edit("src/a.ts"), move("src/b.ts", "src/c.ts"), DeleteFile(path="public/i.png")]
    )
    assert after == {"index.html": b"<p>hi</p>\n", "src/a.ts": b"1\ntwo\n", "src/c.ts": b"b\n", "src/new.ts": b"x"}


def test_a_binary_file_comes_as_base64() -> None:
    content = base64.b64encode(b"\0\xff").decode()
    after = apply_operations({}, [UpsertFile(path="public/a.png", content=content, encoding="base64")])
    assert after == {"public/a.png": b"\0\xff"}


def test_text_may_come_as_base64_and_keeps_its_line_ends() -> None:
    content = base64.b64encode(b"a\r\nb").decode()
    operations: list[Operation] = [
        UpsertFile(path="src/a.ts", content=content, encoding="base64"),
        put("src/b.ts", "c\r\n"),
    ]
    assert apply_operations({}, operations) == {"src/a.ts": b"a\r\nb", "src/b.ts": b"c\r\n"}


def test_a_rename_may_change_only_the_case() -> None:
    assert "src/A.ts" in apply_operations(TREE, [move("src/a.ts", "src/A.ts")])


def test_a_file_that_should_not_be_there_can_be_deleted_or_moved_in() -> None:
    odd: Files = {"server.js": b"x", "lib/a.ts": b"y"}
    after = apply_operations(odd, [DeleteFile(path="server.js"), move("lib/a.ts", "src/a.ts")])
    assert after == {"src/a.ts": b"y"}


@pytest.mark.parametrize(
    ("operation", "code"),
    [
        (put("../x.ts"), "PATH_TRAVERSAL"),
        (put("/x.ts"), "PATH_ABSOLUTE"),
        (put("src\\x.ts"), "PATH_BACKSLASH"),
        (put("src/\uff0e\uff0e/x.ts"), "PATH_LOOKALIKE"),
        (put("lib/x.ts"), "PATH_NOT_MANAGED"),
        (put("src/x.exe"), "EXTENSION_NOT_ALLOWED"),
        (put(".env"), "PATH_DOTFILE"),
        (put("src/x.ts", "\ud800"), "INVALID_UTF8"),
        (put("src/x.ts", "a\0b"), "NUL_IN_TEXT"),
        (put("public/x.png", "text"), "BINARY_NEEDS_BASE64"),
        (UpsertFile(path="public/x.png", content="not base64!", encoding="base64"), "INVALID_BASE64"),
        (UpsertFile(path="public/x.png", content="QQ", encoding="base64"), "INVALID_BASE64"),
        (UpsertFile(path="public/x.png", content="\u00e9", encoding="base64"), "INVALID_BASE64"),
        (UpsertFile(path="src/x.ts", content="/w==", encoding="base64"), "INVALID_UTF8"),
        (put("src/x.ts", "x" * (256 * 1024 + 1)), "FILE_TOO_LARGE"),
        (put("src/A.ts"), "CASE_TWINS"),
        (put("src/a.ts/b.ts"), "FILE_AND_FOLDER"),
        (move("src/none.ts", "src/x.ts"), "FILE_MISSING"),
        (move("src/a.ts", "src/b.ts"), "RENAME_TARGET_EXISTS"),
        (move("src/a.ts", "src/a.ts"), "DUPLICATE_PATH"),
        (move("src/a.ts", "lib/a.ts"), "PATH_NOT_MANAGED"),
        (move("public/i.png", "src/i.ts"), "NUL_IN_TEXT"),
        (DeleteFile(path="src/none.ts"), "FILE_MISSING"),
        (edit("src/none.ts"), "FILE_MISSING"),
        (edit("public/i.png"), "EDIT_BINARY"),
        (edit("src/a.ts", new="a\0b"), "NUL_IN_TEXT"),
        (edit("src/a.ts", new="\udc00"), "INVALID_UTF8"),
        (edit("src/a.ts", new="x" * (256 * 1024)), "FILE_TOO_LARGE"),
        (EditFile(path="src/a.ts", edits=[]), "EDIT_COUNT"),
    ],
)
def test_each_violation_has_its_code(operation: Operation, code: str) -> None:
    assert code in codes(operation)


@pytest.mark.parametrize(
    "operations",
    [
        [put("src/x.ts"), put("src/x.ts")],
        [put("src/x.ts"), DeleteFile(path="src/x.ts")],
        [edit("src/a.ts"), edit("src/a.ts", "two", "2")],
        [move("src/a.ts", "src/x.ts"), put("src/a.ts")],
        [move("src/a.ts", "src/x.ts"), put("src/x.ts")],
        [move("src/a.ts", "src/x.ts"), move("src/x.ts", "src/y.ts")],
        [put("src/caf\u00e9.ts"), put("src/cafe\u0301.ts")],
    ],
)
def test_one_operation_a_path(operations: list[Operation]) -> None:
    assert "DUPLICATE_PATH" in codes(*operations)


def test_none_and_too_many_operations() -> None:
    assert codes() == ["OPERATIONS_EMPTY"]
    assert codes(*[put(f"src/{n}.ts") for n in range(101)]) == ["OPERATIONS_TOO_MANY"]
    assert len(apply_operations({}, [put(f"src/{n}.ts") for n in range(100)])) == 100


def test_everything_wrong_is_told_in_one_answer() -> None:
    found = codes(put("../x.ts"), move("/y", "src/b.ts"), DeleteFile(path="src/none.ts"), edit("src/a.ts", "three"))
    assert found == ["PATH_TRAVERSAL", "PATH_ABSOLUTE", "RENAME_TARGET_EXISTS", "FILE_MISSING", "EDIT_NOT_FOUND"]


def test_the_limits_of_the_whole_tree() -> None:
    assert codes(put("src/x.ts"), limits=Limits(files=4)) == ["TOO_MANY_FILES"]
    assert codes(put("src/x.ts", "x" * 60), limits=Limits(project_bytes=80)) == ["PROJECT_TOO_LARGE"]


def test_only_edits_refused_is_an_edit_refusal() -> None:
    caught = refusal(put("src/x.ts"), edit("src/a.ts", "three"))
    assert isinstance(caught, EditRefused)
    assert caught.reason == "EDIT_NOT_FOUND"
    assert "Nothing was applied" in caught.message
    assert not isinstance(refusal(put("../x"), edit("src/a.ts", "three")), EditRefused)


# ---- their form --------------------------------------------------------------------------------------------------


def test_both_spellings_of_a_key_are_read() -> None:
    raw = [
        {"op": "rename_file", "path": "a", "newPath": "b"},
        {"op": "rename_file", "path": "a", "new_path": "b"},
        {"op": "edit_file", "path": "c", "edits": [{"old": "x", "new": "y", "replaceAll": True}]},
    ]
    first, second, third = parse_operations(raw)
    assert first == second == move("a", "b")
    assert third == EditFile(path="c", edits=[Edit(old="x", new="y", replace_all=True)])


def test_they_are_written_in_snake_case() -> None:
    assert move("a", "b").model_dump() == {"op": "rename_file", "path": "a", "new_path": "b"}


@pytest.mark.parametrize(
    "raw",
    [
        None,
        {},
        "upsert_file",
        [{}],
        [{"op": "chmod", "path": "a"}],
        [{"op": "upsert_file", "path": "a"}],
        [{"op": "upsert_file", "path": "a", "content": 1}],
        [{"op": "upsert_file", "path": "a", "content": "x", "encoding": "latin-1"}],
        [{"op": "delete_file", "path": "a", "force": True}],
        [{"op": "delete_file", "path": None}],
        [{"op": "edit_file", "path": "a", "edits": [{"old": "x"}]}],
    ],
)
def test_a_malformed_request_is_invalid_with_places(raw: object) -> None:
    with pytest.raises(Invalid) as caught:
        parse_operations(raw)
    assert caught.value.code == "VALIDATION_FAILED"
    assert all(each.message.startswith("operations") for each in caught.value.diagnostics)


_KEYS = st.sampled_from(["op", "path", "content", "edits", "old", "new"]) | st.text(max_size=3)
_LEAVES = st.none() | st.text(max_size=9) | st.sampled_from(["upsert_file", "edit_file", "delete_file"])


@given(st.recursive(_LEAVES, lambda x: st.lists(x, max_size=3) | st.dictionaries(_KEYS, x, max_size=4), max_leaves=10))
def test_any_json_is_read_or_refused(raw: object) -> None:
    try:
        operations = parse_operations(raw)
    except Invalid as error:
        json.dumps([each.model_dump() for each in error.diagnostics])
        return
    assert isinstance(operations, list)


# ---- properties --------------------------------------------------------------------------------------------------

_PATHS = st.sampled_from(
    ["index.html", "src/a.ts", "src/A.ts", "src/b.ts", "src/d/e.css", "public/i.png", "src/a.ts/x.ts", "README.md",
     "../x", "lib/q.ts", "src/caf\u00e9.ts", "src/cafe\u0301.ts", ".env"]
)  # fmt: skip
_TEXTS = st.text(alphabet="ab\n\r\0\ud800\u00e9 ", max_size=12)
_EDITS = st.builds(lambda old, new, every: Edit(old=old, new=new, replace_all=every), _TEXTS, _TEXTS, st.booleans())
_OPERATIONS = st.lists(
    st.one_of(
        st.builds(UpsertFile, path=_PATHS, content=_TEXTS, encoding=st.sampled_from(["utf-8", "base64"])),
        st.builds(EditFile, path=_PATHS, edits=st.lists(_EDITS, max_size=3)),
        st.builds(move, _PATHS, _PATHS),
        st.builds(DeleteFile, path=_PATHS),
    ),
    max_size=5,
)
_SMALL = Limits(operations=4, text_file_bytes=10, binary_file_bytes=12, files=4, project_bytes=24)


def _sound(files: Files) -> bool:
    found = [
        each for path, content in files.items() for each in check_place(path) or check_content(path, content, _SMALL)
    ]
    return not found and not check_whole(files, _SMALL)


@settings(max_examples=200)
@given(st.dictionaries(_PATHS, st.binary(max_size=8), max_size=4).filter(_sound), _OPERATIONS)
def test_applied_whole_within_limits_or_not_at_all(files: Files, operations: list[Operation]) -> None:
    before = dict(files)
    try:
        after = apply_operations(files, operations, _SMALL)
    except Invalid as error:
        assert error.diagnostics
        json.dumps([each.model_dump() for each in error.diagnostics]).encode()
    else:
        assert _sound(after)
        assert len(operations) <= _SMALL.operations
    assert files == before


_GOOD_PATHS = st.sampled_from(["index.html", "src/a.ts", "src/b.ts", "src/c/d.css", "public/i.png", "src/m.woff2"])
_CONTENTS = st.sampled_from([b"", b"one\n", b"two\r\n", "\u00e9\n".encode()]) | st.text(
    st.characters(codec="utf-8", exclude_characters="\0"), max_size=8
).map(str.encode)
_TREES = st.dictionaries(_GOOD_PATHS, _CONTENTS)


@given(_TREES, _TREES)
def test_operations_between_lead_from_one_tree_to_the_other(before: Files, after: Files) -> None:
    operations = operations_between(before, after)
    assert bool(operations) == (before != after)
    if operations:
        assert apply_operations(before, parse_operations([each.model_dump() for each in operations])) == after


def test_a_file_that_should_be_text_but_is_not_can_only_be_replaced() -> None:
    tree: Files = {"src/a.ts": b"\xff"}
    assert codes(edit("src/a.ts"), files=tree) == ["EDIT_BINARY"]
    assert apply_operations(tree, [put("src/a.ts")]) == {"src/a.ts": b"x"}
    assert operations_between({}, tree) == [UpsertFile(path="src/a.ts", content="/w==", encoding="base64")]


def test_a_moved_file_is_a_rename() -> None:
    before: Files = {"src/a.ts": b"same\n", "src/b.ts": b"same\n", "src/e.ts": b""}
    after: Files = {"src/b.ts": b"same\n", "src/z.ts": b"same\n", "src/f.ts": b""}
    found = operations_between(before, after)
    assert found == [move("src/a.ts", "src/z.ts"), DeleteFile(path="src/e.ts"), put("src/f.ts", "")]

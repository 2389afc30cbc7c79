"""Marks before the files of an import."""

from shared.domain.imports.byte_order_marks import MARK, without_marks


def test_the_mark_before_a_text_goes_with_a_word() -> None:
    entries = {
        "a/package.json": MARK + b"{}\r\n",
        "a/.env": MARK + b"VITE_A=1",
        "a/src/a.ts": b"x",
        "a/public/logo.png": MARK + b"\0",
    }
    files, found = without_marks(entries)
    assert files == {**entries, "a/package.json": b"{}\r\n", "a/.env": b"VITE_A=1"}
    assert [(each.code, each.message) for each in found] == [
        ("BYTE_ORDER_MARK_REMOVED", "The byte order mark before the text was removed: a/.env, a/package.json.")
    ]


def test_a_mark_within_a_text_and_a_project_without_marks_stay() -> None:
    entries = {"package.json": b"{}" + MARK}
    assert without_marks(entries) == (entries, [])

"""One file's part of a patch, exactly as `git diff` writes and `git apply` reads it."""

import base64
import hashlib
import zlib
from collections.abc import Sequence

from shared.domain.base import Files
from shared.domain.diffs.hunks import Hunk

_MODE = "100644"
_CHUNK = 52  # bytes a line of a binary patch
_QUOTED = {'"': '\\"', "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r"}


def file_patch(
    path: str, old_path: str | None, before: Files, after: Files, hunks: Sequence[Hunk], binary: bool, whole: bool
) -> str:
    """Header and body for one file; `whole` writes a binary file's content instead of noting that it differs."""
    lines = [f"diff --git {_quoted('a/' + (old_path or path))} {_quoted('b/' + path)}"]
    if old_path is not None:
        lines += ["similarity index 100%", f"rename from {_quoted(old_path)}", f"rename to {_quoted(path)}"]
        return _joined(lines)
    old, new = before.get(path), after.get(path)
    lines += _header(old, new)
    if binary:
        lines += _binary_patch(old, new) if whole else [_binary_note(path, old, new)]
    elif hunks:
        lines += [f"--- {_side('a/', path, old)}", f"+++ {_side('b/', path, new)}"]
        lines += [line for hunk in hunks for line in (hunk.header, *hunk.lines)]
    return _joined(lines)


def _joined(lines: list[str]) -> str:
    return "\n".join(lines) + "\n"


def _header(old: bytes | None, new: bytes | None) -> list[str]:
    ids = f"{NO_BLOB if old is None else blob_id(old)}..{NO_BLOB if new is None else blob_id(new)}"
    if old is None:
        return [f"new file mode {_MODE}", f"index {ids}"]
    if new is None:
        return [f"deleted file mode {_MODE}", f"index {ids}"]
    return [f"index {ids} {_MODE}"]


def _side(prefix: str, path: str, content: bytes | None) -> str:
    """A name with a space is ended by a tab, as git does, so that readers find its end."""
    if content is None:
        return "/dev/null"
    name = _quoted(prefix + path)
    return name + "\t" if " " in name and not name.startswith('"') else name


def _quoted(name: str) -> str:
    """C-style quotes where git would need them; other letters stay readable."""
    if not any(char in _QUOTED or ord(char) < 32 for char in name):
        return name
    return '"' + "".join(_QUOTED.get(char, char) for char in name) + '"'


def _binary_note(path: str, old: bytes | None, new: bytes | None) -> str:
    left = "/dev/null" if old is None else _quoted("a/" + path)
    right = "/dev/null" if new is None else _quoted("b/" + path)
    return f"Binary files {left} and {right} differ"


def _binary_patch(old: bytes | None, new: bytes | None) -> list[str]:
    return ["GIT binary patch", *_literal(new or b""), "", *_literal(old or b""), ""]


def _literal(content: bytes) -> list[str]:
    packed = zlib.compress(content)
    chunks = [packed[at : at + _CHUNK] for at in range(0, len(packed), _CHUNK)]
    return [f"literal {len(content)}", *map(_encoded, chunks)]


def _encoded(chunk: bytes) -> str:
    size = len(chunk)
    mark = chr(ord("A") + size - 1) if size <= 26 else chr(ord("a") + size - 27)
    return mark + base64.b85encode(chunk, pad=True).decode("ascii")


NO_BLOB = "0" * 40


def blob_id(content: bytes) -> str:
    return hashlib.sha1(b"blob %d\0" % len(content) + content, usedforsecurity=False).hexdigest()

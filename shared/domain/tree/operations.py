"""Applying operations to a tree: whole or not at all, and every violation told at once."""

import base64
import binascii
from collections.abc import Sequence

from shared.domain.base import Files
from shared.domain.diagnostics import Diagnostic
from shared.domain.edits.edits import Edit, EditRefused, EditWork, apply_edits
from shared.domain.errors import Invalid, PolicyViolation
from shared.domain.limits import DEFAULT_LIMITS, Limits
from shared.domain.tree.managed_paths import is_binary_path
from shared.domain.tree.operation_types import DeleteFile, EditFile, Operation, RenameFile, UpsertFile, parse_operations
from shared.domain.tree.operations_between import operations_between
from shared.domain.tree.paths import clean_path, path_faults
from shared.domain.tree.tree_rules import check_content, check_place, check_whole

__all__ = [
    "DeleteFile",
    "Edit",
    "EditFile",
    "EditRefused",
    "Operation",
    "RenameFile",
    "UpsertFile",
    "apply_operations",
    "operations_between",
    "parse_operations",
]


def apply_operations(files: Files, operations: Sequence[Operation], limits: Limits = DEFAULT_LIMITS) -> Files:
    """A new tree with all operations made. Else Invalid (EditRefused when only edits failed); `files` never changes."""
    _require_reasonable_count(len(operations), limits)
    change = _Change(files, limits)
    for operation in operations:
        change.make(operation)
    return change.result()


def _require_reasonable_count(count: int, limits: Limits) -> None:
    if count == 0:
        raise _violation([Diagnostic(code="OPERATIONS_EMPTY", message="The request has no operations.")])
    if count > limits.operations:
        message = f"The request has {count} operations; at most {limits.operations} are allowed."
        raise _violation([Diagnostic(code="OPERATIONS_TOO_MANY", message=message)])


def _violation(diagnostics: list[Diagnostic]) -> Invalid:
    more = len(diagnostics) - 1
    message = diagnostics[0].message + (f" And {more} more." if more else "")
    return PolicyViolation(f"{message} Nothing was applied.", diagnostics=diagnostics)


class _Change:
    """The tree under change. A path is touched once, so the order of operations does not matter."""

    def __init__(self, files: Files, limits: Limits) -> None:
        self._before = files
        self._after = dict(files)
        self._limits = limits
        self._touched: set[str] = set()
        self._found: list[Diagnostic] = []
        self._refused: list[EditRefused] = []
        self._work = EditWork()

    def make(self, operation: Operation) -> None:
        if isinstance(operation, UpsertFile):
            self._upsert(operation)
        elif isinstance(operation, EditFile):
            self._edit(operation)
        elif isinstance(operation, RenameFile):
            self._rename(operation)
        else:
            self._delete(operation)

    def result(self) -> Files:
        """The new tree, once nothing at all is wrong with it."""
        self._raise_what_was_found()
        self._found += check_whole(self._after, self._limits)
        self._raise_what_was_found()
        return self._after

    def _raise_what_was_found(self) -> None:
        if not self._found and not self._refused:
            return
        from_edits = [each for refusal in self._refused for each in refusal.diagnostics]
        if self._found:
            raise _violation([*self._found, *from_edits])
        raise EditRefused("\n\n".join(refusal.message for refusal in self._refused), diagnostics=from_edits)

    # ---- one operation each ----

    def _upsert(self, operation: UpsertFile) -> None:
        path = self._touch(operation.path)
        self._put(path, self._content(path, operation))

    def _edit(self, operation: EditFile) -> None:
        path = self._touch(operation.path)
        text = self._text(path, self._existing(path))
        if path is None or text is None:
            return
        try:
            self._put(path, self._encoded(path, apply_edits(path, text, operation.edits, self._work)))
        except EditRefused as refusal:
            # With its traceback it would hold each file with all its lines until the last operation.
            self._refused.append(refusal.with_traceback(None))

    def _rename(self, operation: RenameFile) -> None:
        path, new_path = self._touch(operation.path), self._touch(operation.new_path)
        content = self._existing(path)
        if new_path in self._before:
            self._fault("RENAME_TARGET_EXISTS", new_path, "already exists; nothing is renamed onto it")
        self._after.pop(path or "", None)
        self._put(new_path, content)

    def _delete(self, operation: DeleteFile) -> None:
        path = self._touch(operation.path)
        if self._existing(path) is not None:
            self._after.pop(path or "")

    # ---- what they share; None means that the fault has been noted ----

    def _touch(self, raw: str) -> str | None:
        faults = path_faults(raw, self._limits)
        self._found += faults
        if faults:
            return None
        path = clean_path(raw)
        if path in self._touched:
            self._fault("DUPLICATE_PATH", path, "is named more than once in the request")
            return None
        self._touched.add(path)
        return path

    def _existing(self, path: str | None) -> bytes | None:
        if path is None or path in self._before:
            return self._before.get(path or "")
        self._fault("FILE_MISSING", path, "does not exist")
        return None

    def _put(self, path: str | None, content: bytes | None) -> None:
        if path is None or content is None:
            return
        self._found += check_place(path, self._limits) or check_content(path, content, self._limits)
        self._after[path] = content

    def _content(self, path: str | None, operation: UpsertFile) -> bytes | None:
        if path is None:
            return None
        if operation.encoding == "base64":
            return self._decoded(path, operation.content)
        if is_binary_path(path):
            self._fault("BINARY_NEEDS_BASE64", path, "is a binary file and must be sent with encoding base64")
            return None
        return self._encoded(path, operation.content)

    def _decoded(self, path: str, content: str) -> bytes | None:
        try:
            return base64.b64decode(content, validate=True)
        except (binascii.Error, ValueError):
            self._fault("INVALID_BASE64", path, "has content that is not valid base64")
            return None

    def _encoded(self, path: str, text: str) -> bytes | None:
        try:
            return text.encode()
        except UnicodeEncodeError:
            self._fault("INVALID_UTF8", path, "has content that is not valid Unicode (a lone surrogate)")
            return None

    def _text(self, path: str | None, content: bytes | None) -> str | None:
        if path is None or content is None:
            return None
        if is_binary_path(path):
            self._fault("EDIT_BINARY", path, "is a binary file and cannot be edited; replace it as a whole")
            return None
        try:
            return content.decode()
        except UnicodeDecodeError:
            self._fault("EDIT_BINARY", path, "is not valid UTF-8 and cannot be edited; replace it as a whole")
            return None

    def _fault(self, code: str, path: str, what: str) -> None:
        self._found.append(Diagnostic(code=code, message=f"{path} {what}.", path=path))

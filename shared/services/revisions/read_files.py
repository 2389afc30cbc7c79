"""The files of a revision."""

import base64
from typing import Literal

from pydantic import BaseModel

from shared.domain.errors import NotFound, TooLarge
from shared.domain.revisions.revision import FileEntry, Revision
from shared.domain.text.lines import decoded
from shared.domain.tree.managed_paths import is_binary_path
from shared.ports.storage import SnapshotStore

_MOST_READ = 4 * 1024 * 1024  # as base64 it fits into the 6 MB that a function may answer


class FileContent(BaseModel):
    """One file; `content` is text, or base64 when the file is not text."""

    path: str
    size: int
    encoding: Literal["utf-8", "base64"]
    content: str


def list_files(*, revision: Revision, snapshots: SnapshotStore) -> list[FileEntry]:
    """Every file of the revision's tree, sorted by path, without contents."""
    return snapshots.manifest(revision.tenant_id, revision.app_id, revision.tree)


def read_file(*, revision: Revision, path: str, snapshots: SnapshotStore) -> FileContent:
    """One file of the revision. NotFound; TooLarge for one that no answer holds, as the app's archive does."""
    content = snapshots.get(revision.tenant_id, revision.app_id, revision.tree).get(path)
    if content is None:
        raise NotFound("There is no such file in this revision.")
    if len(content) > _MOST_READ:
        raise TooLarge(f"{path} has {len(content):,} bytes; at most {_MOST_READ:,} are read at once. Export the app.")
    text = as_text(path, content)
    if text is None:
        encoded = base64.b64encode(content).decode()
        return FileContent(path=path, size=len(content), encoding="base64", content=encoded)
    return FileContent(path=path, size=len(content), encoding="utf-8", content=text)


def as_text(path: str, content: bytes) -> str | None:
    """None for what is not text."""
    return None if is_binary_path(path) else decoded(content)

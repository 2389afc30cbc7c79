"""What became of a file between two trees."""

from typing import NamedTuple, assert_never

from shared.domain.status import Status


class FileWords(NamedTuple):
    """`verb` begins a commit message about it; `was` follows the path in a sentence."""

    verb: str
    was: str


class FileStatus(Status):
    """A renamed file has equal content."""

    ADDED = "added"
    MODIFIED = "modified"
    DELETED = "deleted"
    RENAMED = "renamed"

    @property
    def words(self) -> FileWords:
        match self:
            case FileStatus.ADDED:
                return FileWords("Add", "is new")
            case FileStatus.MODIFIED:
                return FileWords("Update", "was replaced")
            case FileStatus.DELETED:
                return FileWords("Remove", "was removed")
            case FileStatus.RENAMED:
                return FileWords("Rename", "was renamed")
            case _:
                assert_never(self)

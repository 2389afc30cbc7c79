"""Branches that a stranger made: a walk is bounded in paths, levels, bytes and time before anything is built of it."""

from collections.abc import Iterator

import pytest

from devkit.fakes.world import World
from devkit.git import packs
from shared.adapters.git.branch_files import BranchFiles, ways_to
from shared.adapters.git.object_reading import read_commit, read_tree
from shared.adapters.git.pack_reading import read_pack
from shared.domain.base import Files
from shared.domain.delivery.commit import Commit
from shared.domain.delivery.git_errors import GitTooLarge, GitUnavailable
from shared.services.delivery.read_history import read_history, with_files

UNPACKED = 64 * 1024 * 1024


def in_time() -> None:
    """Enough of it."""


class Late(Exception):
    """The errand is over."""


def files_of(sent: packs.Sent) -> tuple[Files, list[str]]:
    return BranchFiles(read_pack(sent.pack, UNPACKED, in_time), iter(()), in_time).of(sent.head)


def test_files_of_nested_folders_are_read() -> None:
    files, left_out = files_of(packs.nested(3, 2, True))
    assert files == {"a": b"", "bb/a": b"", "bb/bb/a": b"", "bb/bb/bb/a": b""}
    assert left_out == []


def test_links_and_other_repositories_are_left_out() -> None:
    id = packs.object_id(packs.BLOB, b"")
    rows = [packs.row(b"a", id, b"120000"), packs.row(b"b", id, b"160000"), packs.row(b"c", id, b"100755")]
    assert files_of(packs.sent(b"".join(rows), [packs.packed(packs.BLOB, b"")])) == ({"c": b""}, ["a", "b"])


@pytest.mark.parametrize(
    ("sent", "message"),
    [
        (packs.nested(60, 1, True), "50 levels"),
        (packs.nested(6, 250, True), "1,000 characters"),
        (packs.files(b"%05d" % place + b"a" * 240 for place in range(9_000)), "characters together"),
        (packs.files(b"%05d" % place for place in range(20_001)), "20,000 files"),
        (packs.shared_folders(40, 2, b""), "The "),
        (packs.shared_folders(1, 300, b"a" * 250_000), "64 MB together"),
        (packs.files([b"a" * 256]), "255 bytes"),
        (packs.many_parents(101), "100 parents"),
    ],
    ids=["levels", "path", "paths", "entries", "shared folders", "shared file", "name", "parents"],
)  # fmt: skip
def test_a_branch_beyond_a_limit_is_too_large(sent: packs.Sent, message: str) -> None:
    with pytest.raises(GitTooLarge, match=message):
        files_of(sent)


def test_what_is_just_within_the_limits_is_read() -> None:
    assert len(files_of(packs.nested(49, 19, True))[0]) == 50
    assert len(files_of(packs.files(b"%05d" % place for place in range(20_000)))[0]) == 20_000
    assert list(files_of(packs.files([b"a" * 255]))[0]) == ["a" * 255]
    assert len(files_of(packs.many_parents(100))[0]) == 1


@pytest.mark.parametrize("data", [b"tree x\n", b"", b"parent " + b"0" * 40 + b"\n"])
def test_a_commit_without_a_tree_is_refused(data: bytes) -> None:
    with pytest.raises(ValueError):
        read_commit(data)


@pytest.mark.parametrize(
    "data", [b"100644 a\0short", b"100644a\0" + b"0" * 20, b"9 a\0" + b"0" * 20, b"40000 \0" + b"0" * 20]
)
def test_rows_that_are_none_are_refused(data: bytes) -> None:
    with pytest.raises(ValueError):
        list(read_tree(data))


def test_a_walk_and_a_way_back_end_with_the_time_of_the_errand() -> None:
    def late() -> None:
        raise Late

    wide = packs.files(b"%05d" % place for place in range(2_000))
    with pytest.raises(Late):
        BranchFiles(read_pack(wide.pack, UNPACKED, in_time), iter(()), late).of(wide.head)
    long = packs.many_commits(2_000)
    with pytest.raises(Late):
        ways_to(long.head, read_pack(long.pack, UNPACKED, in_time), [], late)


class Ours:
    """The history of an app, newest first, with what was read of it."""

    def __init__(self, revisions: int, content: bytes) -> None:
        world = World()
        app, _ = world.make_app()
        for number in range(revisions):
            draft = world.add_revision(app, {"src/a.ts": b"%d" % number + content, "src/b.ts": b"%d" % (number % 2)})
        self.commits, self.read = read_history(draft, world.ports()), 0
        self._draft, self._ports = draft, world.ports()

    def __iter__(self) -> Iterator[tuple[Commit, Files | None]]:
        for entry in with_files(self.commits[::-1], self._draft, self._ports):
            self.read += 1
            yield entry


def test_what_the_host_left_out_is_found_in_older_revisions() -> None:
    ours = Ours(4, b"x")
    for content, read in ((b"3x", 1), (b"0x", 4)):
        ours.read = 0
        sent = packs.files_without([(b"a.ts", content)])
        files, _ = BranchFiles(read_pack(sent.pack, UNPACKED, in_time), ours, in_time).of(sent.head)
        assert (files, ours.read) == ({"a.ts": content}, read)


def test_a_file_that_is_nowhere_ends_the_search_at_the_end_of_the_history() -> None:
    ours = Ours(3, b"")
    sent = packs.absent_file()
    with pytest.raises(GitUnavailable):
        BranchFiles(read_pack(sent.pack, UNPACKED, in_time), ours, in_time).of(sent.head)


def test_a_search_in_older_revisions_ends_with_what_may_be_hashed_and_held() -> None:
    commit = Commit("c" * 40, "", None, "x", "a", 0)
    seen = []

    def history(distinct: bool) -> Iterator[tuple[Commit, Files | None]]:
        for number in range(1_000):
            seen.append(number)
            content = b"%d" % (number if distinct else 0) + b"a" * 3_000_000
            yield commit._replace(tree=f"{number:040}"), {"src/a.ts": content}

    sent = packs.absent_file()
    for distinct, most in ((True, 30), (False, 200)):
        seen.clear()
        with pytest.raises(GitTooLarge):
            BranchFiles(read_pack(sent.pack, UNPACKED, in_time), history(distinct), in_time).of(sent.head)
        assert len(seen) < most


def test_a_tree_of_several_revisions_is_hashed_once() -> None:
    commit = Commit("c" * 40, "f" * 40, None, "x", "a", 0)
    sent = packs.absent_file()
    with pytest.raises(GitUnavailable):
        many = iter([(commit, {"src/a.ts": b"a" * 3_000_000})] * 1_000)
        BranchFiles(read_pack(sent.pack, UNPACKED, in_time), many, in_time).of(sent.head)

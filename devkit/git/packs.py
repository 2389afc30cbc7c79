"""Packs as a hostile git server would send them: each is small to send, and dear to a reader without limits."""

import hashlib
import struct
import zlib
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

COMMIT, TREE, BLOB, OFFSET_DELTA, NAMED_DELTA = 1, 2, 3, 6, 7
_KINDS = {COMMIT: b"commit", TREE: b"tree", BLOB: b"blob"}
_FILE, _FOLDER = b"100644", b"40000"
_EMPTY = b""


class Sent(NamedTuple):
    """A pack, and the commit that its branch ends with."""

    head: str
    pack: bytes


def object_id(kind: int, data: bytes) -> bytes:
    return hashlib.sha1(b"%s %d\0" % (_KINDS[kind], len(data)) + data, usedforsecurity=False).digest()


def number(value: int) -> bytes:
    """A size as deltas hold it."""
    out = bytearray()
    while True:
        value, low = value >> 7, value & 127
        out.append(low | (128 if value else 0))
        if not value:
            return bytes(out)


def head_of(kind: int, size: int) -> bytes:
    """The first bytes of a packed object."""
    rest = size >> 4
    return bytes([kind << 4 | size & 15 | (128 if rest else 0)]) + (number(rest) if rest else b"")


def packed(kind: int, data: bytes, base: bytes = b"") -> bytes:
    return head_of(kind, len(data)) + base + zlib.compress(data, 1)


def pack_of(objects: Iterable[bytes]) -> bytes:
    """A whole pack of packed objects."""
    body = list(objects)
    whole = struct.pack(">4sII", b"PACK", 2, len(body)) + b"".join(body)
    return whole + hashlib.sha1(whole, usedforsecurity=False).digest()


def row(name: bytes, id: bytes, mode: bytes = _FILE) -> bytes:
    """An entry of a tree."""
    return mode + b" " + name + b"\0" + id


def commit_of(tree: bytes, parents: Iterable[bytes] = (), message: bytes = b"x") -> bytes:
    lines = b"".join(b"parent %s\n" % parent.hex().encode() for parent in parents)
    who = b"A <a@example.com> 1700000000 +0000"
    return b"tree %s\n%sauthor %s\ncommitter %s\n\n%s\n" % (tree.hex().encode(), lines, who, who, message)


def sent(root: bytes, objects: Iterable[bytes], parents: Iterable[bytes] = (), message: bytes = b"x") -> Sent:
    """A branch whose only new commit has this root tree."""
    commit = commit_of(object_id(TREE, root), parents, message)
    return Sent(object_id(COMMIT, commit).hex(), pack_of([*objects, packed(TREE, root), packed(COMMIT, commit)]))


def nested(levels: int, name_bytes: int, with_files: bool) -> Sent:
    """Folders in each other, each beside one empty file."""
    file = row(b"a", object_id(BLOB, _EMPTY)) if with_files else b""
    tree, objects = file or row(b"a", object_id(BLOB, _EMPTY)), [packed(BLOB, _EMPTY)]
    for _ in range(levels):
        objects.append(packed(TREE, tree))
        tree = file + row(b"b" * name_bytes, object_id(TREE, tree), _FOLDER)
    return sent(tree, objects)


def chain(length: int) -> Sent:
    """A file that is made by deltas of each other, of which the last lies first. All must be applied for the branch."""
    size = 24
    objects, before = [packed(BLOB, b"%024d" % 0)], object_id(BLOB, b"%024d" % 0)
    for place in range(1, length + 1):
        data = b"%024d" % place
        delta = number(size) + number(size) + bytes([size]) + data
        objects.append(packed(NAMED_DELTA, delta, before))
        before = object_id(BLOB, data)
    return sent(row(b"a.txt", before), reversed(objects))


def fan(children: int) -> Sent:
    """Deltas of one base, all named, all before it."""
    base = b"b" * 64
    objects, last = [packed(BLOB, base)], b""
    for place in range(children):
        data = b"%024d" % place
        objects.append(packed(NAMED_DELTA, number(64) + number(24) + bytes([24]) + data, object_id(BLOB, base)))
        last = object_id(BLOB, data)
    return sent(row(b"a.txt", last), reversed(objects))


def shared_folders(levels: int, width: int, content: bytes) -> Sent:
    """Each folder names the next one `width` times: width ** levels ways to one file."""
    tree, objects = row(b"a.ts", object_id(BLOB, content)), [packed(BLOB, content)]
    for _ in range(levels):
        objects.append(packed(TREE, tree))
        id = object_id(TREE, tree)
        tree = b"".join(row(b"%06d" % place, id, _FOLDER) for place in range(width))
    return sent(tree, objects)


def files(names: Iterable[bytes], content: bytes = _EMPTY) -> Sent:
    """One folder with these names, all of one file."""
    id = object_id(BLOB, content)
    return sent(b"".join(row(name, id) for name in names), [packed(BLOB, content)])


def files_without(contents: Iterable[tuple[bytes, bytes]]) -> Sent:
    """One folder with these files, whose contents are not in the pack."""
    return sent(b"".join(row(name, object_id(BLOB, content)) for name, content in contents), [])


def many_objects(count: int) -> Sent:
    """Files that no folder names."""
    tree = row(b"a", object_id(BLOB, _EMPTY))
    return sent(tree, (packed(BLOB, b"%d" % place) for place in range(count)))


def many_commits(count: int) -> Sent:
    """A history of a row."""
    tree = row(b"a", object_id(BLOB, _EMPTY))
    objects, before = [packed(BLOB, _EMPTY)], list[bytes]()
    for place in range(count):
        commit = commit_of(object_id(TREE, tree), before, b"%d" % place)
        objects.append(packed(COMMIT, commit))
        before = [object_id(COMMIT, commit)]
    return sent(tree, objects, before)


def many_parents(count: int) -> Sent:
    """A commit of as many parents."""
    tree = row(b"a", object_id(BLOB, _EMPTY))
    return sent(tree, [packed(BLOB, _EMPTY)], (b"%020d" % place for place in range(count)))


def long_message(size: int) -> Sent:
    tree = row(b"a", object_id(BLOB, _EMPTY))
    return sent(tree, [packed(BLOB, _EMPTY)], (), b"\n" * size)


def small_copies(count: int) -> Sent:
    """A delta of copies of two bytes."""
    base = b"ab" * 100
    delta = number(len(base)) + number(2 * count) + b"\x90\x02" * count
    data = b"ab" * count
    tree = row(b"a.txt", object_id(BLOB, data))
    return sent(tree, [packed(BLOB, base), packed(NAMED_DELTA, delta, object_id(BLOB, base))])


def endless_number(size: int) -> Sent:
    """An object whose length never ends."""
    tree = row(b"a", object_id(BLOB, _EMPTY))
    return sent(tree, [b"\xb0" + b"\xff" * size + b"\x01" + zlib.compress(b"")])


def endless_distance(size: int) -> Sent:
    """A delta whose base lies behind a number without an end."""
    tree = row(b"a", object_id(BLOB, _EMPTY))
    return sent(tree, [packed(OFFSET_DELTA, b"\x01\x01\x01a", b"\xff" * size + b"\x01")])


def endless_delta(size: int) -> Sent:
    """A delta that begins with a length without an end."""
    tree = row(b"a", object_id(BLOB, _EMPTY))
    return sent(tree, [packed(BLOB, _EMPTY), packed(NAMED_DELTA, b"\xff" * size + b"\x01", object_id(BLOB, _EMPTY))])


def unfit_delta() -> Sent:
    """A delta for a base of another length."""
    tree = row(b"a", object_id(BLOB, _EMPTY))
    return sent(tree, [packed(BLOB, _EMPTY), packed(NAMED_DELTA, b"\x05\x05\x80", object_id(BLOB, _EMPTY))])


def absent_file() -> Sent:
    """A tree that names what is nowhere."""
    return sent(row(b"a", b"\x01" * 20), [])


def circle() -> Sent:
    """Deltas that are made of each other."""
    tree = row(b"a", object_id(BLOB, _EMPTY))
    one, other = b"\x01" * 20, b"\x02" * 20
    delta = b"\x01\x01\x01a"
    return sent(tree, [packed(BLOB, _EMPTY), packed(NAMED_DELTA, delta, one), packed(NAMED_DELTA, delta, other)])


def long_tree(size: int) -> Sent:
    """A folder of rows without an end."""
    return sent(b"100644 " + b"a" * size, [])


def marks(count: int) -> Iterator[bytes]:
    """Names of marks that are brought into order by the square of their number."""
    for place in range(count):
        yield b"%05d" % place + ("\u0345\u0316\u0301\u0327" * 31).encode()[:248]


SHAPES: dict[str, Callable[[], Sent]] = {
    "2,000 nested folders with a file each": lambda: nested(2_000, 1_000, True),
    "nested folders of short names": lambda: nested(9_900, 1, True),
    "19,990 nested folders": lambda: nested(19_990, 40, False),
    "names of nested folders up to the limits": lambda: nested(48, 19, True),
    "20,000 deltas back to front": lambda: chain(20_000),
    "70,000 deltas back to front": lambda: chain(70_000),
    "160,000 deltas back to front": lambda: chain(160_000),
    "60,000 deltas of one file": lambda: fan(60_000),
    "folders that share folders": lambda: shared_folders(40, 2, b""),
    "a large file by 8,100 ways": lambda: shared_folders(2, 90, b"a" * 250_000),
    "a tree of a million files": lambda: files(b"%06d" % place for place in range(1_000_000)),
    "20,000 long names": lambda: files(b"%05d" % place + b"a" * 240 for place in range(20_000)),
    "20,000 names of marks": lambda: files(marks(20_000)),
    "a tree without rows": lambda: long_tree(60_000_000),
    "160,000 objects": lambda: many_objects(160_000),
    "100,000 commits": lambda: many_commits(100_000),
    "a million parents": lambda: many_parents(1_000_000),
    "a message of 60 MB": lambda: long_message(60_000_000),
    "20 million small copies": lambda: small_copies(20_000_000),
    "an endless size": lambda: endless_number(20_000_000),
    "an endless distance": lambda: endless_distance(20_000_000),
    "an endless delta": lambda: endless_delta(60_000_000),
    "a delta of another base": unfit_delta,
    "deltas in a circle": circle,
    "a file that is nowhere": absent_file,
}
"""By name, each of the largest size that is fetched or unpacked."""

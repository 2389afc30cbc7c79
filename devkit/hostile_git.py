"""Rows for branches of other repositories: each shape of `devkit/git/packs.py` is unpacked and walked."""

from collections.abc import Callable
from typing import Any

from devkit.git.packs import SHAPES, Sent
from devkit.hostile_case import MB, Case, Load

_STEPS = {
    "2,000 nested folders with a file each": 7_000_000,
    "nested folders of short names": 4_700_000,
    "19,990 nested folders": 8_300_000,
    "names of nested folders up to the limits": 160_000,
    "20,000 deltas back to front": 7_800_000,
    "70,000 deltas back to front": 28_000_000,
    "160,000 deltas back to front": 32_000_000,
    "60,000 deltas of one file": 27_000_000,
    "folders that share folders": 6_300_000,
    "a large file by 8,100 ways": 910_000,
    "a tree of a million files": 120_000_000,
    "20,000 long names": 33_000_000,
    "20,000 names of marks": 43_000_000,
    "a tree without rows": 190_000_000,
    "160,000 objects": 24_000_000,
    "100,000 commits": 140_000_000,
    "a million parents": 160_000_000,
    "a message of 60 MB": 190_000_000,
    "20 million small copies": 61_000_000,
    "an endless size": 61_000_000,
    "an endless distance": 61_000_000,
    "an endless delta": 91_000_000,
    "a delta of another base": 100_000,
    "deltas in a circle": 100_000,
    "a file that is nowhere": 100_000,
}
_HELD = {
    "2,000 nested folders with a file each": 4 * MB,
    "nested folders of short names": 4 * MB,
    "19,990 nested folders": 8 * MB,
    "20,000 deltas back to front": 10 * MB,
    "70,000 deltas back to front": 33 * MB,
    "160,000 deltas back to front": 73 * MB,
    "60,000 deltas of one file": 34 * MB,
    "a tree of a million files": 95 * MB,
    "20,000 long names": 15 * MB,
    "20,000 names of marks": 16 * MB,
    "a tree without rows": 171 * MB,
    "160,000 objects": 52 * MB,
    "100,000 commits": 84 * MB,
    "a million parents": 136 * MB,
    "a message of 60 MB": 171 * MB,
    "20 million small copies": 110 * MB,
    "an endless delta": 171 * MB,
}


def _read(shape: Callable[[], Sent]) -> Callable[[Load], Callable[[], Any]]:
    def prepare(load: Load) -> Callable[[], Any]:
        packs, branch = load("shared.adapters.git.pack_reading"), load("shared.adapters.git.branch_files")
        head, pack = shape()

        def act() -> Any:
            try:
                things = packs.read_pack(pack, 64 * MB, _in_time)
                return branch.BranchFiles(things, iter(()), _in_time).of(head), branch.ways_to(
                    head, things, [], _in_time
                )
            except ValueError as error:  # the adapter takes it for a host that does not answer as git does
                return error
            except Exception as error:  # each module that was brought in has classes of its own
                if not hasattr(error, "message"):
                    raise
                return error

        return act

    return prepare


def _in_time() -> None:
    """No clock ends a case before its budget does."""


GIT_CASES = tuple(
    Case(f"a branch: {name}", _STEPS[name], _read(shape), _HELD.get(name, 4 * MB)) for name, shape in SHAPES.items()
)

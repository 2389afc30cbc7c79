"""Branches that a host made to be dear: importing or pulling one ends with a code, and nothing is stored."""

from collections.abc import Callable
from typing import NamedTuple

import pytest

from devkit.git import packs
from devkit.git.host import GitHost
from devkit.git.hostile import sends
from tests.functions.api.delivery.test_import_git import Importing
from tests.functions.api.delivery.test_pull import Pulling


class Branch(NamedTuple):
    """What a host sends, and the code that answers it."""

    sent: Callable[[], packs.Sent]
    code: str


BRANCHES = {
    "nested folders": Branch(lambda: packs.nested(2_000, 1_000, True), "GIT_TOO_LARGE"),
    "nested folders of short names": Branch(lambda: packs.nested(2_000, 1, True), "GIT_TOO_LARGE"),
    "nested folders without files": Branch(lambda: packs.nested(19_990, 40, False), "GIT_TOO_LARGE"),
    "folders that share folders": Branch(lambda: packs.shared_folders(40, 2, b""), "GIT_TOO_LARGE"),
    "a large file by many ways": Branch(lambda: packs.shared_folders(1, 300, b"a" * 250_000), "GIT_TOO_LARGE"),
    "many parents": Branch(lambda: packs.many_parents(100_000), "GIT_TOO_LARGE"),
    "an endless size": Branch(lambda: packs.endless_number(1_000_000), "GIT_UNAVAILABLE"),
    "an endless distance": Branch(lambda: packs.endless_distance(1_000_000), "GIT_UNAVAILABLE"),
    "an endless delta": Branch(lambda: packs.endless_delta(1_000_000), "GIT_UNAVAILABLE"),
    "a delta of another base": Branch(packs.unfit_delta, "GIT_UNAVAILABLE"),
    "deltas in a circle": Branch(packs.circle, "GIT_UNAVAILABLE"),
    "a file that is nowhere": Branch(packs.absent_file, "GIT_UNAVAILABLE"),
}


@pytest.mark.parametrize("branch", BRANCHES.values(), ids=BRANCHES)
def test_an_import_is_refused_with_a_code(branch: Branch, host: GitHost) -> None:
    one = Importing(host)
    host.before = sends(branch.sent())
    one.refused(branch.code)


@pytest.mark.parametrize("branch", BRANCHES.values(), ids=BRANCHES)
def test_a_pull_is_refused_with_a_code(branch: Branch, host: GitHost) -> None:
    one = Pulling(host)
    host.before = sends(branch.sent())
    one.no_pull(branch.code)


def test_a_chain_of_deltas_back_to_front_is_read(host: GitHost) -> None:
    one = Importing(host)
    host.before = sends(packs.chain(5_000))
    assert one.ask().json()["code"] == "BUILDER_PATCH_POLICY_VIOLATION"


def test_packets_of_a_byte_each_are_counted(host: GitHost) -> None:
    one = Importing(host)
    host.before = sends(packs.many_objects(30_000), band=1)
    one.refused("GIT_TOO_LARGE")


def test_many_branches_are_read(host: GitHost) -> None:
    one = Importing(host)
    host.before = sends(packs.chain(1), others=20_000)
    assert one.ask().json()["code"] == "BUILDER_PATCH_POLICY_VIOLATION"

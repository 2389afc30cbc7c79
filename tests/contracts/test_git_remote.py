"""The contracts of `GitRemote` and `Forge`: of the fakes, and of the adapters over git's own server."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from devkit.fakes.forge import FakeForge
from devkit.fakes.git_remote import FakeGitRemote
from devkit.fakes.world import World
from devkit.git import forge as hosted
from devkit.git.host import TOKEN, URL, git_host, ports_over
from shared.domain.delivery.commit import Commit
from shared.domain.delivery.git_errors import GitMoved, GitNotFound, PullRequestRefused
from shared.domain.delivery.proposal import Proposal
from shared.ports.git import Forge, GitRemote
from shared.services.delivery.read_history import commits_from, read_history


class Place(NamedTuple):
    """One repository: an errand there is one more `remote`."""

    remote: Callable[[], GitRemote]
    forge: Forge


class History(NamedTuple):
    commits: list[Commit]
    since: Callable[[int], Any]


@pytest.fixture(params=["fake", "host"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Place]:
    if request.param == "fake":
        remote = FakeGitRemote()
        yield Place(lambda: remote, FakeForge())
        return
    with git_host(tmp_path) as host:
        hosted.FakeForge(host)
        ports = ports_over(World(), host.outside())
        yield Place(lambda: ports.remote(URL, TOKEN), ports.forge("https://git.example.com/api/v1", "ann/shop", TOKEN))


@pytest.fixture
def history() -> History:
    world = World()
    app, _ = world.make_app()
    draft = world.add_revision(app, {"src/a.ts": b"1\n"}, message="Later")
    commits = read_history(draft, world.ports())
    return History(commits, lambda start: commits_from(start, commits, draft, world.ports()))


def test_what_is_pushed_is_there(place: Place, history: History) -> None:
    assert place.remote().look() == ({}, None)
    first, second = history.commits
    place.remote().push("main", None, None, [next(iter(history.since(0)))])
    assert place.remote().look() == ({"main": first.id}, "main")
    place.remote().push("more", None, first.id, history.since(0))
    place.remote().push("main", first.id, second.id, history.since(1))
    assert place.remote().look().heads == {"main": second.id, "more": second.id}


def test_a_branch_that_is_not_as_it_was_is_not_moved(place: Place, history: History) -> None:
    place.remote().push("main", None, None, history.since(0))
    for before in (None, history.commits[0].id):
        with pytest.raises(GitMoved):
            place.remote().push("main", before, None, history.since(0))


def test_what_is_there_is_fetched_with_the_newest_commit_of_ours(place: Place, history: History) -> None:
    with pytest.raises(GitNotFound):
        place.remote().fetch(None, [], [])
    first, second = history.commits
    place.remote().push("main", None, None, history.since(0))
    files = dict(history.since(0))[second]
    for name in (None, "main"):
        found = place.remote().fetch(name, [first.id], list(history.since(0))[:1])
        assert (found.branch, found.commit, found.common, found.files) == ("main", second.id, first.id, files)
    alone = place.remote().fetch(None, [], [])
    assert (alone.commit, alone.common, alone.files) == (second.id, None, files)
    assert place.remote().fetch(None, [first.id, second.id], []).files == {}


def test_a_pull_request_is_made_once_and_changed(place: Place, history: History) -> None:
    place.remote().push("main", None, None, [next(iter(history.since(0)))])
    place.remote().push("mine", None, history.commits[0].id, history.since(0))
    proposal = Proposal("mine", "main", "One", "Text")
    assert place.forge.find("mine") is None
    made = place.forge.create(proposal)
    assert place.forge.find("mine") == made == place.forge.update(made.number, proposal._replace(title="Two"))
    with pytest.raises(PullRequestRefused):
        place.forge.create(proposal)
    assert place.forge.find("other") is None
    now = place.forge.read(made.number)
    assert (now.url, now.title, now.state, now.branch, now.base) == (made.url, "Two", "open", "mine", "main")
    assert now.checks == []
    with pytest.raises(GitNotFound):
        place.forge.read(made.number + 1)

"""A push of 200 revisions to git's own server on this machine, and of the next one, beside git's own push."""

import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks.clone import history
from benchmarks.report import report
from devkit.fakes.storage import FakeBlobStore
from devkit.fakes.world import World
from devkit.git.host import TOKEN, URL, GitHost, git_host, ports_over
from shared.adapters.s3.snapshots import BlobSnapshotStore
from shared.domain.identity import Principal
from shared.services.delivery.connect_git import GitConnectionWish, connect_git
from shared.services.delivery.git_ports import GitPorts
from shared.services.delivery.push_app import push_app

_ROUNDS = 5


def main() -> None:
    """Two lines: the whole history, and one new revision for a repository that has all others."""
    world = World()
    world.snapshots = BlobSnapshotStore(FakeBlobStore())  # type: ignore[assignment]  # the real one, for real archives
    app_id, tenant_id, commits = history(world)
    who = Principal(tenant_id=tenant_id, subject="user-1")
    whole, latest, packs, gits = [], [], [], []
    for number in range(_ROUNDS):
        with tempfile.TemporaryDirectory() as folder, git_host(Path(folder)) as host:
            git = _connected(world, who, app_id, host)
            whole.append(
                _took(lambda git=git: push_app(principal=who, app_id=app_id, branch=None, git=git, ports=world.ports()))
            )
            app = world.apps.get(tenant_id, app_id)
            files = {**_draft(world, tenant_id, app_id), "src/part0.ts": b"export const latest = %d;\n" % number}
            world.add_revision(app, files, message="The latest")
            latest.append(
                _took(
                    lambda git=git: push_app(principal=who, app_id=app_id, branch="more", git=git, ports=world.ports())
                )
            )
            packs.append(host.packs)
            gits.append(_took(lambda folder=folder, host=host: _by_git(Path(folder), host)))
    baseline = {"baseline": sorted(gits)[_ROUNDS // 2], "baseline_name": "git push of the same to a folder"}
    report("push.whole", whole, "ms", detail={"revisions": len(commits), "bytes": packs[0][0]}, **baseline)
    report("push.latest", latest, "ms", detail={"bytes": packs[0][1]}, **baseline)


def _connected(world: World, who: Principal, app_id: str, host: GitHost) -> GitPorts:
    git = ports_over(world, host.outside())
    connect_git(
        principal=who,
        app_id=app_id,
        wish=GitConnectionWish(url=URL, token=TOKEN),
        git=git,
        apps=world.apps,
        clock=world.clock,
    )
    return git


def _draft(world: World, tenant_id: str, app_id: str) -> dict[str, bytes]:
    draft = world.revisions.get(tenant_id, app_id, world.apps.get(tenant_id, app_id).draft_revision_id or "")
    return dict(world.snapshots.get(tenant_id, app_id, draft.tree))


def _by_git(folder: Path, host: GitHost) -> None:
    subprocess.run(["git", "init", "-q", "--bare", folder / "other.git"], check=True)
    subprocess.run(["git", "push", "-q", folder / "other.git", "more:main"], cwd=host.repository, check=True)


def _took(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return (time.perf_counter() - started) * 1000


if __name__ == "__main__":
    main()

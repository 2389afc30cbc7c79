"""A clone of 200 revisions: the answer that our own address makes of the stored trees, beside git's clone of the same.

Each revision changes one of 60 files. Trees are read from archives as in the bucket, of which only the way is missing.
"""

import subprocess
import tempfile
import time
from pathlib import Path

from benchmarks.report import report
from devkit.fakes.storage import FakeBlobStore
from devkit.fakes.world import World
from shared.adapters.git.dulwich_git import DulwichGit
from shared.adapters.s3.snapshots import BlobSnapshotStore
from shared.domain.identity import Principal
from shared.services.delivery.export_app import export_app, serve_fetch

_REVISIONS, _FILES, _ROUNDS = 200, 60, 5
_LINES = 80


def main() -> None:
    """Two lines: the whole history, and one new revision for who has all others."""
    world = World()
    world.snapshots = BlobSnapshotStore(FakeBlobStore())  # type: ignore[assignment]  # the real one, for real archives
    app_id, tenant_id, commits = history(world)
    ports, git, who = world.ports(), DulwichGit(), Principal(tenant_id=tenant_id, subject="user-1")
    with tempfile.TemporaryDirectory() as folder:
        bundle = Path(folder) / "app.bundle"
        export_app(principal=who, app_id=app_id, format="bundle", git=git, ports=ports)
        (packed,) = [data for key, data in world.blobs.objects.items() if key.endswith(".bundle")]
        bundle.write_bytes(packed)
        whole, latest, gits = [], [], []
        for _ in range(_ROUNDS):
            for request, took in ((asked(commits[-1]), whole), (asked(commits[-1], commits[-2]), latest)):
                started = time.perf_counter()
                answer = serve_fetch(principal=who, app_id=app_id, request=request, git=git, ports=ports)
                took.append((time.perf_counter() - started) * 1000)
                assert b"PACK" in answer
            started = time.perf_counter()
            subprocess.run(["git", "clone", "-q", "--bare", bundle, Path(folder) / f"{started}"], check=True)
            gits.append((time.perf_counter() - started) * 1000)
    baseline = {"baseline": sorted(gits)[_ROUNDS // 2], "baseline_name": "git clone of a bundle of it"}
    report("clone.whole", whole, "ms", detail={"revisions": _REVISIONS, "bytes": len(packed)}, **baseline)
    report("clone.latest", latest, "ms", **baseline)


def history(world: World) -> tuple[str, str, list[str]]:
    """An app, its tenant and its commits, oldest first."""
    files = {f"src/part{at}.ts": _text(at, 0) for at in range(_FILES)}
    app, first = world.make_app(files)
    commits = [first.commit]
    for number in range(1, _REVISIONS):
        files = {**files, f"src/part{number % _FILES}.ts": _text(number % _FILES, number)}
        commits.append(world.add_revision(app, files, message=f"Change {number}").commit)
    return app.id, app.tenant_id, commits


def _text(part: int, number: int) -> bytes:
    return "".join(f"export const value{part}_{line} = {line * number};\n" for line in range(_LINES)).encode()


def asked(want: str, *have: str) -> bytes:
    """What git sends."""
    wanted = _line(f"want {want} side-band-64k ofs-delta thin-pack no-progress\n")
    return wanted + b"0000" + b"".join(_line(f"have {one}\n") for one in have) + _line("done\n")


def _line(text: str) -> bytes:
    return f"{len(text) + 4:04x}{text}".encode()


if __name__ == "__main__":
    main()

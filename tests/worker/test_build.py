"""Whole jobs: from the document to the uploaded result, with real sandboxed Node processes."""

import io
import os
import tarfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import zstandard

from devkit.stack.worker_jobs import PAGE, HttpStore, Uploaded, pack, project, tar_of
from shared.domain.builds.worker_contract import parse_job
from worker import transfer
from worker.build import run_job
from worker.contract import LOG_TAIL_BYTES
from worker.sandbox.base import Command, Outcome, Sandbox, Workplace
from worker.sandbox.process import Process
from worker.toolchain import InstalledToolchain
from worker.transfer import TransferFailed

WRITE_PAGE = (
    "import fs from 'node:fs'; fs.mkdirSync('dist/assets', { recursive: true });"
    f"fs.writeFileSync('dist/index.html', '{PAGE}');"
)

Build = Callable[..., Uploaded]


@pytest.fixture
def build(sandbox: Sandbox, toolchain: InstalledToolchain, work_dir: Path, store: HttpStore) -> Build:
    """Run one job of a project (or an archive) and answer what was uploaded."""

    def run(source: dict[str, bytes] | bytes, **changes: Any) -> Uploaded:
        archive = source if isinstance(source, bytes) else pack(source)
        job = parse_job(store.job("bld_1", archive, **changes))
        run_job(job, toolchain=toolchain, sandbox=sandbox, work_dir=work_dir)
        assert list(work_dir.iterdir()) == [], "the job's directory must be gone"
        return store.uploaded("bld_1")

    return run


def test_a_build_becomes_a_result_archive(build: Build) -> None:
    script = (
        WRITE_PAGE
        + "fs.writeFileSync('dist/assets/a.js', process.env.VITE_TITLE); console.log('\\x1b[32mdone\\x1b[39m')"
    )
    uploaded = build(project(script), env={"VITE_TITLE": "hello"})
    assert uploaded.names == ["result.json", "logs/build.log", "dist/assets/a.js", "dist/index.html"]
    assert uploaded.content["dist/index.html"] == PAGE.encode()
    assert uploaded.content["dist/assets/a.js"] == b"hello"
    assert uploaded.log == "done\n"
    result = uploaded.result
    assert (result["status"], result["exit_code"], result["reason"], result["message"]) == ("succeeded", 0, None, "")
    assert (result["version"], result["build_id"], result["log_tail"]) == (1, "bld_1", "done\n")
    assert set(result["timings"]) == {"fetch_ms", "unpack_ms", "script_ms", "collect_ms"}
    assert result["duration_ms"] >= result["timings"]["script_ms"] > 0


@pytest.fixture
def private_umask(toolchain: InstalledToolchain) -> Iterator[None]:
    """The worker's, and that of who installed its toolchain, which the builds' own user cannot enter then."""
    before, folder = os.umask(0o077), toolchain.node_modules.parent
    folder.chmod(0o700)
    yield
    folder.chmod(0o755)
    os.umask(before)


@pytest.mark.parametrize("sandbox", ["bubblewrap"], indirect=True)
@pytest.mark.usefixtures("private_umask")
def test_builds_work_for_a_worker_with_a_private_umask(build: Build) -> None:
    """Every build of a worker that root started ended with `bwrap: Can't chdir to /project: Permission denied`."""
    uploaded = build(
        project("import fs from 'node:fs'; fs.mkdirSync('dist'); fs.writeFileSync('dist/index.html', 'x')")
    )
    assert uploaded.result["status"] == "succeeded", uploaded.result["log_tail"]


def test_arguments_reach_the_script(build: Build) -> None:
    script = WRITE_PAGE + "console.log(process.argv.slice(2).join(' '))"
    assert build(project(script), build_args=["--base=./", "--minify"]).log == "--base=./ --minify\n"


def test_hooks_run_by_npm_in_their_order(build: Build) -> None:
    files = project(WRITE_PAGE + "console.log('build', process.argv[2])")
    files["package.json"] = (
        b'{"name": "t", "scripts": {"build": "node build.mjs", "prebuild": "echo before", "postbuild": "echo after"}}'
    )
    assert build(files, build_args=["--base=./"]).log.split("\n")[:3] == ["before", "build --base=./", "after"]


def test_a_failing_hook_fails_the_build(build: Build) -> None:
    files = project(WRITE_PAGE)
    files["package.json"] = b'{"name": "t", "scripts": {"build": "node build.mjs", "prebuild": "exit 4"}}'
    result = build(files).result
    assert (result["status"], result["reason"], result["exit_code"]) == ("failed", "exit", 4)


def test_a_failed_script_uploads_its_log_and_no_dist(build: Build) -> None:
    uploaded = build(project(WRITE_PAGE + "console.error('src/App.tsx:3:7: wrong'); process.exit(2)"))
    assert uploaded.names == ["result.json", "logs/build.log"]
    assert "src/App.tsx:3:7: wrong" in uploaded.log
    result = uploaded.result
    assert (result["status"], result["exit_code"], result["reason"]) == ("failed", 2, "exit")
    assert result["message"] == "The build script ended with exit code 2."


def test_a_script_killed_by_a_signal_is_never_a_success(build: Build) -> None:
    """`node --run` answers 0 here."""
    result = build(project(WRITE_PAGE + "process.kill(process.pid, 'SIGKILL')")).result
    assert (result["status"], result["exit_code"], result["reason"]) == ("failed", 137, "exit")


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        ("fs.symlinkSync('/etc/passwd', 'dist/assets/a.txt')", "dist_invalid"),
        ("fs.rmSync('dist', { recursive: true }); fs.symlinkSync('/etc', 'dist')", "dist_invalid"),
        ("fs.writeFileSync('dist/assets/big', Buffer.alloc(100 << 20))", "dist_limit"),
        ("for (let i = 0; i < 60; i++) fs.writeFileSync(`dist/assets/${i}`, '')", "dist_limit"),
        ("fs.rmSync('dist', { recursive: true })", "no_dist"),
    ],
)
def test_a_bad_dist_is_refused_whole(build: Build, script: str, reason: str) -> None:
    uploaded = build(project(WRITE_PAGE + script), limits={"wall_seconds": 60, "dist_files": 50})
    assert (uploaded.result["status"], uploaded.result["reason"]) == ("failed", reason)
    assert uploaded.names == ["result.json", "logs/build.log"]
    assert b"root:" not in b"".join(uploaded.content.values())


def test_limits_of_the_job_are_those_of_the_sandbox(build: Build) -> None:
    result = build(project("setInterval(() => {}, 1000)"), limits={"wall_seconds": 1}).result
    assert (result["status"], result["reason"], result["exit_code"]) == ("failed", "timeout", None)
    assert result["message"] == "The build took longer than 1 seconds."


def test_the_tail_of_a_long_log_is_bounded(build: Build) -> None:
    uploaded = build(project(WRITE_PAGE + "for (let i = 0; i < 9000; i++) console.log('ü line', i)"))
    assert len(uploaded.result["log_tail"].encode()) <= LOG_TAIL_BYTES
    assert uploaded.result["log_tail"].endswith("ü line 8999\n")
    assert uploaded.log.startswith("ü line 0\n")


def test_places_in_the_log_are_those_of_the_project(build: Build, toolchain: InstalledToolchain) -> None:
    log = build(
        project("import fs from 'node:fs'; console.log(import.meta.url, fs.realpathSync('node_modules/.bin')); f()")
    ).log
    assert log.startswith("file:///project/build.mjs /project/node_modules/.bin\n")
    assert "file:///project/build.mjs:1\n" in log
    assert str(toolchain.node_modules.parent) not in log


def test_output_that_is_no_text_becomes_text(build: Build) -> None:
    log = build(project(WRITE_PAGE + "process.stdout.write(Buffer.from([0xff, 0x00, 0x41, 0x0a]))")).log
    assert log == "\ufffdA\n"


class Untouched:
    """A sandbox that must not be asked."""

    name = "untouched"

    def run(self, *_: object) -> Outcome:
        raise AssertionError("nothing may run")


@pytest.fixture
def refuse(toolchain: InstalledToolchain, work_dir: Path, store: HttpStore) -> Build:
    """Run a job that must fail before any project code runs."""

    def run(archive: bytes, **changes: Any) -> Uploaded:
        job = parse_job(store.job("bld_1", archive, **changes))
        run_job(job, toolchain=toolchain, sandbox=Untouched(), work_dir=work_dir)  # type: ignore[arg-type]  # asserts
        return store.uploaded("bld_1")

    return run


def test_a_hostile_source_is_reported_before_anything_runs(refuse: Build) -> None:
    link = tarfile.TarInfo("src")
    link.type, link.linkname = tarfile.SYMTYPE, "/etc"
    for archive in (pack({"../x": b""}), zstandard.compress(tar_of([(link, b"")])), b"noise", bytes(70_000_000)):
        result = refuse(archive).result
        assert (result["status"], result["reason"], result["exit_code"]) == ("failed", "source_invalid", None)


def test_a_project_without_a_script_is_reported(refuse: Build) -> None:
    assert refuse(pack({"package.json": b"{}"})).result["reason"] == "no_build_script"
    assert refuse(pack({"index.html": b""})).result["message"] == "The project has no package.json."


def test_another_toolchain_is_the_workers_fault(refuse: Build) -> None:
    result = refuse(pack(project("")), toolchain={"digest": "other"}).result
    assert (result["reason"], result["status"]) == ("worker_error", "failed")


def test_a_source_that_cannot_be_read_is_the_workers_fault(refuse: Build, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transfer, "PAUSE_SECONDS", 0.0)
    result = refuse(b"", source={"url": "http://127.0.0.1:9/source?signature=secret"}).result
    assert result["reason"] == "worker_error"
    assert "secret" not in str(result)


class Broken(Untouched):
    """A sandbox with a fault of its own."""

    def run(self, *_: object) -> Outcome:
        raise RuntimeError("a fault of ours with a secret")


class Swapping(Untouched):
    """A sandbox whose build leaves a file that grows smaller while it is collected."""

    def run(self, place: Workplace, *_: object) -> Outcome:
        (place.project / "dist").mkdir()
        (place.project / "dist" / "index.html").write_text(PAGE)
        return Outcome(0, b"")


@pytest.mark.filterwarnings("default")
def test_a_fault_of_ours_still_reaches_the_one_that_waits(
    toolchain: InstalledToolchain, work_dir: Path, store: HttpStore
) -> None:
    job = parse_job(store.job("bld_1", pack(project(""))))
    result = run_job(job, toolchain=toolchain, sandbox=Broken(), work_dir=work_dir)  # type: ignore[arg-type]  # a fake
    assert (result.status, result.reason) == ("failed", "worker_error")
    assert store.uploaded("bld_1").result["reason"] == "worker_error"
    assert "secret" not in str(store.uploaded("bld_1").result)
    assert list(work_dir.iterdir()) == []


def test_an_upload_that_fails_is_raised_and_leaves_nothing(
    toolchain: InstalledToolchain, work_dir: Path, store: HttpStore
) -> None:
    store.answers = [200, 403]
    job = parse_job(store.job("bld_1", pack(project(""))))
    with pytest.raises(TransferFailed):
        run_job(job, toolchain=toolchain, sandbox=Swapping(), work_dir=work_dir)  # type: ignore[arg-type]  # a fake
    assert list(work_dir.iterdir()) == []


def test_the_archive_is_the_same_for_the_same_output(
    toolchain: InstalledToolchain, work_dir: Path, store: HttpStore
) -> None:
    archives = []
    for _ in range(2):
        job = parse_job(store.job("bld_1", pack(project(""))))
        run_job(job, toolchain=toolchain, sandbox=Swapping(), work_dir=work_dir)  # type: ignore[arg-type]  # a fake
        archives.append(store.uploads["bld_1"])
    with tarfile.open(fileobj=io.BytesIO(archives[0])) as one, tarfile.open(fileobj=io.BytesIO(archives[1])) as two:
        for first, second in zip(one, two, strict=True):
            assert (first.mtime, first.mode, first.uid, first.uname) == (0, 0o644, 0, "")
            assert first.name == second.name


def test_a_command_is_what_the_sandbox_gets(toolchain: InstalledToolchain, work_dir: Path, store: HttpStore) -> None:
    seen: list[Command] = []

    class Noting(Swapping):
        def run(self, place: Workplace, *given: object) -> Outcome:
            seen.append(given[1])  # type: ignore[arg-type]  # the command
            return super().run(place)

    job = parse_job(store.job("bld_1", pack(project("")), env={"VITE_A": "1"}, build_args=["--base=./"]))
    run_job(job, toolchain=toolchain, sandbox=Noting(), work_dir=work_dir)  # type: ignore[arg-type]  # a fake
    assert seen[0].argv == ("sh", "-c", "node build.mjs --base=./")
    assert seen[0].env["VITE_A"] == "1"
    assert not any("secret-of-the-url" in value for value in seen[0].env.values())


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give rights away")
def test_a_worker_run_by_root_never_runs_project_code_as_root(build: Build, sandbox: Sandbox) -> None:
    log = build(project(WRITE_PAGE + "console.log(process.getuid())")).log
    assert (log == "0\n") == (sandbox == Process(as_root=False))

"""The worker as a program."""

import json
import logging
import os
import shutil
from pathlib import Path

import pytest

from devkit.stack.worker_jobs import PAGE, HttpStore, pack, project
from worker import transfer
from worker.main import EXIT_NOT_REPORTED, EXIT_REPORTED, EXIT_USAGE, main
from worker.toolchain import InstalledToolchain, from_directory

WRITE_PAGE = f"import fs from 'node:fs'; fs.mkdirSync('dist'); fs.writeFileSync('dist/index.html', '{PAGE}')"


@pytest.fixture(scope="session")
def unpacked(open_dir: Path, toolchain: InstalledToolchain) -> Path:
    """A toolchain laid out as in the archive."""
    root = open_dir / "unpacked"
    (root / "node" / "bin").mkdir(parents=True)
    shutil.copy(toolchain.node_bin, root / "node" / "bin" / "node")
    (root / "catalog" / "node_modules" / ".bin").mkdir(parents=True)
    (root / "digest").write_text("test\n")
    return root


@pytest.fixture(autouse=True)
def quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transfer, "PAUSE_SECONDS", 0.0)
    monkeypatch.setattr(logging, "basicConfig", lambda **_: None)


def arguments(unpacked: Path, work_dir: Path, *more: str) -> list[str]:
    return ["--toolchain", str(unpacked), "--work-dir", str(work_dir), "--sandbox", "process", *more]


def test_an_unpacked_archive_is_a_toolchain(unpacked: Path) -> None:
    found = from_directory(unpacked)
    assert (found.node_bin, found.npm, found.digest) == (unpacked / "node" / "bin" / "node", None, "test")
    assert found.compile_cache == unpacked / "compile-cache"
    assert found.typescript == unpacked / "typescript"


def test_a_job_from_a_file(unpacked: Path, work_dir: Path, store: HttpStore) -> None:
    (work_dir / "job.json").write_text(json.dumps(store.job("bld_1", pack(project(WRITE_PAGE)))))
    assert main(arguments(unpacked, work_dir, "--job", str(work_dir / "job.json"))) == EXIT_REPORTED
    assert store.uploaded("bld_1").result["status"] == "succeeded"
    assert [path.name for path in work_dir.iterdir()] == ["job.json"]


def test_a_job_from_its_address_which_no_child_sees(
    unpacked: Path, work_dir: Path, store: HttpStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = WRITE_PAGE + "; console.log(JSON.stringify(process.env))"
    store.sources["/job"] = json.dumps(store.job("bld_1", pack(project(script)))).encode()
    monkeypatch.setenv("JOB_URL", f"{store.url}/job?signature=secret")
    assert main(arguments(unpacked, work_dir)) == EXIT_REPORTED
    assert "JOB_URL" not in os.environ
    assert "secret" not in store.uploaded("bld_1").log


def test_a_result_nobody_takes_is_told_by_the_exit_code(unpacked: Path, work_dir: Path, store: HttpStore) -> None:
    store.answers = [200, 403]
    (work_dir / "job.json").write_text(json.dumps(store.job("bld_1", pack(project(WRITE_PAGE)))))
    assert main(arguments(unpacked, work_dir, "--job", str(work_dir / "job.json"))) == EXIT_NOT_REPORTED


def test_an_address_that_does_not_answer(unpacked: Path, work_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JOB_URL", "http://127.0.0.1:9/job")
    assert main(arguments(unpacked, work_dir)) == EXIT_NOT_REPORTED


@pytest.mark.parametrize("document", ["", "{", "[]", "{}", '{"version": 2}'])
def test_no_job_is_no_run(unpacked: Path, work_dir: Path, document: str) -> None:
    (work_dir / "job.json").write_text(document)
    assert main(arguments(unpacked, work_dir, "--job", str(work_dir / "job.json"))) == EXIT_USAGE


def test_neither_file_nor_address(unpacked: Path, work_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("JOB_URL", raising=False)
    assert main(arguments(unpacked, work_dir)) == EXIT_USAGE
    assert main(["--toolchain", str(work_dir / "gone"), "--job", str(work_dir / "gone.json")]) == EXIT_USAGE

"""Commands and test runs as jobs: what they answer, what they cannot do. Real sandboxed processes."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from devkit.stack.worker_jobs import HttpStore, Uploaded, pack, project
from shared.domain.builds.worker_contract import parse_job
from worker.build import run_job
from worker.sandbox.base import Sandbox
from worker.sandbox.bubblewrap import Bubblewrap
from worker.toolchain import InstalledToolchain

Run = Callable[..., Uploaded]


def scripts(**named: str) -> bytes:
    return json.dumps({"name": "t", "private": True, "type": "module", "scripts": named}).encode()


@pytest.fixture
def run(sandbox: Sandbox, toolchain: InstalledToolchain, work_dir: Path, store: HttpStore) -> Run:
    """One job over these files, in each sandbox."""
    return runner(sandbox, toolchain, work_dir, store)


@pytest.fixture
def isolated(bubblewrap: Bubblewrap, toolchain: InstalledToolchain, work_dir: Path, store: HttpStore) -> Run:
    """One job in the real sandbox."""
    return runner(bubblewrap, toolchain, work_dir, store)


def runner(sandbox: Sandbox, toolchain: InstalledToolchain, work_dir: Path, store: HttpStore) -> Run:
    def once(files: dict[str, bytes], task: str, *command: str, **changes: Any) -> Uploaded:
        job = parse_job(store.job("bld_1", pack(files), task=task, command=list(command), **changes))
        run_job(job, toolchain=toolchain, sandbox=sandbox, work_dir=work_dir)
        assert list(work_dir.iterdir()) == [], "the job's directory must be gone"
        return store.uploaded("bld_1")

    return once


def test_a_command_answers_with_its_output_and_exit_code(run: Run) -> None:
    files = {"package.json": scripts(lint="echo linted; exit 3")}
    uploaded = run(files, "command", "npm", "run", "lint")
    assert uploaded.names == ["result.json", "logs/build.log"]
    result = uploaded.result
    assert (result["status"], result["reason"], result["exit_code"]) == ("failed", "exit", 3)
    assert (result["message"], uploaded.log) == ("The command ended with exit code 3.", "linted\n")


def test_arguments_of_a_script_are_no_shell(run: Run) -> None:
    files = {"package.json": scripts(lint="node say.mjs"), "say.mjs": b"console.log(process.argv.slice(2))"}
    uploaded = run(files, "command", "npm", "run", "lint", "--", "a b", "$(id); rm -rf /", "`id`")
    assert uploaded.log == "[ 'a b', '$(id); rm -rf /', '`id`' ]\n"


@pytest.mark.parametrize(
    ("command", "reason", "said"),
    [
        (("npm", "run", "nothing"), "no_script", 'package.json has no "nothing" script.'),
        (("npm", "test"), "no_script", 'package.json has no "test" script.'),
        (("npx", "no-such-program"), "no_program", "Nothing can be fetched"),
        (("no-such-program",), "no_program", "Nothing can be fetched"),
        (("/bin/sh", "-c", "id"), "no_program", "name a program, not a file"),
    ],
)
def test_what_cannot_run_is_said_plainly(run: Run, command: tuple[str, ...], reason: str, said: str) -> None:
    result = run({"package.json": scripts()}, "command", *command).result
    assert (result["status"], result["reason"], result["exit_code"]) == ("failed", reason, None)
    assert said in result["message"]


def test_a_command_without_words_is_no_job(store: HttpStore) -> None:
    with pytest.raises(ValueError, match="command"):
        parse_job(store.job("bld_1", b"", task="command"))


HOSTILE_TEST = "import net from 'node:net';"


def hostile(script: str) -> dict[str, bytes]:
    return {"package.json": scripts(test="node evil.mjs"), "evil.mjs": (HOSTILE_TEST + script).encode()}


def test_a_test_reaches_no_network(isolated: Run) -> None:
    script = (
        "for (const host of ['169.254.169.254', '10.0.0.1', '1.1.1.1'])"
        " net.connect({ host, port: 80, timeout: 2000 }).on('error', (e) => console.log(host, e.code))"
        ".on('connect', () => { console.log('REACHED'); process.exit(9) });"
    )
    uploaded = isolated(hostile(script), "tests")
    assert uploaded.result["exit_code"] == 0
    assert uploaded.log.count("ENETUNREACH") == 3 and "REACHED" not in uploaded.log


def test_tests_without_vitest_run_by_their_script_with_its_arguments(run: Run) -> None:
    files = {"package.json": scripts(test="node own.mjs"), "own.mjs": b"console.log(process.argv[2])"}
    uploaded = run(files, "tests", "tests/a.test.ts")
    assert (uploaded.log, uploaded.result["tests"]) == ("tests/a.test.ts\n", None)


def test_no_tests_to_run_is_said(run: Run) -> None:
    result = run({"package.json": scripts()}, "tests").result
    assert (result["reason"], result["message"]) == ("no_script", 'package.json has no "test" script.')


def test_a_report_that_is_a_link_is_not_followed(isolated: Run, toolchain: InstalledToolchain) -> None:
    files = {
        "package.json": scripts(test="node link.mjs"),
        "link.mjs": b"import fs from 'node:fs'; fs.symlinkSync('/etc/passwd', '.chatbuilder-tests.json')",
    }
    assert isolated(files, "tests").result["tests"] is None


def test_a_job_of_another_task_leaves_no_dist(run: Run) -> None:
    files = project("import fs from 'node:fs'; fs.mkdirSync('dist'); fs.writeFileSync('dist/index.html', 'x')")
    assert run(files, "command", "npm", "run", "build").names == ["result.json", "logs/build.log"]

"""Build scripts that mean harm, run for real. What is promised here holds with and without bubblewrap."""

import os
import threading
import time
from pathlib import Path

import pytest

from devkit.stack.sandbox_runs import Bench
from shared.domain.builds.worker_contract import Limits
from worker.sandbox.base import FILE_BYTES, Command
from worker.sandbox.process import Process
from worker.toolchain import InstalledToolchain

SPAWN = "import { spawn, spawnSync } from 'node:child_process';"
SLEEPER = "['-e', 'setTimeout(() => {}, 300000) // MARKER']"


def test_a_build_that_ends_well_reports_its_words_and_nothing_else(bench: Bench) -> None:
    outcome = bench.run("console.log('one'); console.error('two')")
    assert (outcome.exit_code, outcome.reason) == (0, None)
    assert sorted(outcome.output.decode().split()) == ["one", "two"]


def test_a_build_gives_way_to_what_answers_people(bench: Bench) -> None:
    outcome = bench.run("import { getPriority } from 'node:os'; console.log(getPriority())")
    assert int(outcome.output) == min(19, os.nice(0) + 10), outcome.output


def test_a_build_that_dies_keeps_its_exit_code_and_last_words(bench: Bench) -> None:
    outcome = bench.run("console.error('no such thing'); process.exit(3)")
    assert (outcome.exit_code, outcome.reason) == (3, None)
    assert b"no such thing" in outcome.output


def test_a_build_that_hangs_is_ended_in_time_with_its_children(bench: Bench) -> None:
    began = time.monotonic()
    outcome = bench.run(
        f"{SPAWN} process.on('SIGTERM', () => {{}});"
        f"spawn(process.execPath, {SLEEPER}, {{ detached: true, stdio: 'ignore' }}); setInterval(() => {{}}, 1000)",
        wall_seconds=4,
    )
    assert (outcome.exit_code, outcome.reason) == (None, "timeout")
    assert time.monotonic() - began < 60
    assert bench.survivors() == []


def test_a_cancelled_build_is_ended_with_its_children_and_keeps_its_words(bench: Bench) -> None:
    cancel = threading.Event()

    def when_it_runs() -> None:
        if bench.wait_for_survivors(1):
            cancel.set()

    cancelling = threading.Thread(target=when_it_runs)
    cancelling.start()
    outcome = bench.run(
        f"{SPAWN} process.on('SIGTERM', () => {{}}); console.log('hanging');"
        f"spawn(process.execPath, {SLEEPER}, {{ detached: true, stdio: 'ignore' }}); setInterval(() => {{}}, 1000)",
        cancel=cancel,
        wall_seconds=120,
    )
    cancelling.join()
    assert (outcome.exit_code, outcome.reason) == (None, "cancelled")
    assert b"hanging" in outcome.output
    assert bench.survivors() == []


def test_a_fork_bomb_stays_within_its_limit_and_leaves_nothing(bench: Bench) -> None:
    bomb = "bomb() { echo born MARKER; [ $1 -gt 0 ] && { bomb $(($1-1)) & bomb $(($1-1)) & sleep 1; }; }; bomb 9"
    began = time.monotonic()
    outcome = bench.run(
        f"{SPAWN} spawnSync('sh', ['-c', '{bomb}'], {{ stdio: 'inherit' }}); process.exit(1)", processes=48
    )
    assert outcome.exit_code != 0
    unbound_root = os.geteuid() == 0 and bench.sandbox == Process(as_root=False)  # the kernel never limits root
    assert outcome.output.count(b"born") < 1023 or unbound_root, "the whole bomb went off"
    assert time.monotonic() - began < 90
    assert bench.survivors() == []


def test_background_processes_are_gone_when_the_build_has_ended(bench: Bench) -> None:
    outcome = bench.run(
        f"{SPAWN} const daemon = 'exec node -e \"setTimeout(() => {{}}, 300000) // MARKER\"';"
        "spawn('setsid', ['sh', '-c', daemon], { detached: true, stdio: 'inherit' }).unref();"
        f"spawn(process.execPath, {SLEEPER}, {{ detached: true, stdio: 'ignore' }}).unref();"
        "setTimeout(() => process.exit(0), 300)"
    )
    assert outcome.exit_code == 0
    assert bench.survivors() == []


def test_output_without_end_is_cut_and_ends_the_build(bench: Bench) -> None:
    outcome = bench.run(
        "const line = 'x'.repeat(65536); const go = () => { while (process.stdout.write(line)) {} ;"
        "process.stdout.once('drain', go) }; go()",
        output_bytes=200_000,
    )
    assert outcome.reason == "output_limit"
    assert len(outcome.output) == 200_000


def test_a_hundred_megabytes_of_output_in_one_write_are_cut(bench: Bench) -> None:
    outcome = bench.run("process.stdout.write(Buffer.alloc(100_000_000, 120))", output_bytes=100_000)
    assert outcome.reason == "output_limit"
    assert len(outcome.output) == 100_000


def test_memory_outside_the_javascript_heap_is_counted(bench: Bench) -> None:
    outcome = bench.run(
        "const kept = []; setInterval(() => kept.push(Buffer.alloc(16 << 20, 1)), 20)", memory_bytes=300 * 1024**2
    )
    assert outcome.reason == "memory"
    assert "300 MiB" in outcome.message


def test_memory_of_children_counts_together(bench: Bench) -> None:
    hog = "const kept = Buffer.alloc(120 << 20, 1); setTimeout(() => kept, 300000) // MARKER"
    outcome = bench.run(
        f"{SPAWN} for (let i = 0; i < 4; i++) spawn(process.execPath, ['-e', {hog!r}]); setInterval(() => {{}}, 1000)",
        memory_bytes=300 * 1024**2,
    )
    assert outcome.reason == "memory"
    assert bench.survivors() == []


def test_the_javascript_heap_has_a_ceiling(bench: Bench) -> None:
    outcome = bench.run(
        "const kept = []; for (;;) kept.push(new Array(100_000).fill({}))", memory_bytes=200 * 1024**2, wall_seconds=90
    )
    assert outcome.exit_code != 0
    assert outcome.reason in (None, "memory")


def test_the_environment_holds_nothing_of_ours(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "secret-of-the-host")
    env = bench.say("process.env")
    tools = {"PATH", "HOME", "TMPDIR", "CI", "NO_COLOR", "NODE_OPTIONS", "NODE_DISABLE_COMPILE_CACHE"}
    of_the_shell = {"PWD", "OLDPWD", "SHLVL", "_"}
    assert set(env) - of_the_shell == tools | {"VITE_TITLE"}
    assert "secret-of-the-host" not in str(env)


@pytest.mark.parametrize("victim", ["process.ppid", "1", "-1", "0"])
def test_killing_its_own_kind_ends_only_itself(bench: Bench, victim: str) -> None:
    if victim in ("1", "-1") and bench.sandbox.name == "process":
        pytest.skip("without a pid namespace this would aim at the machine's own processes")
    outcome = bench.run(
        f"{SPAWN} spawn(process.execPath, {SLEEPER}, {{ detached: true, stdio: 'ignore' }}).unref();"
        f"setTimeout(() => {{ try {{ process.kill({victim}, 'SIGKILL') }} catch {{}} process.exit(7) }}, 200)"
    )
    assert outcome.exit_code not in (0, None)
    assert bench.survivors() == []


KILL_SUPERVISOR = """
import fs from 'node:fs'; import { spawn } from 'node:child_process';
spawn(process.execPath, ['-e', 'setTimeout(() => {}, 300000) // MARKER'], { detached: true, stdio: 'ignore' }).unref();
let pid = process.ppid;
while (!fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('supervisor.py'))
  pid = Number(fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')[1]);
setTimeout(() => { process.kill(pid, 'SIGKILL'); setInterval(() => {}, 1000) }, 200);
"""


def test_killing_the_supervisor_saves_nobody(toolchain: InstalledToolchain, work_dir: Path) -> None:
    """Only project code that runs as our own user can do that."""
    bench = Bench(Process(as_root=False), toolchain, work_dir)
    outcome = bench.run(KILL_SUPERVISOR)
    assert (outcome.exit_code, outcome.reason) == (137, None)
    assert bench.survivors() == []


def test_a_closed_output_does_not_end_the_watch(bench: Bench) -> None:
    outcome = bench.run(
        "import fs from 'node:fs'; fs.closeSync(1); fs.closeSync(2); setInterval(() => {}, 1000)", wall_seconds=1
    )
    assert outcome.reason == "timeout"


def test_a_program_that_is_not_there_is_a_failed_exit(bench: Bench) -> None:
    bench.place.project.mkdir()
    command = Command(("no-such-program",), {})
    outcome = bench.sandbox.run(bench.place, bench.toolchain, command, Limits(wall_seconds=60), threading.Event())
    assert outcome.exit_code not in (0, None)


def test_five_gigabytes_into_the_project_are_stopped_long_before(bench: Bench) -> None:
    """`dist` is not looked at before the build ends; the disk of the machine is, all the time.

    It pauses between blocks, so that a fast disk is not full before a watcher on a busy machine has looked once.
    """
    outcome = bench.run(
        "import fs from 'node:fs'; fs.mkdirSync('dist'); const block = Buffer.alloc(64 << 20, 1); let i = 0;"
        "setInterval(() => i < 80 ? fs.writeFileSync('dist/' + i++, block) : process.exit(0), 250)",
        wall_seconds=120,
    )
    assert outcome.reason == "disk_limit"
    written = sum(file.stat().st_blocks * 512 for file in (bench.place.project / "dist").iterdir())
    assert written < 4 * 1024**3, "it was ended while it wrote"


def test_one_endless_file_ends_at_the_limit_of_a_file(bench: Bench) -> None:
    outcome = bench.run(
        "import fs from 'node:fs'; const out = fs.openSync('endless', 'w'); const block = Buffer.alloc(16 << 20, 1);"
        "for (let i = 0; i < 320; i++) fs.writeSync(out, block)"
    )
    assert outcome.exit_code != 0
    assert (bench.place.project / "endless").stat().st_size <= FILE_BYTES

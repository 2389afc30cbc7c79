"""Which sandbox is taken, and what is said about it."""

import logging
from dataclasses import replace
from pathlib import Path

import pytest

from worker.sandbox.base import SandboxUnavailable
from worker.sandbox.bubblewrap import Bubblewrap
from worker.sandbox.choose import choose
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
        assert choose("auto", toolchain).name == "bubblewrap"
    assert caplog.records == []


def test_without_it_the_fallback_is_taken_with_one_clear_warning(
    broken: InstalledToolchain, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        assert choose("auto", broken).name == "process"
    assert len(caplog.records) == 1
    message = caplog.records[0].getMessage()
    assert "WITHOUT isolation" in message and "install bubblewrap" in message
    assert "no permission to make namespaces" in message or "bwrap" in message


def test_who_asks_for_the_real_one_never_gets_the_other(broken: InstalledToolchain) -> None:
    with pytest.raises(SandboxUnavailable):
        choose("bubblewrap", broken)


def test_the_fallback_can_be_asked_for(toolchain: InstalledToolchain, caplog: pytest.LogCaptureFixture) -> None:
    assert choose("process", toolchain).name == "process"


def test_a_missing_program_is_named(tmp_path: Path) -> None:
    with pytest.raises(SandboxUnavailable, match="bwrap, prlimit, setpriv: not found"):
        Bubblewrap.find(str(tmp_path))

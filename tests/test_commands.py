"""Modules that are commands: nothing is defined after the line that starts them."""

import ast

import pytest

from toolchain.repository import REPOSITORY

FOLDERS = ("benchmarks", "devkit", "functions", "infra", "local", "qa", "scripts", "shared", "toolchain", "worker")
FILES = sorted(path for folder in FOLDERS for path in (REPOSITORY / folder).rglob("*.py"))
COMMANDS = [
    str(path.relative_to(REPOSITORY)) for path in FILES
    if "node_modules" not in path.parts and '__name__ == "__main__"' in path.read_text("utf-8")
]  # fmt: skip


@pytest.mark.parametrize("name", COMMANDS)
def test_command_starts_after_everything_that_it_uses_is_defined(name: str) -> None:
    """Functions below that line exist for every importer of the module, so its tests passed; the command itself ended
    with a NameError."""
    body = ast.parse((REPOSITORY / name).read_text("utf-8")).body
    starts = [
        number for number, node in enumerate(body) if isinstance(node, ast.If) and "__name__" in ast.dump(node.test)
    ]
    assert starts == [len(body) - 1]

"""Small programs put first on the PATH of project code, so that `npm` and `npx` work from any Node distribution."""

from pathlib import Path

NATIVE_TSC = "tsc-native"
"""Not `tsc`: that name is the project's own compiler, in every script and every command."""


def write_shims(directory: Path, node: str, npm: str | None, tsc: str | None = None) -> None:
    """`node`, `npm` and `npx` when there is an npm, and the native `tsc` when there is one, as shell scripts that call
    them by the given paths."""
    directory.mkdir()
    directory.chmod(0o755)
    _write(directory / "node", f'exec {_quote(node)} "$@"')
    if npm:
        npx = str(Path(npm).with_name("npx-cli.js"))
        _write(directory / "npm", f'exec {_quote(node)} {_quote(npm)} "$@"')
        _write(directory / "npx", f'exec {_quote(node)} {_quote(npx)} "$@"')
    if tsc:
        _write(directory / NATIVE_TSC, f'exec {_quote(tsc)} "$@"')


def _write(path: Path, line: str) -> None:
    path.write_text(f"#!/bin/sh\n{line}\n", "utf-8")
    path.chmod(0o755)


def _quote(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"

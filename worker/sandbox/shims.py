"""Small programs put first on the PATH of project code, so that `npm` and `npx` work from any Node distribution."""

from pathlib import Path


def write_shims(directory: Path, node: str, npm: str | None) -> None:
    """`node`, and `npm` and `npx` when there is an npm, as shell scripts that call them by the given paths."""
    directory.mkdir()
    directory.chmod(0o755)
    _write(directory / "node", f'exec {_quote(node)} "$@"')
    if npm:
        npx = str(Path(npm).with_name("npx-cli.js"))
        _write(directory / "npm", f'exec {_quote(node)} {_quote(npm)} "$@"')
        _write(directory / "npx", f'exec {_quote(node)} {_quote(npx)} "$@"')


def _write(path: Path, line: str) -> None:
    path.write_text(f"#!/bin/sh\n{line}\n", "utf-8")
    path.chmod(0o755)


def _quote(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"

"""Runs a template pack as a project of its own, with the catalog's installed packages."""

import os
import subprocess
from pathlib import Path

from devkit.node.toolchain import toolchain
from shared.domain.base import Files
from shared.services.assets.load_templates import load_templates
from toolchain.write_files import write_files


def run_script(folder: Path, name: str) -> str:
    """`npm run {name}` there, without npm; its output, or an AssertionError that shows it."""
    tools = toolchain()
    environment = {"PATH": f"{tools.node_bin.parent}{os.pathsep}{os.environ['PATH']}", "HOME": str(folder), "CI": "1"}
    done = subprocess.run(
        [tools.node_bin, "--run", name], cwd=folder, env=environment, capture_output=True, text=True, timeout=120,
        check=False, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    assert done.returncode == 0, f"{name} failed:\n{done.stdout}\n{done.stderr}"
    return done.stdout + done.stderr


def lay_out(key: str, folder: Path) -> Path:
    """The pack as a project that uses the catalog's installed packages."""
    return lay_out_files(load_templates()[key].files, folder)


def lay_out_files(files: Files, folder: Path) -> Path:
    """The project in `folder`, with the catalog's packages."""
    write_files(files, folder)
    (folder / "node_modules").symlink_to(toolchain().node_modules)
    return folder

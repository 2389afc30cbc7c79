"""Builds a tree with the catalog's own tools, with no stack; what was built once is kept by its content."""

import hashlib
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path

from benchmarks.quality.trees import Scene
from devkit.node.packs import lay_out_files, run_script
from devkit.node.toolchain import ROOT, toolchain
from shared.domain.base import Files

BUILT = ROOT / ".chatbuilder" / "quality"


class BuildFailed(Exception):
    """The tree does not build; the end of what the tools said."""


def build_tree(scene: Scene, kept: Path = BUILT, *, types: bool = False) -> Path:
    """The folder of what the tree is built to; BuildFailed. With `types` its type check must pass as well."""
    home = kept / f"{digest_of(scene.files)[:24]}{'-typed' * types}"
    if home.is_dir():
        return home
    kept.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=kept) as work:
        project = lay_out_files(scene.files, Path(work, "project"))
        try:
            for script in ("build", *(["typecheck"] if types else [])):
                run_script(project, script)
        except AssertionError as error:
            raise BuildFailed(" ".join(str(error).split())[-400:]) from error
        shutil.copytree(project / "dist", Path(work, "dist"))
        with suppress(OSError):  # somebody else has built the same tree meanwhile
            Path(work, "dist").rename(home)
    assert home.is_dir()
    return home


def digest_of(files: Files) -> str:
    """Of the tree and the tools that build it."""
    found = hashlib.sha256(toolchain().digest.encode())
    for path, content in sorted(files.items()):
        found.update(f"{path}\0{len(content)}\0".encode() + content)
    return found.hexdigest()

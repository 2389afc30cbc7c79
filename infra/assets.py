"""What goes into each Lambda: our `shared/` and the function's own folder, and layers of third-party code only."""

import shutil
import tempfile
from collections.abc import Iterable
from pathlib import Path

from infra import bytecode

IGNORED = shutil.ignore_patterns(
    "__pycache__", "*.pyc", ".pytest_cache", ".vite", "dist", "node_modules", ".DS_Store", "*.tsbuildinfo", ".venv"
)
IGNORED_SOURCE = shutil.ignore_patterns("node_modules", "test", "tests", "*.test.*", ".npmrc")
IGNORED_PACKAGES = shutil.ignore_patterns("*.md", "*.map", "*.d.ts", "*.d.mts", ".cache", "fast-check", "pure-rand")
HINT = {True: "run `npm ci` in functions/compile", False: "run `python -m infra.build_layers` first"}


MODELS = "models.json"
"""The list of models that a deployment has; `shared/services/assets/load_models.py` reads it."""


class MissingFunction(FileNotFoundError):
    """A function the stack declares has no handler."""


class Staging:
    """A temporary folder that holds each asset while the CDK copies it; `compiled` adds bytecode for Lambda."""

    def __init__(self, root: Path, *, compiled: bool = False, models: str = "") -> None:
        self.root = root
        self._models = models
        self.compiled = compiled
        self._shared: Path | None = None
        self._folder = tempfile.TemporaryDirectory(prefix="chatbuilder-assets-")

    def python_function(self, name: str, handler_file: str, also: Iterable[str] = ()) -> str:
        """`functions/<name>` (and the folders it builds on) with `shared/`, laid out as on the path."""
        if not (self.root / "functions" / name / handler_file).is_file():
            raise MissingFunction(f"functions/{name}/{handler_file} is missing; infra/function_list.py declares it")
        target = self._fresh(name)
        shutil.copytree(self._shared_code(), target / "shared")
        copy_file(self.root / "functions" / "__init__.py", target / "functions" / "__init__.py")
        for part in (name, *also):
            copy_tree(self.root / "functions" / part, target / "functions" / part)
        self._compile(target / "functions")
        return str(target)

    def node_function(self, name: str, *, local: bool) -> str:
        """`functions/<name>` with its packages: this machine's when local, those for Linux on arm64 otherwise."""
        source = self.root / "functions" / name
        if not (source / "index.mjs").is_file():
            raise MissingFunction(f"functions/{name}/index.mjs is missing; infra/function_list.py declares it")
        packages = (source if local else self.root / "layers" / "build" / name) / "node_modules"
        if not packages.is_dir():
            raise FileNotFoundError(f"{packages.relative_to(self.root)} is missing: {HINT[local]}")
        target = self._fresh(name)
        shutil.copytree(source, target, ignore=IGNORED_SOURCE, dirs_exist_ok=True)
        shutil.copytree(packages, target / "node_modules", ignore=IGNORED_PACKAGES, symlinks=True)
        return str(target)

    def layer(self, name: str, *, empty: bool, also: Iterable[str] = ()) -> str:
        """The built layer, or an empty one with only its list (the local stack has the packages already)."""
        target = self._fresh(f"layer-{name}")
        for part in (name, *also):
            copy_file(self.root / "layers" / part / "requirements.txt", target / "python" / f"{part}-layer.txt")
            if not empty:
                shutil.copytree(self._built(part), target / "python", dirs_exist_ok=True)
        return str(target)

    def _built(self, name: str) -> Path:
        built = self.root / "layers" / "build" / name / "python"
        if not built.is_dir():
            raise FileNotFoundError(f"layers/build/{name} is missing: run `python -m infra.build_layers` first")
        return built

    def _shared_code(self) -> Path:
        """`shared/`, copied and compiled once for all functions."""
        if self._shared is None:
            self._shared = self._fresh("code") / "shared"
            copy_tree(self.root / "shared", self._shared)
            if self._models:
                (self._shared / MODELS).write_text(self._models)
            self._compile(self._shared)
        return self._shared

    def _compile(self, folder: Path) -> None:
        if self.compiled:
            bytecode.compile_tree(folder, f"/var/task/{folder.name}")

    def _fresh(self, name: str) -> Path:
        target = Path(self._folder.name) / name
        target.mkdir(parents=True)
        return target


def copy_tree(source: Path, target: Path) -> None:
    """Copy a source folder without caches and build output."""
    shutil.copytree(source, target, ignore=IGNORED, dirs_exist_ok=True)


def copy_file(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)

"""`python -m infra.build_layers`: third-party code for the Lambda layers, without Docker.

`--lock` writes the hashed lists (`layers/*/requirements.txt`) again from `requirements.in`; without it the layers are
built from those lists into `layers/build/`, for Python 3.13 on arm64, with the compile function's packages beside them.
"""

import argparse
import hashlib
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from infra import bytecode, slim
from infra.context import add_choices, configured, kept_context
from infra.function_list import LAYERS, TRACE
from toolchain.npm_package import install_locked
from toolchain.repository import REPOSITORY

BASE = "data"
TARGET = ("--python-platform", "aarch64-manylinux2014", "--python-version", "3.13")
FOLDER = REPOSITORY / "layers"
COMPILE = REPOSITORY / "functions" / "compile"
MACHINE = ("--omit=dev", "--os=linux", "--cpu=arm64", "--libc=glibc")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m infra.build_layers", description=__doc__)
    parser.add_argument("--lock", action="store_true", help="write the hashed lists again from requirements.in")
    add_choices(parser)
    options = parser.parse_args()
    configured(parser, options.context)
    if options.lock:
        for name in sorted(LAYERS, key=lambda layer: layer != BASE):
            lock(name)
        lock(TRACE)
        return
    ensure(options.context)


def wanted(context: Iterable[str]) -> tuple[str, ...]:
    """The layers that a deployment with this context (`key=value`) has."""
    named = {pair.partition("=")[0] for pair in context} | set(kept_context())
    return (*LAYERS, TRACE) if named & {"trace_layer_arn", "trace_endpoint"} else LAYERS


def ensure(context: Iterable[str] = ()) -> None:
    """Build what is missing or was built from other lists."""
    if bytecode.interpreter() is None:
        print(bytecode.NO_INTERPRETER, file=sys.stderr)
    for name in wanted(context):
        if not is_current(name, FOLDER / name / "requirements.txt"):
            build(name)
            mark(name, FOLDER / name / "requirements.txt")
    if not is_current("compile", COMPILE / "package-lock.json"):
        build_compile()
        mark("compile", COMPILE / "package-lock.json")


def is_current(name: str, listing: Path) -> bool:
    stamp = FOLDER / "build" / f"{name}.stamp"
    return stamp.is_file() and stamp.read_bytes() == made_from(listing)


def mark(name: str, listing: Path) -> None:
    (FOLDER / "build" / f"{name}.stamp").write_bytes(made_from(listing))


def made_from(listing: Path) -> bytes:
    """A list, what is left out of its packages, and whether there was a Python to compile them."""
    recipe = hashlib.sha256(Path(slim.__file__).read_bytes()).hexdigest()
    return listing.read_bytes() + f"# {recipe} {bytecode.interpreter()}\n".encode()


def lock(name: str) -> None:
    """Resolve one layer; what the base layer has is left out of the others, at the base layer's versions."""
    folder = FOLDER / name
    base = FOLDER / BASE / "requirements.txt"
    shared = [] if name == BASE else ["--constraints", str(base), *unemitted(base)]
    if name == TRACE:  # it lies beside every other layer
        shared += [part for other in LAYERS for part in ("--constraints", str(FOLDER / other / "requirements.txt"))]
    uv(
        "pip", "compile", "requirements.in", "-o", "requirements.txt", "--generate-hashes", "--no-header",
        "--no-annotate", "--upgrade", *TARGET, *shared, cwd=folder,
    )  # fmt: skip
    tidy(folder / "requirements.txt")


def unemitted(base: Path) -> list[str]:
    """Options that leave out every package of the base layer."""
    return [option for package in packages(base) for option in ("--no-emit-package", package)]


def packages(listing: Path) -> list[str]:
    """The names in a hashed list."""
    lines = listing.read_text().splitlines()
    return [line.partition("==")[0] for line in lines if "==" in line and not line.startswith((" ", "#"))]


def tidy(listing: Path) -> None:
    """Drop the resolver's remark about what it left out."""
    kept = [line for line in listing.read_text().splitlines() if not line.startswith("#")]
    listing.write_text("\n".join(kept).strip() + "\n")


def build(name: str) -> None:
    """Install exactly the listed wheels, hashes checked."""
    target = FOLDER / "build" / name / "python"
    shutil.rmtree(target, ignore_errors=True)
    uv(
        "pip", "install", "--require-hashes", "--no-deps", "--only-binary", ":all:", "--target", str(target), *TARGET,
        "-r", str(FOLDER / name / "requirements.txt"), cwd=REPOSITORY,
    )  # fmt: skip
    slim.slim(target)
    bytecode.compile_tree(target, "/opt/python")


def build_compile() -> None:
    """The fast gate's packages, for Linux on arm64 whatever this machine is."""
    target = FOLDER / "build" / "compile"
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    install_locked(COMPILE, target, MACHINE)


def uv(*arguments: str, cwd: Path) -> None:
    subprocess.run([sys.executable, "-m", "uv", "--quiet", *arguments], cwd=cwd, check=True, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    main()

"""The cloud assembly for the local stack, synthesised again only when its sources changed."""

import hashlib
import json
import os
import shutil
import subprocess
import sys
from importlib import metadata
from pathlib import Path

from local.config import STACK_NAME
from local.private_files import append_private, private_folder
from toolchain.repository import REPOSITORY

SOURCES = ("shared", "functions", "infra", "toolchain")
FILES = ("cdk.json",)
SKIPPED = frozenset({"__pycache__", "node_modules", "dist", ".vite", "buildspecs.tmp"})
CONTEXT = {"local": "true", "stack_name": STACK_NAME, "log_days": "7"}


class SynthFailed(RuntimeError):
    """The CDK application did not synthesise; the message is its last line, the log has the rest."""


def synthesise(data: Path, node_bin: Path, source: Path = REPOSITORY) -> tuple[Path, str]:
    """(assembly folder, digest of what it was made from)."""
    digest = source_digest(source)
    target = data / "cdk" / digest
    if not (target / "manifest.json").is_file():
        build_assembly(target, node_bin, source, data / "logs" / "synth.log")
    remove_others(target)
    return target, digest


def source_digest(source: Path) -> str:
    """A name for everything the template and its assets are made of."""
    hashed = hashlib.sha256(json.dumps([CONTEXT, metadata.version("aws-cdk-lib")]).encode())
    for path in source_files(source):
        hashed.update(path.relative_to(source).as_posix().encode() + b"\0")
        hashed.update(hashlib.sha256(path.read_bytes()).digest())
    return hashed.hexdigest()[:24]


def source_files(source: Path) -> list[Path]:
    """The files that matter, in a fixed order."""
    found = [source / name for name in FILES if (source / name).is_file()]
    found += sorted((source / "layers").glob("*/requirements.txt"))
    for name in SOURCES:
        for folder, names, files in os.walk(source / name):
            names[:] = sorted(n for n in names if n not in SKIPPED)
            found += [Path(folder, file) for file in sorted(files) if not file.endswith((".pyc", ".tmp"))]
    return found


def build_assembly(target: Path, node_bin: Path, source: Path, log: Path) -> None:
    """Run the CDK application into a folder beside the target, then rename it: never half an assembly."""
    staging = target.with_name(f"{target.name}.tmp")
    shutil.rmtree(staging, ignore_errors=True)
    staging.parent.mkdir(parents=True, exist_ok=True)
    private_folder(log.parent)
    context = CONTEXT | cdk_json_context() | {"source_root": str(source)}
    environment = os.environ | {
        "CDK_OUTDIR": str(staging), "CDK_CONTEXT_JSON": json.dumps(context), "PYTHONPATH": str(REPOSITORY),
        "PATH": os.pathsep.join([str(node_bin.parent), os.environ.get("PATH", os.defpath)]),
        "JSII_SILENCE_WARNING_END_OF_LIFE_NODE_VERSION": "1", "JSII_SILENCE_WARNING_UNTESTED_NODE_VERSION": "1",
    }  # fmt: skip
    log.unlink(missing_ok=True)
    with append_private(log) as said:
        command = [sys.executable, "-m", "infra.app"]
        done = subprocess.run(command, env=environment, cwd=REPOSITORY, stdout=said, stderr=subprocess.STDOUT)
    if done.returncode != 0 or not (staging / "manifest.json").is_file():
        raise SynthFailed(f"the stack could not be synthesised: {last_line(log)} (see {log})")
    shutil.rmtree(target, ignore_errors=True)
    staging.rename(target)


def cdk_json_context() -> dict[str, object]:
    """The feature flags of cdk.json, which the CDK's own command line would have added."""
    given = json.loads((REPOSITORY / "cdk.json").read_text()).get("context", {})
    return dict(given)


def last_line(log: Path) -> str:
    """The last line of a log that says something."""
    lines = [line for line in log.read_text("utf-8", "replace").splitlines() if line.strip()]
    return lines[-1].strip() if lines else "it said nothing"


def remove_others(target: Path) -> None:
    """Keep only the assembly in use."""
    for other in target.parent.iterdir():
        if other != target:
            shutil.rmtree(other, ignore_errors=True)

"""The whole local stack for a test session: its own data folder, the machine's one toolchain, roles enforced."""

import json
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from devkit.node.npm_tool import cache_dir
from devkit.node.toolchain import toolchain
from devkit.stack.sandbox_runs import why_no_bubblewrap
from local.stack import LocalStack
from toolchain.filelock import FileLock

SEES = "scripted-eyes"
"""A second model: it is shown pictures and has a price. The same script answers for it."""
ENVIRONMENT = {
    "CHATBUILDER_MODEL": "scripted",
    "CHATBUILDER_FORBID_PAID_MODELS": "1",
    "CHATBUILDER_ENFORCE_ROLES": "1",
    "MODELS": json.dumps([{"name": SEES, "images": True, "price": {"input": 2, "output": 10}}]),
    "CHATBUILDER_SANDBOX": "bubblewrap" if why_no_bubblewrap() is None else "process",
}

_LOCK_SECONDS = 300


@contextmanager
def whole_stack(data: Path, model_url: str, **more: str) -> Iterator[LocalStack]:
    """A running stack, with more in its environment; it must end with exit code 0 when it is asked to stop."""
    share_toolchain(data)
    bring_assemblies(data)
    stack = LocalStack(data, model_url=model_url, env=ENVIRONMENT | more)
    stack.start()
    try:
        keep_assemblies(data)
        yield stack
        assert refusals(stack) == []
    finally:
        code = stack.stop()
    assert code == 0, f"the stack ended with {code}: {stack.output.read_text()[-2000:]}"


def refusals(stack: LocalStack) -> list[str]:
    """What the functions logged when their role did not allow something."""
    logs = stack.boto("logs")
    pages = [
        page
        for group in logs.describe_log_groups()["logGroups"]
        for page in logs.get_paginator("filter_log_events").paginate(logGroupName=group["logGroupName"])
    ]
    said = [event["message"] for page in pages for event in page["events"]]
    return [line for line in said if "not authorized" in line or "AccessDenied" in line]


def share_toolchain(data: Path) -> None:
    """Name the toolchain that this machine already has, instead of installing one."""
    data.mkdir(parents=True, exist_ok=True)
    (data / "toolchains").symlink_to(toolchain().node_modules.parent.parent)


def bring_assemblies(data: Path) -> None:
    """Start from the cloud assembly an earlier session synthesised; the stack takes it only for equal sources."""
    with FileLock(_kept().with_suffix(".lock"), wait_seconds=_LOCK_SECONDS):
        if _kept().is_dir():
            shutil.copytree(_kept(), data / "cdk")


def keep_assemblies(data: Path) -> None:
    """Leave the assembly in use for the next session."""
    # Copied under a name of its own, outside of the lock: a session that is killed here leaves no half of one, and
    # the others do not wait for thousands of files.
    staging = Path(tempfile.mkdtemp(prefix="cdk-", dir=_kept().parent))
    try:
        shutil.copytree(data / "cdk", staging, dirs_exist_ok=True)
        with FileLock(_kept().with_suffix(".lock"), wait_seconds=_LOCK_SECONDS):
            shutil.rmtree(_kept(), ignore_errors=True)
            staging.rename(_kept())
    finally:
        shutil.rmtree(staging, ignore_errors=True)


def _kept() -> Path:
    cache_dir().mkdir(parents=True, exist_ok=True)
    return cache_dir() / "cdk"

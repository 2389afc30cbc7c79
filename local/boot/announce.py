"""When everything answers: go on with what was interrupted, make the sample, and say so to people and programs."""

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from local.boot.open_studio import open_studio
from local.boot.recover import recover
from local.boot.sample import SampleFailed, make_sample
from local.config import DEFAULT_TENANT, STACK_NAME
from local.private_files import write_private
from local.studio_url import studio_url
from toolchain.aws import LIVE
from toolchain.catalog import ToolchainError
from toolchain.http import Api, ApiError

if TYPE_CHECKING:
    from local.boot.boot import Stack

WARM_FUNCTIONS = (
    "build_prepare", "worker_start", "worker_done", "build_finalise", "compile", "agent_step", "agent_commit",
)  # fmt: skip


def announce(stack: "Stack") -> None:
    """The last steps of a start, while requests are served already."""
    stack.emulator.warm([f"{STACK_NAME}-{name}:{LIVE}" for name in WARM_FUNCTIONS])
    go_on(stack)
    sample = sample_of(stack)
    document = ready_document(stack) | sample | studio_of(stack)
    write_private(stack.config.ready_file, (json.dumps(document, indent=2) + "\n").encode())
    for line in welcome(stack, sample.get("sample_url"), document.get("studio_url")):
        stack.progress.line(line)
    if address := document.get("studio_url"):
        open_studio(stack.config, address)


def go_on(stack: "Stack") -> None:
    """Recover what an earlier stop or crash interrupted."""
    found = None if stack.first_start else recover()
    if found and (found.runs or found.builds or found.additions):
        packages = f", {found.additions} packages" if found.additions else ""
        stack.progress.line(f"  recovered    {found.runs} runs, {found.builds} builds{packages}")


def sample_of(stack: "Stack") -> dict[str, str]:
    """The sample app: made at the first start, remembered later, empty when there is none."""
    kept: Path = stack.config.data / "sample.json"
    if kept.exists():
        remembered: dict[str, str] = json.loads(kept.read_text())
        return remembered
    if not (stack.config.sample and stack.first_start):
        return {}
    stack.progress.line("  sample")
    try:
        api = Api(stack.config.api_url, stack.issuer.token(DEFAULT_TENANT))
        made = make_sample(api, lambda text: stack.progress.line(f"    {text}"))
    except (ApiError, SampleFailed, OSError) as error:
        stack.progress.line(f"    the sample app was not finished: {error}")
        return {}
    document = {"sample_app_id": made.app_id, "sample_url": made.live_url}
    write_private(kept, json.dumps(document).encode())
    return document


def studio_of(stack: "Stack") -> dict[str, str]:
    """The Studio's address with a code that signs in once; empty, with a line that says why, when it was not built."""
    try:
        stack.studio.result()
    except ToolchainError as error:
        stack.progress.line(f"  no Studio    {error}")
        return {}
    return {"studio_url": studio_url(stack.config.api_url, stack.sign_in)}


def ready_document(stack: "Stack") -> dict[str, Any]:
    """What `local.json` says; it holds a token and the key of the embedded AWS, so only its owner may read it."""
    config = stack.config
    return {
        "api_url": config.api_url, "site_port": config.site_port, "token": stack.issuer.token(DEFAULT_TENANT),
        "tenant_id": DEFAULT_TENANT, "model": {"name": stack.model_name, "offline": config.offline},
        "pid": os.getpid(), "aws_endpoint": stack.emulator.endpoint,
        "aws_access_key_id": stack.emulator.access.key_id, "aws_secret_access_key": stack.emulator.access.secret,
    }  # fmt: skip


def welcome(stack: "Stack", sample_url: str | None, studio: str | None) -> list[str]:
    """What a person needs to know now."""
    config = stack.config
    model = f"{stack.model_name} (offline demonstration)" if config.offline else stack.model_name or "default"
    return [
        f"  ready        {stack.progress.total:6.2f} s", "",
        *studio_lines(studio),
        *([f"  your first app {sample_url}"] if sample_url else []),
        f"  API and docs   {config.api_url}/docs",
        f"  apps           http://{{slug}}.apps.localhost:{config.site_port}/",
        f"  previews       http://{{revision}}.preview.localhost:{config.site_port}/",
        f"  model          {model}",
        f"  data           {config.data}",
        f"  token          .venv/bin/python -m local.token --tenant {DEFAULT_TENANT}   (also in local.json)", "",
        "  Ctrl-C stops it; everything is kept.",
    ]  # fmt: skip


def studio_lines(studio: str | None) -> list[str]:
    """Where the Studio is, and how to get in again."""
    again = "                 (signs you in once; another: .venv/bin/python -m local.studio_url)"
    return [f"  Studio         {studio}", again] if studio else []

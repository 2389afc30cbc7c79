"""When everything answers: go on with what was interrupted, make the sample, and say so to people and programs."""

import json
import os
import sys
import webbrowser
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from local.boot.sample import SampleFailed, make_sample
from local.config import DEFAULT_TENANT, STACK_NAME, LocalConfig
from local.private_files import write_private
from local.studio_url import studio_url
from shared.runtime.bundles import build_ports, site_ports
from shared.runtime.loop import loop_ports
from shared.runtime.settings import Settings
from shared.runtime.stores import open_stores, own_catalogs
from shared.services.builds.additions.recover_additions import recover_additions
from shared.services.builds.sweep_builds import recover_builds, sweep_slots
from shared.services.planning.ingest.jobs import sweep_jobs
from shared.services.publishing.move_published import move_published
from shared.services.runs.end.sweep_runs import recover_runs
from toolchain.aws import LIVE
from toolchain.catalog import ToolchainError
from toolchain.http import Api, ApiError

if TYPE_CHECKING:
    from local.boot.boot import Stack

PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>ChatBuilder</title>
<meta name="referrer" content="no-referrer"><meta http-equiv="refresh" content="0;url={address}">
<a href="{address}">Open the Studio</a></html>
"""
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


def open_studio(
    config: LocalConfig,
    address: str,
    *,
    opens: Callable[[str], object] = webbrowser.open,
    env: Mapping[str, str] | None = None,
    by_hand: bool | None = None,
) -> bool:
    """Whether it was tried. The address signs in, and every user of a machine sees what programs are started with:
    so the browser is given a file that only its owner can read, which leads there.
    """
    started_by_hand = sys.stdout.isatty() if by_hand is None else by_hand
    if not (config.opens_studio and started_by_hand and has_desktop(os.environ if env is None else env)):
        return False
    write_private(config.open_file, PAGE.format(address=escape(address)).encode())
    with suppress(webbrowser.Error, OSError):  # the address is printed, too
        opens(config.open_file.as_uri())
    return True


def has_desktop(env: Mapping[str, str], platform: str = sys.platform) -> bool:
    """Whether a window would be seen by who started this; over SSH it would open elsewhere, or nowhere."""
    if "SSH_CONNECTION" in env:
        return False
    return platform in ("darwin", "win32") or bool(env.get("DISPLAY") or env.get("WAYLAND_DISPLAY"))


@dataclass(frozen=True)
class Recovered:
    """How much was found and set going, or ended."""

    runs: int
    builds: int
    readings: int = 0
    additions: int = 0


def recover(settings: Settings | None = None) -> Recovered:
    """Places of builds first, as no execution holds them any more; then runs: their candidates' builds are theirs."""
    chosen = settings or Settings.from_env()
    stores = open_stores(chosen)
    move_published(ports=site_ports(chosen, stores))  # at once: the router of an older release ended with it
    builds = build_ports(chosen, stores)
    sweep_slots(ports=builds)
    loop = loop_ports(chosen, stores)
    return Recovered(
        additions=recover_additions(own=own_catalogs(stores)(), clock=builds.clock),
        readings=sweep_jobs(ports=loop, workflows=builds.workflows, grace_seconds=0),
        runs=recover_runs(ports=loop, workflows=builds.workflows),
        builds=recover_builds(ports=builds, automation=chosen.flags.build_automation),
    )

"""The first start's demonstration: a sample app is made, changed and published, over HTTP like any client."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from shared.domain.builds.build_status import BuildStatus
from shared.domain.runs.run_status import ShownRunStatus
from toolchain.http import Api

NAME = "Sample: a to-do list"
TEMPLATE = {"name": NAME, "framework": "react"}
MESSAGE = "Add a to-do list, and make the title say Hello from ChatBuilder."
BUILD_SECONDS = 120
Say = Callable[[str], None]


class SampleFailed(RuntimeError):
    """The demonstration did not come to its end; the stack itself runs."""


@dataclass(frozen=True)
class Sample:
    app_id: str
    live_url: str


def make_sample(api: Api, say: Say) -> Sample:
    """Make, change and publish the sample app, saying what happens."""
    app = api.call("POST", "/admin/apps", TEMPLATE)
    app_id = app["id"]
    say(f"made the app {app['slug']!r} from the {app['template']} template")
    await_build(api, app_id, say)
    chat(api, app_id, say)
    published = api.call("POST", f"/admin/apps/{app_id}/publish")
    say(f"published {published['live_url']}")
    return Sample(app_id=app_id, live_url=published["live_url"])


def await_build(api: Api, app_id: str, say: Say) -> None:
    """Wait until the draft is built."""
    started = time.monotonic()
    while time.monotonic() - started < BUILD_SECONDS:
        draft = api.call("GET", f"/admin/apps/{app_id}/builder/state")["draft"]
        if draft["build_status"] == BuildStatus.SUCCEEDED:
            return say(f"built in {time.monotonic() - started:.1f} s")
        if draft["build_status"] == BuildStatus.FAILED:
            raise SampleFailed(f"the template did not build: {draft['build_error']}")
        time.sleep(0.2)
    raise SampleFailed("the template's build did not end")


def chat(api: Api, app_id: str, say: Say) -> None:
    say(f"you: {MESSAGE}")
    started, last = time.monotonic(), dict[str, Any]()
    for chunk in api.stream("POST", f"/admin/apps/{app_id}/builder/chat/stream", {"message": MESSAGE}):
        line = describe(chunk)
        if line:
            say(f"{time.monotonic() - started:5.1f} s  {line}")
        last = chunk["data"] if chunk["type"] == "data-done" else last
    if last.get("status") != ShownRunStatus.COMPLETED:
        raise SampleFailed(f"the turn ended {last.get('status')}: {last.get('summary') or last.get('failure_code')}")


def describe(chunk: dict[str, Any]) -> str:
    """One line for the chunks a person wants to see; empty for the others."""
    data = chunk.get("data") or {}
    match chunk["type"]:
        case "data-stage":
            return str(data.get("stage", ""))
        case "tool-input-available":
            return f"{chunk.get('toolName')} {subject(chunk.get('input'))}".rstrip()
        case "data-build":
            return f"build {data.get('status', '')}"
        case "data-revision":
            return f"revision {data.get('revision_id', '')}"
        case "data-done":
            return f"{data.get('status')}: {data.get('summary') or ''}".strip()
        case _:
            return ""


def subject(given: Any) -> str:
    """What a tool call is about."""
    return str(given.get("path") or given.get("query") or "") if isinstance(given, dict) else ""

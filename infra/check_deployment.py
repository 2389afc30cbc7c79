"""`make deploy ARGS=--check`: one of everything through the front door of what is deployed, as a person would meet it.

Health, a build, its page in the worker's browser, an event stream, a publication fetched from its public address; then
the app is deleted, and its site with it. It calls no model. It takes some minutes, and prints a line a step.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

from toolchain.http import Api, ApiError

APP = {"name": "Deployment check", "framework": "vanilla"}
BUILD_SECONDS = 20 * 60
"""A build may wait 15 minutes for CodeBuild and run for five."""
SITE_SECONDS = 120
POLL_SECONDS = 2.0
LOOK = {"path": None, "actions": None, "width": None}
Say = Callable[[str], None]
Fetch = Callable[[str], bytes | None]


class CheckFailed(RuntimeError):
    """A step did not do what it must; the text says what to look at."""


@dataclass(frozen=True, kw_only=True)
class Waiting:
    """How long the slow steps may take, and how often they are looked at."""

    build_seconds: float = BUILD_SECONDS
    site_seconds: float = SITE_SECONDS
    poll_seconds: float = POLL_SECONDS

    def until(self, look: Callable[[], Any], seconds: float, what: str) -> Any:
        """What `look` answers once it is not None."""
        end = time.monotonic() + seconds
        while (found := look()) is None:
            if time.monotonic() > end:
                raise CheckFailed(f"{what} did not end within {seconds:.0f} s")
            time.sleep(self.poll_seconds)
        return found


def check_deployment(api: Api, say: Say, *, waits: Waiting, fetch: Fetch) -> bool:
    """Whether every step did what it must."""
    try:
        say(f"health   {api.call('GET', '/health')['version']}")
        with checked_app(api) as app_id:
            say(f"build    {built(api, app_id, waits)}")
            say(f"page     {looked_at(api, app_id, waits)}")
            say(f"stream   {streamed(api, app_id)}")
            say(f"publish  {published(api, app_id, waits, fetch)}")
    except (CheckFailed, ApiError, URLError, TimeoutError) as error:
        say(f"FAILED   {error}")
        return False
    return True


@contextmanager
def checked_app(api: Api) -> Iterator[str]:
    """An app that is gone again afterwards, whatever happened to it."""
    app_id = str(api.call("POST", "/admin/apps", APP)["id"])
    try:
        yield app_id
    finally:
        api.call("DELETE", f"/admin/apps/{app_id}")


def built(api: Api, app_id: str, waits: Waiting) -> str:
    """The first revision, built by the worker."""

    def ended() -> dict[str, Any] | None:
        draft: dict[str, Any] = api.call("GET", f"/admin/apps/{app_id}/builder/state")["draft"]
        stopped = draft["build_error"] is not None
        return draft if stopped or draft["build_status"] in ("succeeded", "failed") else None

    started = time.monotonic()
    draft = waits.until(ended, waits.build_seconds, "the build")
    if draft["build_status"] != "succeeded":
        error = draft["build_error"]
        raise CheckFailed(f"the build is {draft['build_status']}: {error['code']}: {error['message']}")
    return f"{time.monotonic() - started:.0f} s"


def looked_at(api: Api, app_id: str, waits: Waiting) -> str:
    """The page, opened by the worker's browser. `NO_BROWSER` is what an archive without one answers."""
    answer = api.call("POST", "/api/tools/browser", {"project_id": app_id, "params": LOOK})
    address = f"/admin/apps/{app_id}/builder/builds/{answer['data']['build_id']}"

    def ended() -> dict[str, Any] | None:
        task: dict[str, Any] = api.call("GET", address)
        return task if task["error"] or task["status"] in ("succeeded", "failed") else None

    task = waits.until(ended, waits.build_seconds, "the look at the page")
    if task["status"] != "succeeded":
        raise CheckFailed(f"the page was not opened: {task['error']['code']}: {task['error']['message']}")
    return f"{task['page']['title']!r}"


def streamed(api: Api, app_id: str) -> str:
    """The first event of a stream: it comes from the stream function, at once."""
    first = next(api.stream("GET", f"/projects/{app_id}/events"), None)
    if first is None:
        raise CheckFailed("the event stream ended without an event")
    return str(first.get("status"))


def published(api: Api, app_id: str, waits: Waiting, fetch: Fetch) -> str:
    live = str(api.call("POST", f"/admin/apps/{app_id}/publish")["live_url"])
    waits.until(lambda: fetch(live), waits.site_seconds, f"waiting for {live} (is its DNS record made?)")
    return live


def fetch_page(address: str) -> bytes | None:
    try:
        with urlopen(address, timeout=10) as answer:  # noqa: S310 - the address that our own API gave
            return bytes(answer.read())
    except URLError:
        return None

"""What every probe is made of: an API to ask, steps that are reported in a line each, and waiting with a limit."""

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from toolchain.http import Api

Json = Mapping[str, Any]


class ProbeFailed(Exception):
    """A step did not come out as it has to; the message says what was there instead."""


@dataclass(frozen=True)
class Steps:
    """One probe on its way. `seconds` is the limit of each wait; `say` takes a line."""

    name: str
    api: Api
    say: Callable[[str], object]
    seconds: float = 300.0
    poll_seconds: float = 0.3

    @contextmanager
    def step(self, what: str) -> Iterator[list[str]]:
        """Report one step when it is done; words put into the list follow it."""
        found: list[str] = []
        began = time.monotonic()
        try:
            yield found
        except Exception:
            self.say(f"FAIL {self.name}: {what}")
            raise
        details = f" ({', '.join(found)})" if found else ""
        self.say(f"ok   {self.name}: {what}{details}, {time.monotonic() - began:.1f} s")

    def wait(self, ask: Callable[[], Json], holds: Callable[[Json], bool]) -> Json:
        """What `ask` returns once it holds. ProbeFailed after `seconds`."""
        until = time.monotonic() + self.seconds
        while True:
            found = ask()
            if holds(found):
                return found
            if time.monotonic() > until:
                raise ProbeFailed(f"not so after {self.seconds:.0f} s: {found}")
            time.sleep(self.poll_seconds)

    def get(self, path: str) -> Json:
        found: Json = self.api.call("GET", path)
        return found

    def post(self, path: str, body: Json | None = None) -> Json:
        found: Json = self.api.call("POST", path, dict(body or {}))
        return found

    @contextmanager
    def app(self, name: str) -> Iterator[str]:
        """The id of an app for the block, which is deleted after it."""
        app_id = str(self.post("/admin/apps", {"name": name, "framework": "vanilla"})["id"])
        try:
            yield app_id
        finally:
            self.api.call("DELETE", f"/admin/apps/{app_id}")

    def plan(self, app_id: str, title: str, text: str) -> str:
        """The id of an active blueprint of this text, which is being read."""
        body = {"title": title, "kind": "markdown", "text": text}
        document = self.post(f"/projects/{app_id}/docs/text", body)
        request = {"document_id": document["id"], "title": title, "mark_active": True}
        blueprint_id = str(self.post(f"/projects/{app_id}/blueprints", request)["id"])
        self.post(f"/blueprints/{blueprint_id}/generate_plan")
        return blueprint_id

    def ended(self, ask: Callable[[], Json]) -> Json:
        """A job of planning once it is done. ProbeFailed when it ends otherwise."""
        job = self.wait(ask, lambda job: job["status"] in ("done", "error"))
        require(job["status"] == "done", f"{job['error_code']}: {job['error_message']}")
        return job


def require(holds: bool, otherwise: str) -> None:
    """ProbeFailed with these words unless it holds."""
    if not holds:
        raise ProbeFailed(otherwise)


def every(nodes: list[Json]) -> Iterator[Json]:
    """The nodes of a plan's tree, each before those in it."""
    for node in nodes:
        yield node
        yield from every(node["children"])

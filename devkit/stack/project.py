"""An app as a person works on it, over HTTP: made, built, talked about, saved, published."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Self

from devkit.scripted_model.server import Script
from devkit.stack.client import Chunk, Client, chunks
from local.openai_server.reply import Reply

TICK = 0.05
BUILD_SECONDS = 300.0
ENDED = ("succeeded", "failed")


@dataclass
class Talk:
    """One chat run as its stream told it."""

    run_id: str
    chunks: list[Chunk] = field(default_factory=list)

    @property
    def done(self) -> dict[str, Any]:
        """What the terminal `data-done` said."""
        (last,) = self.data("data-done")
        return last

    @property
    def kinds(self) -> list[str]:
        return [chunk["type"] for chunk in self.chunks]

    @property
    def text(self) -> str:
        """What the model said."""
        return "".join(chunk["delta"] for chunk in self.chunks if chunk["type"] == "text-delta")

    def data(self, kind: str) -> list[dict[str, Any]]:
        """The payloads of one `data-*` kind, in order."""
        return [chunk["data"] for chunk in self.chunks if chunk["type"] == kind]


@dataclass
class Project:
    """One app. `script` is the model's; the app's replies are found by the app's id, which every message carries."""

    client: Client
    script: Script
    app: dict[str, Any]

    @classmethod
    def create(cls, client: Client, script: Script, framework: str = "vanilla", name: str = "") -> "Project":
        """A new app from the framework's template; its first build is under way."""
        body = {"name": name or f"My {framework} page", "framework": framework}
        return cls(client, script, client.call("POST", "/admin/apps", body, status=201))

    @property
    def id(self) -> str:
        return str(self.app["id"])

    @property
    def slug(self) -> str:
        return str(self.app["slug"])

    @property
    def path(self) -> str:
        return f"/admin/apps/{self.id}"

    @property
    def builder(self) -> str:
        return f"{self.path}/builder"

    @property
    def draft(self) -> str:
        """The revision where editing goes on."""
        return str(self.state()["app"]["draft_revision_id"])

    def app_published(self) -> str | None:
        """The revision that visitors see."""
        found: str | None = self.state()["app"]["published_revision_id"]
        return found

    def state(self) -> dict[str, Any]:
        found: dict[str, Any] = self.client.call("GET", f"{self.builder}/state")
        return found

    def revision(self, revision_id: str) -> dict[str, Any]:
        found: dict[str, Any] = self.client.call("GET", f"{self.builder}/revisions/{revision_id}")
        return found

    def file(self, path: str, revision_id: str | None = None) -> str:
        """The text of a file."""
        where = f"{self.builder}/revisions/{revision_id or self.draft}/files/{path}"
        return str(self.client.call("GET", where)["content"])

    def build_of(self, revision_id: str) -> dict[str, Any]:
        """The build of a revision once it has ended."""
        until = time.monotonic() + BUILD_SECONDS
        while time.monotonic() < until:
            build: dict[str, Any] = self.client.call("GET", f"{self.builder}/revisions/{revision_id}/build")
            if build["build_status"] in ENDED:
                return build
            time.sleep(TICK)
        raise AssertionError(f"no end of the build in {BUILD_SECONDS:.0f} s: {build}")

    def built(self, revision_id: str | None = None) -> str:
        """Wait for the build of a revision (the draft), which must succeed; its id."""
        wanted = revision_id or self.draft
        build = self.build_of(wanted)
        assert build["build_status"] == "succeeded", build["build_error"]
        return wanted

    def ready(self) -> Self:
        """Once its draft is built."""
        self.built()
        return self

    def save(self, *operations: dict[str, Any], base: str | None = None) -> dict[str, Any]:
        """Save operations on the draft; the new revision."""
        body = {"base_revision_id": base or self.draft, "operations": list(operations)}
        saved: dict[str, Any] = self.client.call("POST", f"{self.builder}/revisions", body, status=201)
        return saved

    def save_text(self, path: str, old: str, new: str) -> dict[str, Any]:
        """Save one replacement."""
        return self.save({"op": "edit_file", "path": path, "edits": [{"old": old, "new": new}]})

    def publish(self) -> dict[str, Any]:
        published: dict[str, Any] = self.client.call("POST", f"{self.path}/publish", status=200)
        return published

    def chat(self, message: str, *replies: Reply, **options: Any) -> Talk:
        """Send a message that the model answers with `replies`, and listen until the run has ended."""
        with self.talking(message, *replies, **options) as (talk, arriving):
            talk.chunks.extend(arriving)
        return talk

    @contextmanager
    def talking(self, message: str, *replies: Reply, **options: Any) -> Iterator[tuple[Talk, Iterator[Chunk]]]:
        """Send a message; its stream is open for the block, and cut at its end if anything is left.

        It begins a conversation of its own, so that tests that share a project do not go on with each other's work.
        """
        self.script.push(*replies, match=self.id)
        body = {"message": f"{message} ({self.id})", "new_conversation": "conversation_id" not in options, **options}
        with self.client.stream("POST", f"{self.builder}/chat/stream", body) as answer:
            arriving = chunks(answer)
            first = next(arriving)
            yield Talk(answer.headers["x-run-id"], [first]), arriving

    def replay(self, run_id: str, after: int = 0) -> list[Chunk]:
        """What the run's stream tells after `after`."""
        with self.client.stream("GET", f"{self.builder}/chat/{run_id}/stream?after={after}") as answer:
            return list(chunks(answer))


Make = Callable[..., Project]
"""Makes an app: of this pack, by this name."""

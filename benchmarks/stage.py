"""The embedded stack and a scripted model for a benchmark, and a client that waits without wasting time."""

import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

from devkit.node.toolchain import toolchain
from devkit.scripted_model.server import ScriptedModel, start_scripted
from local.openai_server.reply import Reply
from local.stack import LocalStack, tail
from shared.domain.agent.model_messages import ModelRequest

POLL_SECONDS = 0.03


@dataclass
class Stage:
    """A running stack; `client` is signed in."""

    stack: LocalStack
    model: ScriptedModel
    client: httpx.Client

    def make_app(self, template: str = "react") -> dict[str, Any]:
        """A new app whose first build has succeeded."""
        answer = self.client.post("/admin/apps", json={"name": f"Bench {template}", "template": template})
        answer.raise_for_status()
        app: dict[str, Any] = answer.json()
        self.wait_built(app["id"], app["draft_revision_id"])
        return app

    def save(self, app_id: str, base: str, operations: list[dict[str, Any]]) -> str:
        """The id of a new revision."""
        body = {"base_revision_id": base, "operations": operations}
        answer = self.client.post(f"/admin/apps/{app_id}/builder/revisions", json=body)
        answer.raise_for_status()
        return str(answer.json()["id"])

    def wait_built(
        self, app_id: str, revision_id: str, seconds: float = 120, look_every: float = POLL_SECONDS
    ) -> dict[str, Any]:
        """The finished build; an error when it did not succeed."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            build: dict[str, Any] = self.client.get(
                f"/admin/apps/{app_id}/builder/revisions/{revision_id}/build"
            ).json()
            if build["build_status"] == "succeeded":
                return build
            if build["build_status"] == "failed":
                raise RuntimeError(f"the build failed: {build['build_error']}")
            time.sleep(look_every)
        raise TimeoutError("the build did not end")


@contextmanager
def stage(
    env: Mapping[str, str] | None = None, respond: Callable[[ModelRequest], Reply] | None = None
) -> Iterator[Stage]:
    """A fresh stack in a temporary folder, over the installed toolchain; `env` is added to its environment."""
    with tempfile.TemporaryDirectory() as data, start_scripted(respond=respond) as model:
        Path(data, "toolchains").symlink_to(toolchain().node_modules.parents[1])
        with LocalStack(Path(data), model_url=model.url, env=env or {}) as stack:
            headers = {"Authorization": f"Bearer {stack.token('bench')}"}
            with httpx.Client(base_url=stack.api_url, headers=headers, timeout=120) as client:
                try:
                    yield Stage(stack, model, client)
                except BaseException:
                    print(tail(stack.output, 200), file=sys.stderr)
                    raise

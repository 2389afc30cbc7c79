"""What a person does with the product, over its public API: make an app, say things, wait, publish."""

import io
import json
import time
import zipfile
from collections.abc import Callable
from typing import Any

import httpx

from shared.domain.base import Files

Chunk = dict[str, Any]
BUILD_SECONDS = 180.0
_TICK = 0.1
_RECONNECTS = 5
_BEING_MADE = ("queued", "running", "pending")


class Infrastructure(Exception):
    """No fault of the model, nor of what the product decided: the trial is tried again, and never counts as passed."""


class ProductFailed(Infrastructure):
    """The product broke down. Once that may be anything's fault; each time it is its own."""


class NoEnd(Exception):
    """A run went on and on, and was cancelled; `run` is how it stood then."""

    def __init__(self, told: str, run: dict[str, Any] | None = None) -> None:
        super().__init__(told)
        self.run = run


class Refused(Exception):
    """The product said no, with a code."""

    def __init__(self, status: int, code: str, detail: str) -> None:
        super().__init__(f"{status} {code}: {detail}")
        self.status, self.code = status, code


class _Ear:
    """What was heard of one run: how far, how often it was cut, how long one still waits."""

    def __init__(self, heard: Callable[[Chunk], None], patience: float) -> None:
        self.run_id, self.last = "", 0
        self._heard, self._patience, self._cuts = heard, patience, 0
        self._until = time.monotonic() + patience

    def take(self, line: str) -> Chunk | None:
        """The chunk of a line of the stream; signs of life are none."""
        self._be_patient()
        if not line.startswith("data: {"):
            return None
        chunk: Chunk = json.loads(line[6:])
        self.last = max(self.last, chunk.get("seq", 0))
        self._heard(chunk)
        return chunk

    def cut(self, error: httpx.HTTPError) -> None:
        """The connection broke."""
        self._cuts += 1
        if not self.run_id or self._cuts > _RECONNECTS:
            raise Infrastructure(f"the stream was cut: {type(error).__name__}") from error

    def wait(self) -> None:
        """Between two streams of a run that has no end yet."""
        self._be_patient()
        time.sleep(_TICK)

    def _be_patient(self) -> None:
        if time.monotonic() > self._until:
            raise NoEnd(f"no end of run {self.run_id} in {self._patience:.1f} s")


class Person:
    """One signed-in person and the app they work on."""

    def __init__(self, api_url: str, token: str, *, patience: float = 1_800.0) -> None:
        headers = {"Authorization": f"Bearer {token}"}
        self._http = httpx.Client(base_url=api_url, headers=headers, timeout=60, trust_env=False)
        self._patience = patience
        self.app: dict[str, Any] = {}

    def close(self) -> None:
        """Hang up."""
        self._http.close()

    @property
    def app_id(self) -> str:
        """The app's id."""
        return str(self.app["id"])

    def call(self, method: str, path: str, body: Any = None, **options: Any) -> Any:
        """The JSON of an answer; Refused, or ProductFailed. Infrastructure when nothing answers."""
        try:
            answer = self._http.request(method, path, json=body, **options)
        except httpx.HTTPError as error:
            raise Infrastructure(f"{method} {path}: {type(error).__name__}") from error
        return _told(answer)

    def create(self, name: str, template: str) -> None:
        """A new app whose first build has ended."""
        self.app = self.call("POST", "/admin/apps", {"name": name, "template": template})
        self.built(self.app["draft_revision_id"])

    def bring(self, files: Files) -> None:
        """A new app from a project of one's own, vouched for."""
        buffer = io.BytesIO()
        with zipfile.ZipFile(buffer, "w") as archive:
            for path, content in sorted(files.items()):
                archive.writestr(path, content)
        headers = {"Content-Type": "application/zip"}
        self.app = self.call("POST", "/admin/apps/import", content=buffer.getvalue(), headers=headers)["app"]
        revision = self.app["draft_revision_id"]
        self.call("POST", f"/admin/apps/{self.app_id}/builder/confirm-source", {"revision_id": revision})
        self.built(revision)

    def built(self, revision: str) -> dict[str, Any]:
        """The build of a revision once it has ended, well or not."""
        until = time.monotonic() + BUILD_SECONDS
        while time.monotonic() < until:
            build: dict[str, Any] = self.call("GET", f"/admin/apps/{self.app_id}/builder/revisions/{revision}/build")
            if build["build_status"] not in _BEING_MADE:
                return build
            time.sleep(_TICK)
        raise ProductFailed(f"no end of the build of {revision} in {BUILD_SECONDS:.0f} s")

    def draft(self) -> str:
        """The revision that is worked on."""
        return str(self.call("GET", f"/admin/apps/{self.app_id}")["draft_revision_id"])

    def save(self, changed: Files, removed: list[str]) -> None:
        """Save files of one's own on the draft, and wait for its build."""
        operations: list[dict[str, Any]] = [{"op": "delete_file", "path": path} for path in removed]
        operations += [
            {"op": "upsert_file", "path": path, "content": content.decode()} for path, content in changed.items()
        ]
        body = {"base_revision_id": self.draft(), "operations": operations}
        self.built(self.call("POST", f"/admin/apps/{self.app_id}/builder/revisions", body)["id"])

    def say(self, message: str, heard: Callable[[Chunk], None]) -> dict[str, Any]:
        """Send a message, follow what happens to its end, answer what waits for a person; the run as it is then."""
        chat = f"/admin/apps/{self.app_id}/builder/chat"
        ear = _Ear(heard, self._patience)
        try:
            self._listen(ear, "POST", f"{chat}/stream", {"message": message, "autonomy": "full_auto"})
            while not (run := self.call("GET", f"/runs/{ear.run_id}"))["finished_at"]:
                ear.wait()
                self._listen(ear, "GET", f"{chat}/{ear.run_id}/stream?after={ear.last}")
        except NoEnd as error:
            self.call("POST", f"{chat}/{ear.run_id}/cancel")
            raise NoEnd(str(error), self.call("GET", f"/runs/{ear.run_id}")) from None
        return dict(run)

    def _listen(self, ear: "_Ear", method: str, path: str, body: Any = None) -> None:
        """To the end of one stream; a cut one is taken up again where it was."""
        try:
            with self._http.stream(method, path, json=body) as answer:
                if answer.status_code != 200:
                    answer.read()
                    _told(answer)
                ear.run_id = ear.run_id or answer.headers["x-run-id"]
                for line in answer.iter_lines():
                    if chunk := ear.take(line):
                        self._answer(ear.run_id, chunk)
        except httpx.HTTPError as error:
            ear.cut(error)

    def _answer(self, run_id: str, chunk: Chunk) -> None:
        """A person lets the agent work, and lets nothing be sent to others."""
        if chunk["type"] != "data-approval":
            return
        asked = chunk["data"]
        approval = "skip" if asked.get("request") else "approve"
        self.call("POST", f"/runs/{run_id}/advance", {"approval": approval, "step_id": asked["step_id"]})

    def files(self, revision: str) -> Files:
        """The text files of a revision."""
        base = f"/admin/apps/{self.app_id}/builder/revisions/{revision}/files"
        entries, cursor = [], None
        while True:
            page = self.call("GET", base, params={"cursor": cursor} if cursor else {})
            entries += [entry["path"] for entry in page["items"]]
            cursor = page["next_cursor"]
            if not cursor:
                break
        found = [self.call("GET", f"{base}/{path}") for path in entries]
        return {one["path"]: one["content"].encode() for one in found if one["encoding"] == "utf-8"}

    def publish(self) -> str:
        """The live address."""
        return str(self.call("POST", f"/admin/apps/{self.app_id}/publish")["live_url"])

    def run_command(self, command: str) -> dict[str, Any]:
        """What one of the project's own commands answers."""
        path = f"/projects/{self.app_id}/terminal/run"
        told: dict[str, Any] = self.call("POST", path, {"command": command})
        return told


def _told(answer: httpx.Response) -> Any:
    if answer.is_success:
        return answer.json() if answer.content else None
    is_problem = answer.headers.get("content-type") == "application/problem+json"
    problem = answer.json() if is_problem else {}
    code, detail = problem.get("code", ""), problem.get("detail", answer.text[:300])
    if answer.status_code >= 500 or answer.status_code == 429:
        raise ProductFailed(f"{answer.request.method} {answer.request.url.path}: {answer.status_code} {code} {detail}")
    raise Refused(answer.status_code, code, str(detail))

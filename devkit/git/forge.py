"""A forge's API for pull requests in one dict, in GitHub's words."""

import json
from typing import Any
from urllib.parse import parse_qs, urlsplit

from devkit.git.host import TOKEN, GitHandler, GitHost

_REPOSITORY = "/api/v1/repos/ann/shop"
_PLACE = f"{_REPOSITORY}/pulls"
Refusal = tuple[int, dict[str, Any], dict[str, str]]
LIMITED: Refusal = (403, {"message": "API rate limit exceeded for user ID 1."}, {"X_RateLimit_Remaining": "0"})


class FakeForge:
    """Of the host's one repository. `refusal` is the answer to the next requests of `refuses`, in place of its own."""

    def __init__(self, host: GitHost) -> None:
        self.host, self.token = host, TOKEN
        self.pulls: dict[int, dict[str, Any]] = {}
        self.asked: list[tuple[str, Any]] = []
        self.refusal: Refusal | None = None
        self.refuses: tuple[str, ...] = ("GET", "POST", "PATCH")
        self.statuses: list[dict[str, Any]] | None = []
        self.runs: list[dict[str, Any]] | None = None
        host.api = self.serve

    def open(self, branch: str, owner: str = "ann", **over: Any) -> dict[str, Any]:
        """One more."""
        number = len(self.pulls) + 1
        head = {"ref": branch, "repo": {"full_name": f"{owner}/shop"} if owner else None}
        made = {"number": number, "html_url": f"https://git.example.com/ann/shop/pulls/{number}", "state": "open"}
        self.pulls[number] = made | {"head": head} | over
        return self.pulls[number]

    def serve(self, request: GitHandler) -> bool:
        """Whether the request was for the API."""
        at = urlsplit(request.path)
        if not at.path.startswith("/api/"):
            return False
        said = json.loads(request.rfile.read(int(request.headers.get("Content-Length") or 0)) or b"null")
        self.asked.append((request.command, said))
        if self.refusal and request.command in self.refuses:
            status, body, headers = self.refusal
        elif request.headers["Authorization"] != f"Bearer {self.token}":
            status, body, headers = 401, {"message": "Bad credentials"}, {}
        elif at.path.startswith(f"{_REPOSITORY}/commits/"):
            status, body, headers = *self._checks(at.path.rpartition("/")[2]), {}
        elif not at.path.startswith(_PLACE):
            status, body, headers = 404, {"message": "Not Found"}, {}
        else:
            status, body = self._answer(request.command, at.path.removeprefix(_PLACE).strip("/"), at.query, said)
            headers = {}
        return request.answer(status, json.dumps(body).encode(), Content_Type="application/json", **headers)

    def _answer(self, method: str, number: str, query: str, said: Any) -> tuple[int, Any]:
        if method == "GET" and number:
            return (200, self._now(self.pulls[int(number)])) if int(number) in self.pulls else (404, {})
        if method == "GET":
            asked = {name: values[0] for name, values in parse_qs(query).items()}
            most, page = int(asked["limit"]), int(asked["page"])
            opened = [pull for pull in self.pulls.values() if pull["state"] == asked["state"]]
            return 200, opened[(page - 1) * most : page * most]
        if method == "PATCH":
            self.pulls[int(number)] |= said
            return 200, self.pulls[int(number)]
        return self._create(said)

    def _now(self, pull: dict[str, Any]) -> dict[str, Any]:
        """With the commit that its branch ends with."""
        found = self.host.git("for-each-ref", "--format=%(objectname)", f"refs/heads/{pull['head']['ref']}")
        base = {"ref": pull.get("base", "main"), "sha": "0" * 40}
        return {"title": "", "merged": False} | pull | {"head": pull["head"] | {"sha": found}, "base": base}

    def _checks(self, kind: str) -> tuple[int, Any]:
        """Statuses and runs are each hidden where they are None."""
        found = {"status": ("statuses", self.statuses), "check-runs": ("check_runs", self.runs)}[kind]
        return (404, {"message": "Not Found"}) if found[1] is None else (200, {found[0]: found[1]})

    def _create(self, said: Any) -> tuple[int, Any]:
        if any(pull["head"]["ref"] == said["head"] and pull["state"] == "open" for pull in self.pulls.values()):
            return _invalid(message=f"A pull request already exists for ann:{said['head']}.")
        heads = self.host.git("for-each-ref", "--format=%(refname:short) %(objectname)").split("\n")
        known = dict(line.split() for line in heads if line)
        if said["base"] not in known:
            return _invalid(field="base", code="invalid")
        if known.get(said["head"]) == known[said["base"]]:
            return _invalid(message=f"No commits between {said['base']} and {said['head']}")
        return 201, self.open(said["head"], title=said["title"], body=said["body"], base=said["base"])


def _invalid(**error: str) -> tuple[int, dict[str, Any]]:
    return 422, {"message": "Validation Failed", "errors": [{"resource": "PullRequest", **error}]}

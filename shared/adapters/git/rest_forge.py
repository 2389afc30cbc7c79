"""`Forge` over the JSON API that GitHub, Forgejo and Gitea share for pull requests."""

import json
import time
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import quote

from pydantic import TypeAdapter, ValidationError

from shared.adapters.git.forge_page import page_of_forge
from shared.adapters.git.rest_limits import require_no_limit
from shared.adapters.git.rest_shapes import MANY, NOW, ONE, RUNS, STATUSES, Pull
from shared.adapters.git.their_words import their_words
from shared.adapters.vetted_http import VettedHttp
from shared.domain.delivery.git_errors import GitNotFound, GitUnauthorized, GitUnavailable, PullRequestRefused
from shared.domain.delivery.proposal import Check, Proposal, PullRequest, PullRequestState
from shared.domain.json_weight import JSON_VALUES, holds_more_values
from shared.ports.outgoing import WireAnswer, WireMethod

_ANSWER_MOST = 4 * 1024 * 1024
_PAGE, _PAGES, _CHECKS = 50, 4, 100


class RestForge:
    """`name` is `owner/repository`. The token is in a header of each request and nowhere else."""

    def __init__(
        self, api_url: str, name: str, token: str, http: VettedHttp, now: Callable[[], float] = time.time
    ) -> None:
        self._place, self._name, self._api_url = f"{api_url}/repos/{quote(name)}", name, api_url
        self._token, self._http, self._now = token, http, now

    def find(self, branch: str) -> PullRequest | None:
        """GitHub looks for the branch itself; the others list all that are open."""
        head = quote(f"{self._name.partition('/')[0]}:{branch}", safe="")
        for page in range(1, _PAGES + 1):
            asked = f"/pulls?state=open&head={head}&per_page={_PAGE}&limit={_PAGE}&page={page}"
            pulls: list[Pull] = self._ask("GET", asked, MANY)
            for pull in pulls:
                if pull.head.ref == branch and self._is_own(pull):
                    return self._pull_request(pull)
            if len(pulls) < _PAGE:
                break
        return None

    def create(self, proposal: Proposal) -> PullRequest:
        said = {"title": proposal.title, "body": proposal.body, "head": proposal.branch, "base": proposal.base}
        return self._pull_request(self._ask("POST", "/pulls", ONE, said))

    def update(self, number: int, proposal: Proposal) -> PullRequest:
        said = {"title": proposal.title, "body": proposal.body}
        return self._pull_request(self._ask("PATCH", f"/pulls/{number}", ONE, said))

    def read(self, number: int) -> PullRequestState:
        found: PullRequestState = self._ask("GET", f"/pulls/{number}", NOW).shown()
        checks = self._checks(found.commit) if found.commit else None
        return found.model_copy(update={"url": self._page(found.url), "checks": checks})

    def _checks(self, commit: str) -> list[Check] | None:
        """Statuses on all forges, runs on GitHub; None where the token may see neither."""
        place = f"/commits/{quote(commit, safe='')}"
        found = [
            self._seen(f"{place}/{kind}?per_page={_CHECKS}&limit={_CHECKS}", shape)
            for kind, shape in (("status", STATUSES), ("check-runs", RUNS))
        ]
        lists = [part.shown() for part in found if part is not None]
        return [check for checks in lists for check in checks][:_CHECKS] if lists else None

    def _seen(self, rest: str, kind: TypeAdapter[Any]) -> Any:
        """None where the token may not see it, or the forge has no such thing."""
        try:
            return self._ask("GET", rest, kind)
        except (GitUnauthorized, GitNotFound):
            return None

    def _is_own(self, pull: Pull) -> bool:
        return pull.head.repo is not None and pull.head.repo.full_name.lower() == self._name.lower()

    def _pull_request(self, pull: Pull) -> PullRequest:
        return PullRequest(pull.number, self._page(pull.html_url))

    def _page(self, url: str) -> str:
        page = page_of_forge(url, self._api_url)
        if page is None:
            raise GitUnavailable("The forge gives the pull request no address of its own.")
        return page

    def _ask(self, method: WireMethod, rest: str, kind: TypeAdapter[Any], said: Mapping[str, str] | None = None) -> Any:
        headers = {"Authorization": f"Bearer {self._token}", "Accept": "application/json"}
        body = None if said is None else json.dumps(said).encode()
        sent = headers if body is None else headers | {"Content-Type": "application/json"}
        answer = self._http.send(method, self._place + rest, sent, body, _ANSWER_MOST)[1]
        self._require_done(answer)
        if _is_too_much(answer.body):
            raise GitUnavailable("The forge's API answers with more than is read.")
        try:
            # A forge that repeats the token would have it shown to everybody who sees the pull request.
            return kind.validate_json(answer.body.replace(self._token.encode(), b"token"))
        except ValidationError:
            raise GitUnavailable("The forge's API does not answer as one does. Is `api_url` right?") from None

    def _require_done(self, answer: WireAnswer) -> None:
        require_no_limit(answer, self._now())
        match answer.status:
            case 200 | 201:
                return
            case 401 | 403:
                raise GitUnauthorized("The forge refuses the token: it is wrong or allows too little.")
            case 404 | 410 | 301 | 302 | 307 | 308:
                raise GitNotFound("The forge has no such repository there, or the token may not see it.")
            case 409 | 422:
                said = their_words(_words(answer.body), [self._token])
                raise PullRequestRefused(f"The forge did not take the pull request: {said}")
            case other:
                raise GitUnavailable(f"The forge answered with status {other}.")


def _is_too_much(body: bytes) -> bool:
    """Whether reading it, and saying what is wrong with each of its values, would take far more than its bytes."""
    return holds_more_values(body.decode("latin-1"), JSON_VALUES)


def _words(body: bytes) -> str:
    """`message` and what is below `errors`, whatever its shape."""
    if _is_too_much(body):
        return ""
    try:
        said = json.loads(body)
    except (ValueError, RecursionError):
        return ""
    if not isinstance(said, dict):
        return ""
    errors = said.get("errors")
    found = [said.get("message"), *map(_error, errors if isinstance(errors, list) else [])]
    return ". ".join(part for part in found if isinstance(part, str) and part)


def _error(error: Any) -> Any:
    """GitHub's has a message, or only names a field."""
    if not isinstance(error, dict):
        return error
    return error.get("message") or f"{error.get('field')}: {error.get('code')}"

"""A look never decides: what only reads, shows, explains or checks leaves every stored decision byte-equal."""

import itertools
from typing import Any

import pytest

from devkit.api.api import Api
from devkit.api.estate import Estate
from devkit.api.routes import CASES, Route
from shared.domain.diffs.diff_status import DiffStatus

POSTED: frozenset[Route] = frozenset(
    (
        ("POST", "/admin/apps/{app_id}/builder/preview-token"),
        ("POST", "/admin/apps/{app_id}/builder/explain"),
        ("POST", "/admin/apps/{app_id}/builder/validate"),
        ("POST", "/admin/apps/{app_id}/builder/readiness"),
        ("POST", "/admin/apps/{app_id}/builder/revisions/{revision_id}/picture"),
        ("POST", "/blueprints/{blueprint_id}/compare_to_parent"),
        ("POST", "/diffs/{diff_id}/refine-message"),
        ("POST", "/git/{app_id}.git/git-upload-pack"),
        ("POST", "/projects/{project_id}/intents"),
        ("POST", "/projects/{project_id}/search"),
        ("POST", "/projects/{project_id}/search/docs"),
        ("POST", "/projects/{project_id}/search/messages"),
        ("POST", "/search/docs"),
        ("POST", "/search/messages"),
    )
)
"""What is posted only to look."""
DECIDES = {
    # proposals
    ("POST", "/diffs/{diff_id}/review"), ("POST", "/diffs/{diff_id}/commit"), ("POST", "/diffs/{diff_id}/rebase"),
    ("POST", "/diffs/{diff_id}/discard"),
    # runs, their steps and approvals
    ("POST", "/runs/{run_id}/advance"), ("POST", "/runs/{run_id}/rollback"), ("POST", "/runs/{run_id}/resume"),
    ("POST", "/projects/{project_id}/runs"), ("POST", "/projects/{project_id}/autopilot"),
    # plans, their nodes and questions
    ("POST", "/blueprints/{blueprint_id}/proposal/apply"), ("POST", "/blueprints/{blueprint_id}/proposal/discard"),
    ("PATCH", "/plan_nodes/{node_id}"), ("PATCH", "/blueprints/{blueprint_id}"), ("PATCH", "/tasks/{task_id}"),
}  # fmt: skip
"""Actions that change the state of a proposal, a run or a plan: none of them may be called a look."""
CHOICE = {"decision": "approve", "files": [{"path": "src/new.ts", "decision": "reject"}]}
LOOKS = [route for route in CASES if (route[0] == "GET" and not CASES[route].endless) or route in POSTED]


DERIVED = ("BUILD", "REV#", "SNAPSHOT")
"""Builds and pictures that a look asks for, where a revision notes them, and what is computed from the rest."""


def decisions(api: Api) -> dict[Any, Any]:
    """All rows of proposals, runs, turns, plans, tasks and apps."""
    return {key: row for key, row in api.world.stored().items() if not any(word in "".join(key) for word in DERIVED)}


@pytest.fixture
def estate(api: Api) -> Estate:
    return Estate(api)


def test_no_look_is_an_action_that_decides() -> None:
    assert not set(LOOKS) & DECIDES and set(CASES) >= DECIDES


@pytest.mark.parametrize("route", LOOKS, ids=" ".join)
def test_a_look_leaves_every_decision_as_it_was(route: Route, estate: Estate, api: Api) -> None:
    before = decisions(api)
    for _ in range(2):
        answer = estate.ask(api.client, route)
        assert answer.status_code < 500, answer.text
    assert decisions(api) == before


SIGHTS: dict[str, tuple[str, Any]] = {
    "the page of all of it": ("/admin/apps/{app}/builder/preview-token", {"diff_id": "{diff}"}),
    "the page of a part": ("/admin/apps/{app}/builder/preview-token", {"diff_id": "{diff}", "review": CHOICE}),
    "the page of nothing": (
        "/admin/apps/{app}/builder/preview-token", {"diff_id": "{diff}", "review": {"decision": "reject"}}
    ),
    "words about all of it": ("/diffs/{diff}/refine-message", {"style": "plain"}),
    "words about a part": ("/diffs/{diff}/refine-message", {"style": "plain", "review": CHOICE}),
    "its explanation": ("/admin/apps/{app}/builder/explain", {"diff_id": "{diff}"}),
}  # fmt: skip


@pytest.mark.parametrize(("sight", "status"), [*itertools.product(SIGHTS, DiffStatus)])
def test_a_proposal_in_any_state_is_looked_at_and_stays_in_it(
    sight: str, status: DiffStatus, estate: Estate, api: Api
) -> None:
    diff = api.world.diffs.find(estate.tenant_id, estate.names["diff_id"])
    api.world.diffs.update(diff.model_copy(update={"status": status}))
    path, body = SIGHTS[sight]
    before = decisions(api)
    answer = api.client.post(
        path.format(app=diff.app_id, diff=diff.id),
        json={name: diff.id if value == "{diff}" else value for name, value in body.items()},
    )
    assert answer.status_code < 500, answer.text
    assert decisions(api) == before

"""The smoke check as a person runs it against a running stack; the demonstration's own rules answer for the model."""

import os
import shutil
import subprocess
import sys

import pytest

from devkit.scripted_model.server import ScriptedModel
from devkit.stack.client import Client, visit_site
from infra.check_deployment import Waiting, check_deployment
from local.offline_model.author import author
from local.stack import LocalStack
from qa.runs_autopilot_probe import GREETING
from tests.e2e.test_worker_tools import BROWSERS
from toolchain.http import Api
from toolchain.repository import REPOSITORY

PLANNING = "build plan"
"""Words of every question that is asked while a document becomes a plan and tasks."""


def app_ids(client: Client) -> set[str]:
    """Of all apps; what an earlier test left at work may change them meanwhile."""
    return {one["id"] for one in client.call("GET", "/admin/apps?limit=100")["items"]}


def test_both_probes_come_out_and_leave_nothing(stack: LocalStack, client: Client, model: ScriptedModel) -> None:
    for words in (PLANNING, GREETING):
        model.script.answer(author, match=words)
    before = app_ids(client)
    done = subprocess.run(
        [sys.executable, "-m", "qa.run_smoke"], cwd=REPOSITORY, capture_output=True, text=True, check=False,
        env=os.environ | {"SMOKE_URL": stack.api_url, "SMOKE_TOKEN": stack.token()},
    )  # fmt: skip
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    *steps, last = done.stdout.splitlines()
    assert [line.split()[:2] for line in steps] == [["ok", "blueprints_probe:"]] * 4 + [
        ["ok", "runs_autopilot_probe:"]
    ] * 5
    assert (
        last == "2 of 2 probes came out" and "planned > running > awaiting_approval > running > completed" in steps[6]
    )
    assert app_ids(client) == before


@pytest.mark.skipif(not any(map(shutil.which, BROWSERS)), reason="no browser on this machine")
def test_one_of_everything_works_and_nothing_is_left(stack: LocalStack, client: Client) -> None:
    said: list[str] = []
    token = stack.token(tenant="deployment-check")

    def fetch(address: str) -> bytes | None:
        answer = visit_site(address)
        return answer.content if answer.status_code == 200 else None

    assert check_deployment(Api(stack.api_url, token), said.append, waits=Waiting(poll_seconds=0.1), fetch=fetch), said
    assert [line.split()[0] for line in said] == ["health", "build", "page", "stream", "publish"]
    assert fetch(said[-1].split()[1]) is None
    with Client(stack.api_url, token) as visitor:
        assert visitor.call("GET", "/admin/apps")["items"] == []

"""The smoke check as a person runs it against a running stack; the demonstration's own rules answer for the model."""

import os
import subprocess
import sys

import pytest

from devkit.scripted_model.server import ScriptedModel
from devkit.stack.client import Client
from local.offline_model.author import author
from local.stack import LocalStack
from qa.runs_autopilot_probe import GREETING
from toolchain.repository import REPOSITORY

pytestmark = pytest.mark.e2e
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

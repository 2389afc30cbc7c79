"""Writes of a run that has a task are held against the plan before they run; the step has what was found."""

import json
from typing import Any

import pytest

from devkit.fakes.model import Reply, calls
from devkit.fakes.samples import SAMPLE_FILES
from devkit.pilot import Pilot, builder, finish, write
from shared.domain.agent.model_messages import ModelRequest
from shared.domain.brain.alignment import Alignment
from shared.services.agent.checks.align_calls import missed_words

ADD = "Add to cart"
CHECK: dict[str, Any] = {
    "title": "A cart has what was put in",
    "steps": [{"do": "open", "path": "/"}, {"do": "click", "role": "button", "name": ADD}],
    "expect": [{"text": "1 article"}, {"text": "Empty", "count": 0}],
}
PATH = "tests/acceptance/cart.json"
FILES = SAMPLE_FILES | {
    PATH: json.dumps(CHECK).encode(),
    "src/cart.ts": f'export const label = "{ADD}", said = "1 article", empty = "Empty";\n'.encode(),
}


def aligned(path: str, text: str) -> Alignment:
    """What is found of the one write of a task that expects this file."""

    def respond(request: ModelRequest) -> Reply:
        return calls(write(path, text), finish("Done.")) if request.tools else builder(request)

    pilot = Pilot({"first": (path, ())}, respond=respond)
    pilot.world.add_revision(pilot.app, FILES)
    pilot.tick()
    pilot.lay_out()
    pilot.tick()
    pilot.work()
    (run,) = pilot.world.runs.list(pilot.app.tenant_id, pilot.app_id, limit=2).items
    steps = [step for one in pilot.world.runs.iterations(run.tenant_id, run.id) for step in one.steps]
    (found,) = [step.alignment for step in steps if step.tool == "write_file"][:1]
    assert found is not None
    return found


def test_a_write_that_takes_away_what_an_earlier_check_needs_is_risky_before_it_runs() -> None:
    found = aligned("src/cart.ts", 'export const label = "Buy", said = "1 article";\n')
    assert (found.status, found.judged_by) == ("risky", "rules")
    assert f'"{ADD}" (A cart has what was put in)' in found.reasons and "1 article" not in found.reasons


def test_a_write_that_rewrites_an_earlier_check_is_risky() -> None:
    found = aligned(PATH, json.dumps(CHECK | {"expect": [{"text": "Anything"}]}))
    assert (
        found.status == "risky" and "changes an earlier acceptance check: A cart has what was put in" in found.reasons
    )


def test_a_write_that_keeps_it_is_aligned() -> None:
    found = aligned("src/cart.ts", f'export const label = "{ADD}", said = "1 article", more = 1;\n')
    assert (found.status, found.reasons) == ("aligned", "")


@pytest.mark.parametrize(("after", "missed"), [
    ({}, []),
    ({"src/cart.ts": b""}, [ADD, "1 article"]),
    ({"src/cart.ts": b"", "src/other.ts": ADD.encode() + b"1 article"}, []),
    ({"src/cart.ts": b"", PATH: b"{"}, []),
    ({"src/cart.ts": b"\xff\xfe", "tests/cart.test.ts": ADD.encode()}, [ADD, "1 article"]),
])  # fmt: skip
def test_what_is_gone_from_all_sources_is_missed(after: dict[str, bytes], missed: list[str]) -> None:
    found = list(missed_words([*after], FILES, FILES | after))
    assert [one.split(" (")[0].strip('"') for one in found] == missed

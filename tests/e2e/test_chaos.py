"""Runs at once, their function killed again and again: each ends, whole, within its caps.

Half of the scenarios as a rule, all eight in `make test-deep`. `CHAOS_SEED` chooses another seed.
"""

import os
import random
import sys
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

import pytest

from devkit.fakes.tool_calls import write
from devkit.scripted_model.server import ScriptedModel
from devkit.stack.client import Chunk, chunks
from devkit.stack.project import Make, Project
from local.openai_server.reply import Call, Reply, calls, say
from local.stack import LocalStack
from tests.support.chaos.reaper import reaping
from tests.support.depth import depth, sampled

pytestmark = sampled
KILLS = depth(5, 8)
RIDE_SECONDS = 300
_ENDINGS = {"completed", "cancelled", "failed", "interrupted"}
_CODES = {None, "CANCELLED", "STUCK", "BUDGET_EXCEEDED", "INTERNAL", "MODEL_UNAVAILABLE"}
_BOUNDS = {"model_calls": 12, "tokens": 100_000, "dollars": 0.5}
DONE = {"summary": "Done.", "rationale": None, "assumptions": None}
FINISH = Call(name="finish", arguments=DONE)
LIST = Call(name="list_files", arguments={})


WORDS = tuple(f"word {number} " for number in range(12))
AT_LENGTH = tuple(f"word {number} " for number in range(200))
FOR_A_MINUTE = AT_LENGTH * 3
MADE = calls(write("export const note = 1;\n"), FINISH, text=WORDS, delay=0.15)
BROKEN = calls(write('import "./nowhere-to-be-found";\nexport {};\n'), FINISH, text=WORDS, delay=0.1)
GARBLED = calls(Call(name="write_file", arguments='{"path": "src/no'), Call(name="sudo", arguments="{}"), LIST)

Act = Callable[["Ride"], None]


@dataclass(frozen=True)
class Scenario:
    """The model's answers (the last for ever), what the message asks, and what its sender does after some words."""

    replies: tuple[Reply, ...]
    ends: frozenset[str] = frozenset({"completed"})
    options: dict[str, Any] = field(default_factory=dict)
    act: Act = lambda ride: None


@dataclass
class Ride:
    """One scenario on an app of its own, heard by a client that is cut off again and again."""

    project: Project
    scenario: Scenario
    dice: random.Random
    run_id: str = ""
    seen: list[Chunk] = field(default_factory=list)

    @property
    def path(self) -> str:
        return f"{self.project.builder}/chat/{self.run_id}"

    def run(self) -> dict[str, Any]:
        found: dict[str, Any] = self.project.client.call("GET", f"/runs/{self.run_id}")
        return found

    def ride(self) -> None:
        """From the message to the terminal `data-done`."""
        script, body = self.project.script, {"message": f"Go ({self.project.id})", "budget": _BOUNDS}
        script.push(*self.scenario.replies, match=self.project.id, repeat=True)
        with self.project.client.stream(
            "POST", f"{self.project.builder}/chat/stream", body | self.scenario.options
        ) as it:
            self.run_id = it.headers["x-run-id"]
            self._hear(it, self.dice.randint(3, 12))
        self.scenario.act(self)
        until = time.monotonic() + RIDE_SECONDS
        while not self._is_over() and time.monotonic() < until:
            self._resume()
        assert self._is_over(), f"no end in {RIDE_SECONDS} s: {self.run()}"

    def _resume(self) -> None:
        """Go on after the last number seen, for a while; answer when the run waits."""
        with self.project.client.stream("GET", f"{self.path}/stream?after={self._last}") as answer:
            if answer.status_code == 200:
                self._hear(answer, self.dice.randint(1, 60))
        if self.run()["status"] == "awaiting_approval":
            self.project.client.http.post(f"/runs/{self.run_id}/advance", json={"approval": "approve"})
        time.sleep(0.05)

    def _hear(self, answer: Any, most: int) -> None:
        for count, chunk in enumerate(chunks(answer), 1):
            self.seen.append(chunk)
            if count == most:
                return

    def _is_over(self) -> bool:
        ended = any(chunk["type"] == "data-done" and chunk["data"]["status"] in _ENDINGS for chunk in self.seen)
        return ended and self.seen[-1]["type"] == "finish"

    @property
    def _last(self) -> int:
        return int(self.seen[-1]["seq"]) if self.seen else 0


def cancel(ride: Ride) -> None:
    ride.project.client.call("POST", f"{ride.path}/cancel")


def post_too(ride: Ride) -> None:
    """A second client: refused while the first one's run is at work."""
    body = {"message": f"Me too ({ride.project.id})"}
    status, code, _ = ride.project.client.problem("POST", f"{ride.project.builder}/chat/stream", body)
    assert (status, code) == (409, "RUN_ACTIVE")


SCENARIOS = {
    "a change": Scenario((MADE,)),
    "a broken build": Scenario((BROKEN, MADE)),
    "a cut stream": Scenario((MADE.model_copy(update={"cut_after": 6}), MADE)),
    "rate limited, garbled, unknown": Scenario((Reply(status=429, retry_after="0.2"), GARBLED, MADE)),
    "fifty identical calls": Scenario((calls(*[LIST] * 50, text=WORDS, delay=0.01),), frozenset({"failed"})),
    "cancelled": Scenario(
        (calls(write("export const note = 1;\n"), FINISH, text=FOR_A_MINUTE, delay=0.1),),
        frozenset({"cancelled"}),
        act=cancel,
    ),
    "asked first": Scenario((MADE,), options={"autonomy": "semi_auto"}),
    "two clients, never done": Scenario(
        (calls(LIST, text=AT_LENGTH, delay=0.1), say(*AT_LENGTH, delay=0.1)), options={"review": "before"}, act=post_too
    ),
}


CHOSEN = tuple(SCENARIOS)[:: depth(2, 1)]


@pytest.fixture(scope="module")
def seed() -> str:
    chosen = os.environ.get("CHAOS_SEED") or "usual"
    sys.stdout.write(f"CHAOS_SEED={chosen}\n")  # pytest shows it with a failure
    return chosen


@pytest.fixture(scope="module")
def rides(
    stack: LocalStack, make: Make, model: ScriptedModel, seed: str, pytestconfig: pytest.Config
) -> dict[str, Ride]:
    """Every scenario, ridden to its end, all at once, under fire."""
    model.script.reset()
    projects = {name: make("vanilla", name) for name in CHOSEN}
    for project in projects.values():
        project.built()
    made = {name: Ride(projects[name], SCENARIOS[name], dice(f"{seed} {name}")) for name in CHOSEN}
    started = time.monotonic()
    with reaping(stack, "agent_step", dice(seed), KILLS) as reaper, ThreadPoolExecutor(len(made)) as pool:
        for ridden in [pool.submit(ride.ride) for ride in made.values()]:
            ridden.result(timeout=RIDE_SECONDS + 100)
    line = (
        f"chaos seed {seed}: {reaper.kills} kills of agent_step, {len(made)} runs in {time.monotonic() - started:.1f} s"
    )
    with pytestconfig.pluginmanager.getplugin("capturemanager").global_and_fixture_disabled():
        sys.stdout.write(f"\n{line}\n")
    assert reaper.kills > 0
    return made


def dice(seed: str) -> random.Random:
    return random.Random(seed)  # noqa: S311  # chance that can be repeated, not a secret


@pytest.mark.parametrize("name", CHOSEN)
def test_a_run_under_fire_ends_as_it_may(rides: dict[str, Ride], name: str, seed: str) -> None:
    run = rides[name].run()
    assert run["failure_code"] in _CODES, (seed, run)
    assert run["status"] in SCENARIOS[name].ends or run["failure_code"] == "INTERNAL", (seed, run)
    assert run["result"]["status"] == run["status"]
    assert rides[name].project.state()["active_run"] is None


@pytest.mark.parametrize("name", CHOSEN)
def test_no_event_is_missing_or_doubled(rides: dict[str, Ride], name: str, seed: str) -> None:
    ride = rides[name]
    events = ride.project.replay(ride.run_id)
    assert ride.seen == events, seed
    assert [chunk["seq"] for chunk in events] == list(range(1, len(events) + 1)), seed
    ends = [chunk["data"]["status"] for chunk in events if chunk["type"] == "data-done"]
    assert [end for end in ends if end in _ENDINGS] == ends[-1:] and events[-1]["type"] == "finish", seed
    kinds = Counter(chunk["type"] for chunk in events)
    assert kinds["start-step"] == kinds["finish-step"] and kinds["text-start"] == kinds["text-end"], (seed, kinds)
    started = Counter(chunk["toolCallId"] for chunk in events if chunk["type"] == "tool-input-start")
    answered = {chunk["toolCallId"] for chunk in events if chunk["type"].startswith("tool-output-")}
    assert set(started.values()) <= {1} and set(started) == answered, seed


@pytest.mark.parametrize("name", CHOSEN)
def test_no_tree_is_half_applied(rides: dict[str, Ride], name: str, seed: str) -> None:
    """The draft is the first revision, or one more: the run's, built green."""
    ride, run = rides[name], rides[name].run()
    client, project = ride.project.client, ride.project
    revisions = client.call("GET", f"{project.builder}/revisions")["items"]
    assert len(revisions) == 1 + (run["revision_id"] is not None), seed
    if run["revision_id"] is not None:
        assert run["revision_id"] == project.draft and run["status"] == "completed", (seed, run)
        assert project.revision(project.draft)["build_status"] == "succeeded", seed
        assert project.file("src/note.ts") == "export const note = 1;\n", seed
    elif run["candidate_tree"] != run["base_tree"]:
        assert run["diff_id"] is not None, (seed, run)


@pytest.mark.parametrize("name", CHOSEN)
def test_no_money_is_spent_past_the_cap_and_the_record_agrees(rides: dict[str, Ride], name: str, seed: str) -> None:
    ride, run = rides[name], rides[name].run()
    used = run["usage"]
    assert used["model_calls"] <= _BOUNDS["model_calls"] and used["counted_usd"] <= _BOUNDS["dollars"], (seed, used)
    assert used["total_tokens"] <= _BOUNDS["tokens"], (seed, used)
    steps = Counter(step["id"] for step in run["steps"])
    assert set(steps.values()) <= {1}, seed
    (turn,) = ride.project.client.call("GET", f"{ride.project.builder}/conversations")["items"]
    assert (turn["run_id"], turn["failure_code"], turn["usage"]) == (run["id"], run["failure_code"], used), seed


def test_afterwards_every_app_can_be_worked_on(rides: dict[str, Ride], model: ScriptedModel) -> None:
    model.script.reset()
    for ride in rides.values():
        assert ride.project.chat("And now?", say("All is well.")).done["status"] == "completed"

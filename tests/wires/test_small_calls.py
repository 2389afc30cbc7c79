"""Calls outside of the agent's loop over HTTP with a model of 8,000 tokens: each fits, or says what to do."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import pytest

from devkit.api.review import BASE, propose
from devkit.fakes.model import Call, FakeModel, Reply, calls, say
from devkit.fakes.samples import TENANT
from devkit.fakes.world import World
from devkit.scripted_model.server import start_scripted
from devkit.specification.reading import Reading
from devkit.specification.scripted_reader import ScriptedReader
from devkit.specification.specification import Shape, make_specification
from shared.adapters.openai.model import OpenAIModel
from shared.adapters.openai.retry import RetryPolicy
from shared.adapters.openai.settings import ModelSettings
from shared.domain.agent.model_messages import ModelRequest, UserMessage
from shared.domain.autopilot.intent import IntentTask
from shared.domain.brain import summary_task
from shared.domain.brain.alignment_task import INSTRUCTIONS as ALIGNMENT
from shared.domain.planning.words import JobStatus
from shared.domain.runs.message_task import MessageTask
from shared.services.agent.model.write_message import INSTRUCTIONS as MESSAGE
from shared.services.agent.model.write_message import write_message
from shared.services.autopilot.read_intent import read_intent
from shared.services.planning.ingest.read_leaf import INSTRUCTIONS as READING
from tests.functions.api.planning.test_proposals import Desk as Proposals
from tests.functions.api.planning.test_readings import QUOTES, task
from tests.shared.services.agent.checks.test_align_calls import Planned, verdict
from tests.shared.services.agent.context.test_summarise import SUMMARY, Talk
from tests.shared.services.planning.test_reading import Desk, quotes_of

WINDOW = 8_000
WORDS = {
    "vllm": "This model's maximum context length is {limit} tokens. However, you requested {total} tokens ({asked} in "
    "the messages, {answer} in the completion). Please reduce the length of the messages or completion.",
    "ollama": "the input length exceeds the context length",
}
Respond = Callable[[ModelRequest], Reply]


@dataclass
class Small:
    """A server that counts a token for four characters, and refuses what does not fit with the answer asked for."""

    respond: Respond
    limit: int = WINDOW
    words: str = "vllm"
    requests: list[ModelRequest] = field(default_factory=list)
    refused: int = 0

    def answer(self, request: ModelRequest) -> Reply:
        said = sum(len(item.model_dump_json()) for item in (*request.items, *request.tools))
        asked, most = (len(request.instructions) + said) // 4, request.max_output_tokens or 0
        if asked + most > self.limit:
            self.refused += 1
            numbers = {"limit": self.limit, "total": asked + most, "asked": asked, "answer": most}
            return Reply(status=400, error_code="400", error_message=WORDS[self.words].format(**numbers))
        self.requests.append(request)
        return cut(self.respond(request), most * 4)

    def asked(self, instructions: str) -> list[str]:
        found = [one for one in self.requests if one.instructions == instructions]
        return ["\n".join(item.content for item in one.items if isinstance(item, UserMessage)) for one in found]


def cut(reply: Reply, most: int) -> Reply:
    text = "".join(reply.text)
    return reply.model_copy(update={"text": (text[:most],), "finish": "length"}) if 0 < most < len(text) else reply


@contextmanager
def served(server: Small) -> Iterator[OpenAIModel]:
    with start_scripted(respond=server.answer) as running:
        model = OpenAIModel(ModelSettings(base_url=running.url, wire="chat"), RetryPolicy(2, base=0.01))
        try:
            yield model
        finally:
            model.close()


@pytest.mark.parametrize("words", WORDS)
def test_a_long_conversation_is_summarised_with_the_beginning_of_each_turn(words: str) -> None:
    talk = Talk()
    server = Small(talk._respond, limit=4_096, words=words)
    with served(server) as model:
        talk.loop.model = model  # type: ignore[assignment]  # the real client
        for number in range(12):
            talk.loop.world.clock.advance(60)
            wish = f"Wish {number}: " + "a longer word about it " * 100
            talk.runs.append(talk.loop.play(wish, app_id=talk.app_id))
    assert {run.status for run in talk.runs} == {"completed"}
    assert talk.summary is not None and (talk.summary.short_summary, talk.summary.turns) == (
        SUMMARY["short_summary"],
        11,
    )
    (asked,) = server.asked(summary_task.INSTRUCTIONS)
    assert all(f"Wish {number}: a longer" in asked for number in range(11)) and "left out" in asked


@pytest.mark.parametrize("words", WORDS)
def test_a_long_change_is_held_against_the_plan(words: str) -> None:
    content = "export const part = { name: 'a', size: 1 };\n" * 2_000
    write = Call(name="write_file", arguments={"path": "src/cart.ts", "content": content})
    finish = Call(name="finish", arguments={"summary": "Done.", "rationale": None, "assumptions": None})
    planned = Planned(calls(write, finish), judge=verdict("risky", reason="Too much."))
    server = Small(planned._respond, words=words)
    with served(server) as model:
        planned.loop.model = model  # type: ignore[assignment]  # the real client
        run = planned.play()
    assert run.status == "completed"
    (asked,) = server.asked(ALIGNMENT)
    assert "left out" in asked


@pytest.mark.parametrize("words", WORDS)
def test_the_message_of_a_long_change_is_written(words: str) -> None:
    world = World()
    app, _ = world.make_app(BASE)
    long = {f"src/part{number}.ts": b"export const part = { name: 'a' };\n" * 400 for number in range(9)}
    diff = propose(world, app, {**BASE, **long})
    server = Small(lambda request: say("Add the parts"), limit=5_000, words=words)
    task = MessageTask(tenant_id=TENANT, diff_id=diff.id, instructions="Shortly", style="plain")
    with served(server) as model:
        written = write_message(task, ports=world.loop_ports(), model=model, default_model="fake")
    assert (written.message, written.why) == ("Add the parts", None)
    (asked,) = server.asked(MESSAGE)
    assert "left out" in asked and "<wish>\nShortly\n</wish>" in asked


def test_a_window_too_small_for_a_message_says_so_and_what_to_do() -> None:
    world = World()
    app, _ = world.make_app(BASE)
    diff = propose(world, app, {**BASE, "src/a.ts": b"export {};\n" * 100})
    task = MessageTask(tenant_id=TENANT, diff_id=diff.id, instructions="Shortly", style="plain")
    with served(Small(lambda request: say("no"), limit=300)) as model:
        written = write_message(task, ports=world.loop_ports(), model=model, default_model="fake")
    assert written.message is None and "about 300 tokens" in (written.why or "") and "--ctx-size" in (written.why or "")


def test_a_server_that_was_started_with_a_larger_window_is_asked_again() -> None:
    world = World()
    app, _ = world.make_app(BASE)
    diff = propose(world, app, {**BASE, "src/a.ts": b"export {};\n" * 100})
    task = MessageTask(tenant_id=TENANT, diff_id=diff.id, instructions="Shortly", style="plain")
    server = Small(lambda request: say("Add a"), limit=300)
    with served(server) as model:
        for limit, message in ((300, None), (WINDOW, "Add a")):
            server.limit = limit
            written = write_message(task, ports=world.loop_ports(), model=model, default_model="fake")
            assert written.message == message


@pytest.mark.parametrize("words", WORDS)
def test_the_intent_of_a_long_message_is_read(words: str) -> None:
    world = World()
    app, _ = world.make_app()
    answer = json.dumps({"intent": "START_BUILD", "confidence": 0.9, "notes": ""})
    task = IntentTask(tenant_id=TENANT, app_id=app.id, message="Build it. " + "word " * 5_000)
    with served(Small(lambda request: say(answer), limit=1_500, words=words)) as model:
        intent = read_intent(task, ports=world.loop_ports(), model=model, default_model="fake")
    assert (intent.intent, intent.why) == ("START_BUILD", None)


@pytest.mark.parametrize("words", WORDS)
@pytest.mark.parametrize("limit", [WINDOW, 4_096])
def test_a_specification_is_read_in_smaller_parts_and_nothing_of_it_is_lost(limit: int, words: str) -> None:
    made = make_specification(Shape(words=6_000, phases=2, epics=2, features=2))
    large, small = Desk(World(), made.text), Desk(World(), made.text)
    known = large.read(FakeModel(respond=ScriptedReader(made).respond))
    server = Small(ScriptedReader(made).respond, limit=limit, words=words)
    with served(server) as model:
        job = small.read(model)  # type: ignore[arg-type]  # the real client
    assert (job.status, job.gaps) == (JobStatus.DONE, known.gaps), job.error_message
    assert quotes_of(small) == quotes_of(large)
    assert all("left out" not in asked for asked in server.asked(READING))


@pytest.mark.parametrize("words", WORDS)
@pytest.mark.parametrize("limit", [WINDOW, 4_096])
def test_tasks_are_written_and_changes_proposed(limit: int, words: str) -> None:
    planned = Proposals()
    long = "Returns pay the money back within a day. " * 180
    requests = {
        "tasks": (f"/plan_nodes/{planned.node('Returns')}/generate_tasks", {}),
        "plan": (f"/blueprints/{planned.id}/proposal", {"message": f"Returns first. {long}", "kind": "ADJUST_PLAN"}),
        "text": (f"/blueprints/{planned.id}/proposal", {"message": long, "kind": "UPDATE_REQUIREMENTS"}),
    }
    edit = {"old": QUOTES[2], "new": "Guests return goods.", "quote": "pay the money back within a day"}
    first = {"op": "put_before", "id": "n4", "before": "n1", "quote": "Returns first."}
    answers = {
        "tasks": {"tasks": [task("Pay it back", [])]}, "plan": {"operations": [first]}, "text": {"edits": [edit]},
    }  # fmt: skip
    for name, (address, body) in requests.items():
        started = planned.client.post(address, json=body)
        assert started.status_code == 202, started.text
        server = Small(lambda request, name=name: say(json.dumps(answers[name])), limit=limit, words=words)
        with served(server) as model:
            Reading(planned.world.loop_ports(), model).play(planned.world.workflows.readings[-1])
        assert len(server.requests) == 1, name
        if name != "tasks":
            assert planned.read()["status"] == "ready", planned.read()
            planned.decide("discard", round=planned.read()["round"])
    assert "Pay it back" in planned.tasks("Returns")


def test_a_window_too_small_to_read_anything_says_so_and_what_to_do() -> None:
    made = make_specification(Shape(words=3_000, phases=1, epics=1, features=2))
    desk = Desk(World(), made.text)
    server = Small(ScriptedReader(made).respond, limit=900)
    with served(server) as model:
        job = desk.read(model)  # type: ignore[arg-type]  # the real client
    assert job.status == JobStatus.ERROR
    assert "about 900 tokens" in (job.error_message or "") and "--ctx-size" in (job.error_message or "")
    assert len(server.requests) == 0 and server.refused <= 4, "what cannot fit is not asked again and again"

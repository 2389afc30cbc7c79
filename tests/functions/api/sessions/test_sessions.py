"""Projects, sessions and messages over HTTP, in the first seed's words."""

from typing import Any

import pytest

from devkit.api.api import Api, code
from devkit.api.plans import Planned
from devkit.fakes.model import Call, Reply, calls
from devkit.fakes.tool_calls import write
from devkit.loop import LoopDriver
from shared.domain.ids import new_id
from shared.domain.runs.run import Run

FINISH = Call(name="finish", arguments={"summary": "A note.", "rationale": None, "assumptions": None})


def verdict(decision: str, reasoning: str) -> Reply:
    said = {"decision": decision, "reasoning": reasoning, "commit_message": "Add a note"}
    return calls(Call(name="verdict", arguments=said))


class Stage:
    """A project with its session; what is sent is played to its end at once."""

    def __init__(self, *replies: Reply) -> None:
        self.loop = LoopDriver(list(replies))
        self.api = Api(self.loop.world)
        self.client = self.api.client
        self.app, _ = self.loop.world.make_app()
        self.session = self.open()

    def open(self, **body: Any) -> dict[str, Any]:
        answer = self.client.post(f"/projects/{self.app.id}/sessions", json=body)
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def open_of_node(self) -> dict[str, Any]:
        """The session of a new plan node."""
        node = Planned(self.api, self.app).node("Basket")
        return self.open(session_type="node", node_id=node.id)

    def send(self, message: str = "Add a note") -> Run:
        answer = self.client.post(f"/sessions/{self.session['id']}/messages", json={"prompt": message})
        assert answer.status_code == 202, answer.text
        return self.loop.follow(self.loop.world.runs.get("acme", answer.json()["run_id"]))

    def messages(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.client.get(f"/sessions/{self.session['id']}/messages").json()["items"]
        return found[::-1]


def test_a_session_is_the_same_one_every_time() -> None:
    stage = Stage()
    assert stage.open() == stage.session
    node = stage.open_of_node()
    assert node["openai_session_key"] == f"project_{stage.app.slug}_node_{node['node_id']}"
    assert stage.session["openai_session_key"] == f"project_{stage.app.slug}"
    assert stage.session["conversations_db_path"] is None
    listed = stage.client.get(f"/projects/{stage.app.id}/sessions").json()["items"]
    assert {one["id"] for one in listed} == {stage.session["id"], node["id"]}


def test_a_node_of_no_plan_of_the_project_has_no_session() -> None:
    stage, other = Stage(), Planned()
    foreign = other.node("Elsewhere").id
    for unknown in ("nope", new_id("node"), foreign):
        body = {"session_type": "node", "node_id": unknown}
        assert code(stage.client.post(f"/projects/{stage.app.id}/sessions", json=body)) == (404, "NOT_FOUND")


@pytest.mark.parametrize("body", [{"session_type": "node"}, {"node_id": "x"}, {"session_type": "other"}, {"a": 1}])
def test_a_session_that_makes_no_sense_is_refused(body: dict[str, Any]) -> None:
    stage = Stage()
    assert code(stage.client.post(f"/projects/{stage.app.id}/sessions", json=body)) == (422, "VALIDATION_FAILED")


def test_a_rejected_then_approved_patch_waits_for_a_person_with_every_message_told() -> None:
    stage = Stage(
        calls(write("export const a = 1;\n"), FINISH),
        verdict("reject", "Call it b."),
        calls(write("export const b = 1;\n"), FINISH, text=("Renamed it.",)),
        verdict("approve", "Fine now."),
    )
    run = stage.send()
    said = [(one["agent"], one["content"]) for one in stage.messages()]
    assert said == [
        ("user", "Add a note"),
        ("vibecoder", "A note."),
        ("evaluator", "Rejected: Call it b."),
        ("vibecoder", "Renamed it."),
        ("evaluator", "Approved: Fine now."),
    ]
    shown = stage.messages()
    assert "+export const a = 1;" in shown[1]["patch_preview"] and shown[2]["patch_preview"] is None
    assert all(one["token_usage"]["agent"] == one["agent"] for one in shown[1:])
    assert [one["call"] for one in shown] == [0, 1, 2, 3, 4]
    assert [one["iteration"] for one in shown] == [0, 1, 1, 2, 2], "a verdict ends a round"
    assert [one["token_usage"]["iteration"] for one in shown[1:]] == [1, 1, 2, 2]
    assert sum(one["token_usage"]["total_tokens"] for one in shown[1:]) == run.usage.total_tokens
    diff = stage.client.get(f"/diffs/{run.outcome.diff_id}").json()
    assert (diff["status"], diff["evaluator_reasoning"]) == ("evaluator_approved", "Fine now.")
    assert diff["commit_message"] == "Add a note"
    pending = stage.client.get(f"/sessions/{stage.session['id']}/diffs/pending").json()["items"]
    assert [one["id"] for one in pending] == [run.outcome.diff_id] == [shown[-1]["diff_id"]]
    result = stage.client.get(f"/runs/{run.id}").json()["result"]
    assert result == {
        "message": "A note.", "run_id": run.id, "diff_id": run.outcome.diff_id, "status": "pending_human_review",
        "commit_message": "Add a note",
    }  # fmt: skip


def test_after_three_rejections_the_last_word_is_told_as_the_seed_shapes_it() -> None:
    rounds = [each for n in range(3) for each in (calls(write(f"export const n = {n};\n"), FINISH),
                                                  verdict("reject", f"No {n}."))]  # fmt: skip
    stage = Stage(*rounds)
    run = stage.send()
    result = stage.client.get(f"/runs/{run.id}").json()["result"]
    assert (result["error"], result["final_feedback"]) == ("Max iterations reached", "No 2.")
    assert result["message"].startswith("Max iterations reached")


def test_the_next_message_goes_on_with_the_whole_history_until_it_is_cleared() -> None:
    stage = Stage(calls(FINISH), calls(FINISH), calls(FINISH))
    for message in ("First words", "Second words"):
        stage.send(message)
    assert "First words" in _asked(stage)
    assert stage.client.delete(f"/sessions/{stage.session['id']}").status_code == 204
    assert stage.messages() == []
    stage.loop.world.clock.advance(1)
    stage.send("Third words")
    assert "First words" not in _asked(stage)
    assert [one["content"] for one in stage.messages() if one["agent"] == "user"] == ["Third words"]


def _asked(stage: Stage) -> str:
    return "\n".join(item.model_dump_json() for item in stage.loop.model.requests[-1].items)


def test_the_whole_answer_of_a_model_can_be_read() -> None:
    stage = Stage(calls(write("export const a = 1;\n"), FINISH, text=("Here.",)), verdict("approve", "Fine."))
    stage.send()
    asked, answered, _ = stage.messages()
    full = stage.client.get(f"/messages/{answered['id']}/full").json()
    output = full["openai_response"]["output"]
    assert [one["type"] for one in output] == ["assistant_message", "tool_call", "tool_call"]
    assert "export const a" in output[1]["arguments"] and full["message"]["id"] == answered["id"]
    assert full["openai_response"]["usage"]["total_tokens"] == answered["token_usage"]["total_tokens"]
    assert stage.client.get(f"/messages/{asked['id']}/full").json()["openai_response"] is None


def test_it_can_be_waited_for() -> None:
    stage = Stage(calls(FINISH))
    world = stage.loop.world
    sleep = world.clock.sleep

    def play_while_sleeping(seconds: float) -> None:
        sleep(seconds)
        run = world.runs.list("acme", stage.app.id, limit=1).items[0]
        if not run.ended:
            stage.loop.follow(run)

    world.clock.sleep = play_while_sleeping  # type: ignore[method-assign]  # time passes by playing the run
    answer = stage.client.post(
        f"/sessions/{stage.session['id']}/messages", json={"content": "Hello"}, headers={"Prefer": "wait=25"}
    )
    assert (answer.status_code, answer.json()["status"], answer.json()["message"]) == (200, "completed", "A note.")


def test_a_project_is_an_app_with_the_seeds_fields() -> None:
    stage = Stage()
    made = stage.client.post("/projects", json={"name": "My Project"})
    assert (made.status_code, made.json()["slug"], made.json()["current_branch"]) == (201, "my-project", "main")
    read = stage.client.get(f"/projects/{made.json()['id']}").json()
    assert read["current_code"] and len(read["current_commit"]) == 40
    assert made.json()["id"] in {one["id"] for one in stage.client.get("/projects").json()["items"]}
    assert stage.client.delete(f"/projects/{made.json()['id']}").status_code == 204
    assert stage.client.get(f"/projects/{made.json()['id']}").status_code == 404


@pytest.mark.parametrize(
    ("body", "status"), [({"message": " "}, 422), ({}, 422), ({"message": "x" * 40_000}, 413), ({"message": 1}, 422)]
)
def test_a_bad_message_starts_nothing(body: dict[str, Any], status: int) -> None:
    stage = Stage()
    assert stage.client.post(f"/sessions/{stage.session['id']}/messages", json=body).status_code == status
    assert stage.loop.world.runs.list("acme", stage.app.id, limit=1).items == []

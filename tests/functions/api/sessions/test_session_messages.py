"""What each message of a session says: the words of its own turn, and of an answer with tools only what is true."""

from typing import Any

from devkit.fakes.model import Call, Reply, call, calls, say
from devkit.loop import BUILD_ERROR
from shared.domain.ids import new_id
from shared.domain.runs.iteration import Iteration
from shared.services.sessions.list_messages import answered_items
from tests.functions.api.sessions.test_sessions import FINISH, Stage, verdict, write

LIST = Call(name="list_files", arguments={"prefix": None})
READ = Call(name="read_file", arguments={"path": "src/nowhere.ts", "start_line": None, "end_line": None})


def contents(stage: Stage) -> list[tuple[str, str]]:
    return [(one["agent"], one["content"]) for one in stage.messages()]


def test_an_answer_holds_only_the_words_of_its_own_turn() -> None:
    stage = Stage(say("The first answer."), say("The second answer."), say("The third answer."))
    for message in ("One?", "Two?", "Three?"):
        stage.send(message)
        stage.loop.world.clock.advance(1)
    assert contents(stage) == [
        ("user", "One?"), ("vibecoder", "The first answer."),
        ("user", "Two?"), ("vibecoder", "The second answer."),
        ("user", "Three?"), ("vibecoder", "The third answer."),
    ]  # fmt: skip
    full = [stage.client.get(f"/messages/{one['id']}/full").json() for one in stage.messages()]
    outputs = [[item["content"] for item in one["openai_response"]["output"]] for one in full if one["openai_response"]]
    assert outputs == [["The first answer."], ["The second answer."], ["The third answer."]]


def test_a_model_that_failed_at_once_says_nothing_of_the_turn_before() -> None:
    stage = Stage(say("The first answer."), *[Reply(status=500)] * 3)
    stage.send("One?")
    stage.loop.world.clock.advance(1)
    stage.send("Two?")
    assert contents(stage) == [("user", "One?"), ("vibecoder", "The first answer."), ("user", "Two?")]


def test_an_answer_with_tools_only_says_what_was_called_and_what_came_of_it() -> None:
    stage = Stage(
        calls(LIST, READ), call("build_project_worker"),
        calls(write(f"'{BUILD_ERROR}'")), call("build_project_worker"), calls(write("export {};\n"), FINISH),
        verdict("approve", "Fine."),
    )  # fmt: skip
    stage.send()
    assert [content for agent, content in contents(stage) if agent == "vibecoder"] == [
        "Called list_files, read_file src/nowhere.ts (failed).",
        "Called build_project_worker.",
        "Called write_file src/note.ts.",
        "Called build_project_worker (failed).",
        "A note.",
    ]


def test_the_next_message_goes_on_with_the_open_proposal() -> None:
    """Coverage 1.5 and 4-10: it began from the draft, and the two proposals excluded each other."""
    more = Call(name="write_file", arguments={"path": "src/more.ts", "content": "export {};\n"})
    approved = verdict("approve", "Fine.")
    stage = Stage(calls(write("export const a = 1;\n"), FINISH), approved, calls(more, FINISH), approved)
    first, second = stage.send(), stage.send("And more")
    files = stage.loop.world.snapshots.get(second.tenant_id, second.app_id, second.candidate_tree)
    assert {"src/note.ts", "src/more.ts"} <= files.keys()
    pending = stage.client.get(f"/sessions/{stage.session['id']}/diffs/pending").json()["items"]
    assert [one["id"] for one in pending] == [second.outcome.diff_id] != [first.outcome.diff_id]


def test_a_row_written_before_shows_its_own_answer_as_well() -> None:
    stage = Stage(say("The first answer."), calls(LIST, text=("I look.",)), say("The second answer."))
    stage.send("One?")
    stage.loop.world.clock.advance(1)
    run = stage.send("Two?")
    first, second = stage.loop.world.runs.iterations(run.tenant_id, run.id)

    def before(done: Iteration) -> list[dict[str, Any]]:
        row = done.model_dump(mode="json", exclude={"answer_from"})
        return [item.model_dump(mode="json") for item in answered_items(Iteration.model_validate(row))]

    assert [item["type"] for item in before(first)] == ["assistant_message", "tool_call"]
    assert before(first)[0]["content"] == "I look."
    assert [item["content"] for item in before(second)] == ["The second answer."]


def test_the_messages_of_one_run_have_their_tokens_and_are_read_in_pages() -> None:
    stage = Stage(calls(write("export const a = 1;\n")), calls(FINISH), verdict("approve", "Fine."))
    stage.send()
    every = list(reversed(stage.messages()))
    path = f"/runs/{every[0]['run_id']}/messages"
    assert stage.client.get(path).json() == {"items": every, "next_cursor": None}
    assert [one["agent"] for one in every] == ["evaluator", "vibecoder", "vibecoder", "user"]
    assert every[2]["patch_preview"] and every[2]["token_usage"]["iteration"] == 1
    first = stage.client.get(path, params={"limit": 3}).json()
    rest = stage.client.get(path, params={"limit": 3, "cursor": first["next_cursor"]}).json()
    assert (first["items"] + rest["items"], rest["next_cursor"]) == (every, None)
    assert stage.client.get(path, params={"cursor": "x"}).status_code == 404
    assert stage.api.as_tenant("other").get(path).status_code == 404
    assert stage.client.get(f"/runs/{new_id('run')}/messages").status_code == 404

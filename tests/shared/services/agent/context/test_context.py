"""What a model is told: the right files, within a budget, beginning with the same bytes every time."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from devkit.fakes.model import Call, FakeModel, calls, say
from devkit.fakes.samples import SAMPLE_FILES, a_run, a_turn, an_app
from devkit.loop import LoopDriver
from shared.domain.agent.model_errors import ModelContextExceeded
from shared.domain.agent.model_messages import (
    AssistantMessage,
    Item,
    ModelRequest,
    Reasoning,
    ToolCall,
    ToolOutput,
    UserMessage,
)
from shared.domain.apps.project_state import ProjectState
from shared.domain.base import Files
from shared.domain.runs.run import Run
from shared.services.agent.context.build_context import earlier_turns, instructions, opening
from shared.services.agent.context.choose_files import mentioned
from shared.services.agent.context.compact_history import compacted
from shared.services.spending.ask_once import estimated_tokens

FINISH = Call(name="finish", arguments={"summary": "Done.", "rationale": None, "assumptions": None})


def asked(message: str, *mentions: str) -> Run:
    return a_run(an_app(), message=message, mentions=list(mentions))


def text_of(items: list[Item]) -> str:
    return "\n".join(item.content for item in items if isinstance(item, UserMessage | AssistantMessage))


def shown(items: list[Item]) -> list[str]:
    """The paths of the files that are shown whole."""
    return [part.split('"')[0] for part in text_of(items).split('<file path="')[1:]]


def a_big_project() -> Files:
    many = {f"src/components/part{number}/Widget{number}.tsx": b"export const a = 1\n" * 600 for number in range(390)}
    return {**SAMPLE_FILES, **many, "src/index.css": b"body {}\n" * 5_000}


def test_the_request_stands_last_and_the_files_before_it() -> None:
    items = opening(asked("Make it blue"), SAMPLE_FILES)
    assert isinstance(items[-1], UserMessage) and items[-1].content == "<request>\nMake it blue\n</request>"
    assert shown(items) == ["src/App.tsx"]
    assert "src/App.tsx (44)" in text_of(items)


def test_a_large_project_with_many_turns_stays_within_the_budget() -> None:
    run = asked("Look at " + " ".join(f"@Widget{number}.tsx" for number in range(2_000)) + "x" * 5_000)
    turns = [a_turn(run, prompt="p" * 32_000, summary="s" * 9_000, id=f"t{number}") for number in range(50)]
    items = [*earlier_turns(turns), *opening(run, a_big_project(), turns)]
    request = ModelRequest(model="m", instructions=instructions(an_app()), items=tuple(items))
    assert estimated_tokens(request) < 55_000
    assert "more files: use list_files" in text_of(items) and 3 < len(shown(items)) < 30


def test_the_newest_turns_are_told_oldest_first_and_each_shortly() -> None:
    run = asked("Go on")
    turns = [a_turn(run, prompt=f"ask {number}", summary=f"did {number}", status="completed") for number in range(20)]
    text = text_of(earlier_turns(turns)).split("\n")
    assert text[0] == "ask 11" and text[-2:] == ["ask 0", "did 0"]
    long = earlier_turns([a_turn(run, prompt="p" * 30_000, summary=None, status="failed")])
    assert len(text_of(long)) < 12_200 and "failed" in text_of(long)


@pytest.mark.parametrize(
    ("status", "said"),
    [("failed", "ended as failed"), ("interrupted", "ended as interrupted"), ("aborted", "cancelled by the person")],
)
def test_a_turn_that_did_not_complete_is_told_as_a_fact_and_not_as_the_assistants_words(status: Any, said: str) -> None:
    turn = a_turn(asked("Make it"), prompt="Make it", status=status, summary="The same failure came back.")
    items = earlier_turns([turn])
    assert not any(isinstance(item, AssistantMessage) for item in items)
    assert said in text_of(items) and "The same failure came back." in text_of(items)


def test_the_state_says_which_of_the_files_it_names_are_not_there() -> None:
    state = ProjectState(tenant_id="t", app_id="a", plan=["Keep src/App.tsx", "Split src/gone/Editor.tsx"])
    text = text_of(opening(asked("Go on"), SAMPLE_FILES, (), state))
    assert "not among the project's files now: src/gone/Editor.tsx." in text


@pytest.mark.parametrize(
    ("said", "gone"),
    [
        ("`./src/gone/Editor.tsx`, src/App.tsx", "src/gone/Editor.tsx"),
        ("Editor.tsx beside App.tsx", "Editor.tsx"),
        ("See gone/Editor.vue: it is new", "gone/Editor.vue"),
        ("App.tsx uses Chart.js and Node.js 24, as on https://example.com/a.html and in v1.2", None),
        ("a@example.com wrote src/App.tsx.", None),
        ("src/" * 5_000 + "a.tsx", None),
    ],
)
def test_what_the_state_names_is_looked_for_by_the_end_of_its_path_too(said: str, gone: str | None) -> None:
    state = ProjectState(tenant_id="t", app_id="a", plan=[said])
    text = text_of(opening(asked("Go on"), SAMPLE_FILES, (), state))
    assert ("not among the project's files now: " + gone + "." in text) if gone else ("not among" not in text)


@pytest.mark.parametrize(
    ("message", "mentions", "found"),
    [
        ("Change @src/App.tsx please", (), ["src/App.tsx"]),
        ("Change @App.tsx.", (), ["src/App.tsx"]),
        ("Change @app.TSX", (), ["src/App.tsx"]),
        ("Change (@ui/Button.tsx)", (), ["src/ui/Button.tsx"]),
        ("Change @index.ts", (), []),
        ("Change @a/index.ts", (), ["src/a/index.ts"]),
        ("write to me@example.com", (), []),
        ("", ("@src/App.tsx", "./src/App.tsx", "src/none.ts", "", "@", "../../etc/passwd"), ["src/App.tsx"]),
        ("@src/ui/Button.tsx @App.tsx", ("src/main.tsx",), ["src/main.tsx", "src/ui/Button.tsx", "src/App.tsx"]),
    ],
)
def test_mentions_are_found_by_path_or_by_an_end_that_only_one_has(
    message: str, mentions: tuple[str, ...], found: list[str]
) -> None:
    files = {**SAMPLE_FILES, "src/ui/Button.tsx": b"", "src/a/index.ts": b"", "src/b/index.ts": b""}
    assert mentioned(asked(message, *mentions), files) == found


def test_what_a_mentioned_file_imports_and_what_imports_it_is_shown_too() -> None:
    files = {
        **SAMPLE_FILES,
        "src/deep/A.tsx": b'import { b } from "./b"\nimport c from "@/lib/c"\n',
        "src/deep/b.ts": b"export const b = 1\n",
        "src/lib/c.ts": b"export default 1\n",
        "src/Page.tsx": b"import { A } from './deep/A'\n",
        "src/other.ts": b"export {}\n",
    }
    paths = shown(opening(asked("Repair @A.tsx"), files))
    assert paths[0] == "src/deep/A.tsx" and {"src/deep/b.ts", "src/lib/c.ts", "src/Page.tsx"} <= set(paths)
    assert "src/other.ts" not in paths


def test_what_was_edited_last_is_shown() -> None:
    files = {**SAMPLE_FILES, "src/lost/Corner.tsx": b"export {}\n"}
    turn = a_turn(
        asked("x"), operations=[{"tool": "write_file", "path": "src/lost/Corner.tsx"}, {"tool": "x", "path": "gone"}]
    )
    assert "src/lost/Corner.tsx" in shown(opening(asked("Again"), files, [turn]))


@pytest.mark.parametrize("data", [b"\0\x01", b"\xff\xfe\xfa", "\u00e9".encode("latin-1")])
def test_what_is_no_text_is_named_and_not_shown(data: bytes) -> None:
    files = {**SAMPLE_FILES, "src/odd.ts": data, "public/a.png": b"plain bytes"}
    items = opening(asked("Look at @src/odd.ts and @public/a.png"), files)
    assert "src/odd.ts (" in text_of(items) and not {"src/odd.ts", "public/a.png"} & set(shown(items))
    text_of(items).encode()


def test_the_prefix_is_the_same_for_every_request_of_an_app() -> None:
    app = an_app(instructions="Be brief.", pinned_note="The logo stays.")
    assert instructions(app) == instructions(app.model_copy(update={"name": "Other", "version": 9}))
    assert instructions(app).endswith("Note pinned by the owner:\nThe logo stays.")


def read(number: int, size: int) -> list[Item]:
    """One iteration that read a file."""
    call = ToolCall(call_id=f"c{number}", name="read_file", arguments=json.dumps({"path": f"src/{number}.ts"}))
    return [Reasoning(id=f"r{number}", encrypted="e"), call, ToolOutput(call_id=f"c{number}", output="x" * size)]


@settings(max_examples=50, deadline=None)
@given(st.lists(st.integers(0, 12_000), min_size=1, max_size=60))
def test_a_long_history_is_cut_in_leaps_and_never_what_is_new(sizes: list[int]) -> None:
    blocks = [read(number, size) for number, size in enumerate(sizes)]
    leaps = 0
    for count in range(1, len(blocks)):
        before, after = compacted(blocks[:count]), compacted(blocks[: count + 1])
        assert after[-3:] == blocks[count], "what no model has seen is whole"
        leaps += after[: len(before)] != before
        assert sum(len(item.output) for item in after if isinstance(item, ToolOutput)) < 80_000 + 12_000 + 600 * count
    assert leaps <= sum(sizes) / 40_000 + 1
    kept = [(item.type, getattr(item, "call_id", None)) for block in blocks for item in block]
    assert [(item.type, getattr(item, "call_id", None)) for item in compacted(blocks)] == kept


def test_long_arguments_of_long_ago_are_left_out_as_json() -> None:
    written = ToolCall(
        call_id="c", name="write_file", arguments=json.dumps({"path": "src/a.ts", "content": "x" * 90_000})
    )
    garbled = ToolCall(call_id="d", name="write_file", arguments="{" * 90_000)
    items = compacted([[written, garbled], read(1, 10), read(2, 10)])
    stubs = [json.loads(item.arguments) for item in items if isinstance(item, ToolCall)][:2]
    assert stubs[0]["path"] == "src/a.ts" and all("left_out" in stub for stub in stubs)


def wrote(number: int, size: int) -> list[Item]:
    """One iteration that wrote a file."""
    arguments = json.dumps({"path": f"src/{number}.ts", "content": "x" * size})
    call = ToolCall(call_id=f"w{number}", name="write_file", arguments=arguments)
    return [call, ToolOutput(call_id=f"w{number}", output=f"Done: src/{number}.ts.")]


def test_a_large_answer_of_files_is_sent_once_and_then_as_paths_and_sizes() -> None:
    app = [item for number in range(10) for item in wrote(number, 4_000)]
    assert compacted([read(0, 10), app])[3:] == app, "what the model has not seen answered is whole"
    later = compacted([read(0, 10), app, read(1, 10)])
    stubs = [json.loads(item.arguments) for item in later if isinstance(item, ToolCall) and item.name == "write_file"]
    elided = [stub for stub in stubs if "left_out" in stub]
    assert [stub["path"] for stub in stubs] == [f"src/{number}.ts" for number in range(10)] and len(elided) >= 6
    assert [item for item in later if isinstance(item, ToolOutput)] == [
        item for block in (read(0, 10), app, read(1, 10)) for item in block if isinstance(item, ToolOutput)
    ], "what tools answered stays"


def test_the_guide_stays_whole_for_the_whole_run() -> None:
    asked = ToolCall(call_id="guide", name="more", arguments='{"tool": "design_guide"}')
    guide = ToolOutput(call_id="guide", output="Before you finish " * 400)
    blocks = [[asked, guide], *(read(number, 9_000) for number in range(1, 15))]
    assert compacted(blocks)[1] == guide


@settings(max_examples=50, deadline=None)
@given(st.lists(st.integers(0, 9_000), min_size=1, max_size=40))
def test_written_files_are_elided_in_leaps(sizes: list[int]) -> None:
    blocks, leaps = [wrote(number, size) for number, size in enumerate(sizes)], 0
    for count in range(1, len(blocks)):
        before, after = compacted(blocks[:count]), compacted(blocks[: count + 1])
        assert after[-2:] == blocks[count]
        leaps += after[: len(before)] != before
        whole = sum(len(item.arguments) for item in after[:-2] if isinstance(item, ToolCall))
        assert whole <= 16_000 + 500 * count
    assert leaps <= sum(sizes) / 7_000 + 1


def test_answers_that_are_too_much_together_are_cut_and_say_so() -> None:
    ranges = [{"path": "src/big.ts", "start_line": start, "end_line": None} for start in range(1, 41)]
    loop = LoopDriver([calls(*[Call(name="read_file", arguments=each) for each in ranges]), calls(FINISH)])
    app, _ = loop.world.make_app({**SAMPLE_FILES, "src/big.ts": b"const a = 1\n" * 3_000}, tenant_id="acme")
    loop.follow(loop.start(app_id=app.id))
    outputs = [item.output for item in loop.model.requests[1].items if isinstance(item, ToolOutput)]
    assert sum(map(len, outputs)) < 140_000 and "too much at once" in outputs[-1]


class SmallWindow(FakeModel):
    """A model that reads so many characters and no more."""

    window = 40_000

    def stream(self, request: ModelRequest) -> Any:
        if estimated_tokens(request) * 3 > self.window:
            self.requests.append(request)
            raise ModelContextExceeded("the conversation is too long for the model")
        return super().stream(request)


def test_a_small_window_is_met_with_fewer_words_and_remembered() -> None:
    loop = LoopDriver([])
    large = {"src/index.css": b"body {}\n" * 1_900, "src/App.tsx": b"// app\n" * 2_200, "index.html": b"a" * 15_000}
    files = {**SAMPLE_FILES, **large}
    app, _ = loop.world.make_app(files, tenant_id="acme")
    write = Call(name="write_file", arguments={"path": "src/note.ts", "content": "export {}\n"})
    loop.model = SmallWindow([calls(write), calls(FINISH)])
    message = "Make @App.tsx, @index.css and @index.html blue"
    run = loop.follow(loop.start(message, app_id=app.id))
    assert (run.status, run.memory.packing, len(loop.model.requests)) == ("completed", "tight", 3)
    assert loop.model.requests[-1].items[1] == UserMessage(content=f"<request>\n{message}\n</request>")
    assert loop.kinds(run).count("data-retry") == 1


def test_a_window_too_small_for_anything_fails_honestly() -> None:
    loop = LoopDriver([])
    loop.model = SmallWindow([say("never")])
    loop.model.window = 100
    run = loop.play()
    assert (run.status, run.outcome.failure_code, run.memory.packing) == ("failed", "MODEL_UNAVAILABLE", "smallest")
    assert 2 < len(loop.model.requests) < 8
    sizes = [estimated_tokens(request) for request in loop.model.requests]
    assert sizes == sorted(sizes, reverse=True)
    said = run.outcome.summary or ""
    assert "shortest request needs" in said and "num_ctx" in said and "too long for the model" in said
    assert run.usage.model_calls == 0, "a refused request costs nothing"


def test_turns_of_other_conversations_are_not_told() -> None:
    loop = LoopDriver([say("First."), say("Second.")])
    first = loop.play("Secret of the first")
    loop.follow(loop.start("Something else", app_id=first.app_id, new_conversation=True))
    assert "Secret of the first" not in text_of(list(loop.model.requests[1].items))

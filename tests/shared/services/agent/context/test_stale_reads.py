"""Files that were read and have changed since are not sent again."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from devkit.fakes.model import Call, calls, say
from devkit.fakes.samples import SAMPLE_FILES
from devkit.loop import LoopDriver
from shared.domain.agent.model_messages import Item, ToolCall, ToolOutput, UserMessage
from shared.domain.untrusted import enclosed_file
from shared.services.agent.context.compact_history import Block, stub_of, without_stale

GONE = "(left out: changed or moved since it was read)"


def a_read(number: int, texts: dict[str, str], changed: frozenset[str] = frozenset()) -> Block:
    output = "\n\n".join(f"== {named} ==\n{text}" for named, text in texts.items())
    call = ToolCall(call_id=f"c{number}", name="read_files", arguments="{}")
    return Block([call, ToolOutput(call_id=call.call_id, output=output)], changed)


def a_change(*paths: str) -> Block:
    return Block([], frozenset(paths))


def output(items: list[Item] | tuple[Item, ...]) -> str:
    return next(item.output for item in items if isinstance(item, ToolOutput))


def test_what_changed_since_is_left_out_and_the_rest_of_the_result_stays() -> None:
    texts = {"src/a.ts": "1\ta" + "\n1\ta" * 3_000, "src/b.ts:2-9": "2\tb" + "\n2\tb" * 2_000, "src/c.ts": "1\tc"}
    blocks = [a_read(1, texts), a_change("src/a.ts", "src/b.ts"), a_change()]
    found = output(list(without_stale(blocks)[0]))
    assert found == f"== src/a.ts ==\n{GONE}\n\n== src/b.ts:2-9 ==\n{GONE}\n\n== src/c.ts ==\n1\tc"


def test_what_a_result_says_behind_its_files_stays() -> None:
    notes = "Not shown, since no more fits into one call; ask for these next: src/b.ts (9 characters)."
    read = a_read(1, {"src/a.ts": "1\ta\n" * 4_000 + "\n" + notes})
    found = output(list(without_stale([read, a_change("src/a.ts"), a_change()])[0]))
    assert found == f"== src/a.ts ==\n{GONE}\n\n{notes}"


def test_small_file_that_was_rewritten_does_not_stay_in_its_old_form() -> None:
    texts = {"src/App.tsx": "a" * 13_000, "src/Logo.tsx": "b" * 300}
    blocks = [a_read(1, texts), a_change("src/App.tsx", "src/Logo.tsx"), a_change()]
    assert output(list(without_stale(blocks)[0])) == f"== src/App.tsx ==\n{GONE}\n\n== src/Logo.tsx ==\n{GONE}"


def test_a_little_stale_text_is_borne_and_what_was_read_after_the_change_stays() -> None:
    little = [a_read(1, {"src/a.ts": "a" * 3_000}), a_change("src/a.ts"), a_change()]
    assert "a" * 3_000 in output(list(without_stale(little)[0]))
    later = [a_change("src/a.ts"), a_read(1, {"src/a.ts": "a" * 30_000}), a_change()]
    assert "a" * 30_000 in output(list(without_stale(later)[1]))


def test_the_design_guide_is_left_out_but_for_its_end_once_files_are_written() -> None:
    guide = "# Guide\n" + "- Space and type.\n" * 500 + "\nBefore you finish\n- Look at 320 pixels."
    call = ToolCall(call_id="g", name="more", arguments='{"tool": "design_guide", "arguments": null}')
    read = a_read(1, {"src/a.ts": "1\ta\n" * 2_000})
    asked = Block([call, ToolOutput(call_id="g", output=guide), *read.items])
    assert output(list(without_stale([asked, a_change(), a_change()])[0])) == guide
    made = output(list(without_stale([asked, a_change("src/a.ts"), a_change()])[0]))
    assert made.startswith("(the rest of the guide is left out") and made.endswith("- Look at 320 pixels.")
    assert "Before you finish" in made and len(made) < 200


def test_a_file_of_the_opening_that_was_changed_since_is_left_out_of_it() -> None:
    files = {"src/a.ts": "a" * 9_000, "src/b.ts": "b" * 300, "src/c.ts": "c" * 9_000}
    shown = "\n\n".join(enclosed_file(path, text) for path, text in files.items())
    project = UserMessage(content=f"<tree>\nsrc\n</tree>\n\n{shown}")
    request = UserMessage(content="<request>\nMake it blue\n</request>")
    blocks = [Block([project, request]), a_change("src/a.ts", "src/b.ts", "src/c.ts"), a_change()]
    now, asked = without_stale(blocks)[0]
    assert isinstance(now, UserMessage) and asked == request
    changed = dict.fromkeys(files, GONE)
    said = "\n\n".join(enclosed_file(path, text) for path, text in (files | changed).items())
    assert now.content == f"<tree>\nsrc\n</tree>\n\n{said}"


NAMES = st.sampled_from(["src/a.ts", "src/b.ts", "src/c.ts"])
BLOCKS = st.tuples(st.dictionaries(NAMES, st.integers(1, 9_000)), st.frozensets(NAMES))


@given(st.lists(BLOCKS, max_size=12))
@settings(max_examples=80, deadline=None)
def test_nothing_is_left_out_that_still_holds_and_what_is_left_out_stays_so(
    shape: list[tuple[dict[str, int], frozenset[str]]],
) -> None:
    blocks = [
        a_read(number, {named: f"{number}{named}" + "x" * size for named, size in texts.items()}, changed)
        for number, (texts, changed) in enumerate(shape)
    ]
    before: list[str] = []
    for count in range(1, len(blocks) + 1):
        now = [output(list(items)) for items in without_stale(blocks[:count])]
        for number, text in enumerate(now):
            changed = frozenset[str]().union(*(block.changed for block in blocks[number + 1 : count]))
            kept = [named for named in shape[number][0] if f"== {named} ==\n{number}{named}" in text]
            assert set(shape[number][0]) - set(kept) <= changed
            if number < len(before):
                assert len(text) <= len(before[number])
        before = now


def test_a_model_reads_a_starter_rewrites_it_and_is_not_shown_the_starter_again() -> None:
    old, new = "const old = 1\n" * 2_000, "export const fresh = 2\n"
    loop = LoopDriver(
        [
            calls(Call(name="read_files", arguments={"paths": ["src/old.ts"]})),
            calls(Call(name="write_file", arguments={"path": "src/old.ts", "content": new})),
            calls(Call(name="compile_project", arguments={})),
            say("Done."),
        ]
    )
    app, _ = loop.world.make_app({**SAMPLE_FILES, "src/old.ts": old.encode()}, tenant_id="acme")
    loop.follow(loop.start(app_id=app.id))
    sent = [
        "".join(item.output for item in request.items if isinstance(item, ToolOutput))
        for request in loop.model.requests
    ]
    assert "const old" in sent[1] and "const old" not in sent[2] and GONE in sent[2] and GONE in sent[3]


@pytest.mark.parametrize("over", range(0, 400, 40))
def test_a_stub_is_never_longer_than_what_it_stands_for(over: int) -> None:
    code = "".join(f"export type Name{n} = string\n" for n in range(14))
    arguments = json.dumps({"path": "src/a.ts", "content": code + "x" * over})
    stub = stub_of(arguments)
    assert len(stub) <= len(arguments) and (stub == arguments or "left_out" in stub)

"""Each figure of the parts, on exchanges small enough to be reckoned by hand."""

import json

import pytest

from benchmarks.quality.parts import Part, kind_of_fix, measure, parts_table, told_fixes
from benchmarks.quality.savings import Recorded
from benchmarks.quality.scripted import Exchange
from local.openai_server.reply import Call, Reply, Tokens
from shared.domain.agent.model_messages import Item, ModelRequest, ToolCall, ToolOutput, ToolSpec, UserMessage
from shared.domain.spending.prices import Price
from shared.services.agent.context.compact_history import compacted

PRICE = Price(input=4.0, cached=1.0, output=10.0)
ASK = UserMessage(content="Do it.")


def exchange(*items: Item, calls: tuple[Call, ...] = (), tokens: int = 1_000, cached: int = 0) -> Exchange:
    usage = Tokens(input_tokens=tokens, cached_tokens=cached, output_tokens=1)
    return Exchange(
        request=ModelRequest(model="m", instructions="", items=(ASK, *items)), reply=Reply(calls=calls, usage=usage)
    )


def rows(*exchanges: Exchange, files: dict[str, str] | None = None) -> dict[str, Part]:
    return {part.name: part for part in measure([Recorded(list(exchanges), files or {})], PRICE)}


def called(name: str, output: str = "Done: a.ts.", **arguments: object) -> tuple[Call, ToolCall, ToolOutput]:
    text = json.dumps(arguments)
    item = ToolCall(call_id=name, name=name, arguments=text)
    return Call(name=name, arguments=text), item, ToolOutput(call_id=name, output=output)


def test_an_edit_saves_the_rest_of_the_file_said_once_and_sent_again() -> None:
    call, *items = called("edit_file", path="a.ts", edits=[])
    part = rows(exchange(calls=(call,)), exchange(*items), exchange(*items), files={"a.ts": "x" * 4_000})["edit_file"]
    said = 1_000 - len(call.arguments_text) // 4
    assert (part.times, part.saved_calls, part.saved_tokens) == (1, 0, said * 3)
    assert part.saved_usd == pytest.approx(said * (10 + 4 + 1) / 1e6)


def test_an_edit_that_was_refused_saves_nothing_and_one_message_is_not_sent_with_the_next() -> None:
    call, *refused = called("edit_file", "Edit 1 matches 0 places.", path="a.ts", edits=[])
    files = {"a.ts": "x" * 4_000}
    assert rows(exchange(calls=(call,)), exchange(*refused), files=files)["edit_file"].saved_calls is None
    call, *items = called("edit_file", path="a.ts", edits=[])
    alone = rows(exchange(calls=(call,)), exchange(*items), files=files)["edit_file"]
    another = rows(exchange(calls=(call,)), exchange(*items), exchange(), exchange(*items), files=files)["edit_file"]
    assert alone.saved_tokens == another.saved_tokens


def test_a_tool_that_nobody_calls_costs_its_description() -> None:
    tool = ToolSpec(name="browser", description="x" * 4_000, parameters={})
    bare = exchange()
    part = rows(bare.model_copy(update={"request": bare.request.model_copy(update={"tools": (tool,)})}))["browser"]
    assert part.times == 0 and part.tokens > 1_000 and part.usd == pytest.approx(part.tokens * 4 / 1e6)


def test_arguments_that_were_cut_count_as_well() -> None:
    _, item, output = called("write_file", path="a.ts", content="x" * 90_000)
    later = [ToolCall(call_id="b", name="x", arguments="{}"), ToolOutput(call_id="b", output="z" * 30_000)]
    cut = compacted([[item, output], later, later])
    assert rows(exchange(*cut))["compaction of older tool traffic"].saved_tokens > 20_000


def test_files_read_together_save_calls_that_would_send_everything_again() -> None:
    call, *items = called("read_files", paths=["a", "b", "c"])
    part = rows(exchange(calls=(call,), tokens=5_000), exchange(*items))["read_files"]
    assert (part.saved_calls, part.saved_tokens) == (2, 2 * 5_040)
    assert part.saved_usd == pytest.approx(2 * (5_000 * 1 + 40 * 10) / 1e6)


def test_calls_of_one_answer_are_one_answer() -> None:
    calls = tuple(Call(name="read_file", arguments={"path": path}) for path in "abc")
    assert rows(exchange(calls=calls))["calls joined in one answer"].saved_calls == 2


def test_a_tool_costs_what_its_calls_and_results_are_sent_for() -> None:
    call, *items = called("read_file", "y" * 4_000, path="a.ts")
    cold = rows(exchange(calls=(call,)), exchange(*items))["read_file"]
    warm = rows(exchange(calls=(call,)), exchange(*items, cached=2_000))["read_file"]
    assert cold.tokens == warm.tokens > 1_000
    said = len(call.arguments_text) // 4 * 10
    assert cold.usd - said / 1e6 == pytest.approx(4 * (warm.usd - said / 1e6))


def test_a_repair_is_counted_once_however_often_it_is_sent() -> None:
    fixes = "- src/A.tsx: lucide-react has no Foo; it is Bar now.\n- src/A.tsx imports x from './y' now."
    text = f"Edited.\nFixed without asking:\n{fixes}"
    call, *items = called("write_file", text, path="a")
    found = rows(exchange(calls=(call,)), exchange(*items, tokens=2_000), exchange(*items, tokens=2_000))
    assert (found["fix: wrong icon"].times, found["fix: missing import"].times) == (1, 1)
    assert found["fix: wrong icon"].saved_usd == pytest.approx((2_000 * 1 + 40 * 10) / 1e6)
    assert found["fix: missing hook"].times == 0


@pytest.mark.parametrize(
    ("sentence", "kind"),
    [
        ("recharts@3.1.0 is declared in package.json now (src/A.tsx imports it).", "missing dependency"),
        ("src/A.tsx imports './x' now, which was written './X'.", "wrong path"),
        ("src/A.tsx imports useState, useRef from 'react' now.", "missing hook"),
    ],
)
def test_a_fixer_is_known_by_its_sentence(sentence: str, kind: str) -> None:
    assert kind_of_fix(sentence) == kind
    assert told_fixes(f"Fixed without asking:\n- {sentence}\nmore") == [sentence]


def test_compaction_saves_what_is_not_sent_and_pays_for_the_cache_it_breaks() -> None:
    blocks = [
        [ToolCall(call_id=str(n), name="read_file", arguments="{}"), ToolOutput(call_id=str(n), output="z" * 30_000)]
        for n in range(4)
    ]
    before, after = compacted(blocks[:3]), compacted(blocks)
    part = rows(exchange(*before), exchange(*after))["compaction of older tool traffic"]
    cut = sum("to save room" in item.output for item in after if isinstance(item, ToolOutput))
    assert cut == part.times > 0
    assert part.saved_tokens == cut * (29_600 // 4)
    unbroken = rows(exchange(*after), exchange(*after))["compaction of older tool traffic"]
    assert part.saved_usd is not None and unbroken.saved_usd is not None
    assert part.saved_usd < unbroken.saved_usd / 2, "what stands after the cut is paid in full once"


def test_what_is_cached_is_worth_the_difference() -> None:
    assert rows(exchange(cached=1_024))["the cache of prefixes"].saved_usd == pytest.approx(1_024 * 3 / 1e6)


def test_the_table_has_a_dash_where_there_is_nothing_to_compare() -> None:
    call, *_ = called("finish", summary="Done, and well.")
    row = next(line for line in parts_table(rows(exchange(calls=(call,))).values()).splitlines() if "finish" in line)
    assert row.startswith("| finish | 1 |") and row.endswith("| - | - | - | - |")

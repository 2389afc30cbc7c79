"""The budgets of docs/context.md, counted by a real tokenizer: 400 files, 200 turns, 25 iterations."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from devkit.fakes.samples import an_app
from devkit.long_project import FILES, TURNS, long_history, long_project, long_request, long_run
from devkit.node.npm_tool import installed, node
from shared.domain.agent.model_messages import Item, ModelRequest, ToolOutput
from shared.services.agent.context.build_context import earlier_turns, instructions, opening
from shared.services.agent.context.compact_history import compacted
from shared.services.agent.roles import tools_of
from shared.services.agent.tools.run_tools import MOST_CHARACTERS
from shared.services.spending.ask_once import estimated_tokens

pytestmark = pytest.mark.slow_install

PREFIX, OPENING, WHOLE, TIGHT = 8_000, 48_000, 128_000, 32_000


def a_request(*items: Item) -> ModelRequest:
    app = an_app(instructions="Write plainly. " * 40)
    tools = tuple(tool.spec() for tool in tools_of("coder").values())
    return ModelRequest(model="m", instructions=instructions(app), items=items, tools=tools)


def requests() -> dict[str, ModelRequest]:
    files, run = long_project(), long_request()
    turns = long_history(run)
    assert (len(files), len(turns)) == (FILES, TURNS)
    first = [*earlier_turns(turns), *opening(run, files, turns)]
    biggest = ToolOutput(
        call_id="call_24_0", output="".join(data.decode() for data in files.values())[:MOST_CHARACTERS]
    )
    blocks = [first, *long_run(files), [biggest]]
    return {
        "prefix": a_request(),
        "opening": a_request(*first),
        "whole": a_request(*compacted(blocks)),
        "tight": a_request(*compacted(blocks[:-1], packing="tight")),
        "uncut": a_request(*(item for block in blocks for item in block)),
    }


def request_text(request: ModelRequest) -> str:
    """Everything a model reads, as it is sent."""
    tools = [tool.model_dump_json() for tool in request.tools]
    return "\n".join([request.instructions, *tools, *(_words(item) for item in request.items)])


def _words(item: Item) -> str:
    fields = item.model_dump(exclude={"type", "call_id"})
    return "\n".join(str(value) for value in fields.values())


def counted(texts: dict[str, str], folder: Path) -> dict[str, int]:
    """Tokens of each text."""
    shutil.copy(Path(__file__).parent / "tokenizer" / "count.mjs", folder)
    (folder / "node_modules").symlink_to(installed("gpt-tokenizer"))
    command = [str(node().binary), "count.mjs"]
    done = subprocess.run(
        command, cwd=folder, input=json.dumps(texts), capture_output=True, text=True, check=True, timeout=120
    )
    answer: dict[str, int] = json.loads(done.stdout)
    return answer


def test_a_large_project_with_a_long_history_stays_within_the_documented_budget(tmp_path: Path) -> None:
    made = requests()
    tokens = counted({name: request_text(request) for name, request in made.items()}, tmp_path)
    assert tokens["uncut"] > 200_000, "the sample must be larger than the budget, or this shows nothing"
    assert tokens["prefix"] <= PREFIX
    assert tokens["opening"] - tokens["prefix"] <= OPENING
    assert tokens["whole"] <= WHOLE and tokens["tight"] <= TIGHT
    sent = {name: (tokens[name], estimated_tokens(made[name])) for name in made if name != "uncut"}
    assert all(real <= estimate for real, estimate in sent.values()), sent


def test_the_documented_budget_is_the_tested_one() -> None:
    text = (Path(__file__).parents[5] / "docs" / "context.md").read_text()
    assert [f"{limit:,}" for limit in (PREFIX, OPENING, WHOLE, TIGHT) if f"| {limit:,} |" not in text] == []

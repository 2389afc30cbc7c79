"""What a request to a small window shows: enough to work from it alone, and nothing that is no longer so."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest

from devkit.loop import LoopDriver
from shared.adapters.openai.model import OpenAIModel
from shared.adapters.openai.retry import RetryPolicy
from shared.adapters.openai.settings import ModelSettings
from shared.adapters.system_clock import SystemClock
from shared.domain.runs.run import Run
from shared.services.agent.roles import tools_of
from shared.services.assets.load_templates import load_templates
from shared.tools.rare import RARE
from tests.wires.odd_shapes import SHAPES
from tests.wires.server import Answer, Json, Play, Rule, alternating, mistral, playing, single_calls, small_window
from tests.wires.shapes import Ask, chunk, ended, event, part

MESSAGE = "A page for a small bakery: opening hours, three breads with prices, and an order form"
FINISH = [Ask("finish", {"summary": "Done.", "rationale": None, "assumptions": None})]
SECTIONS = ["src/sections/Hero.tsx", "src/sections/Header.tsx", "src/sections/Footer.tsx", "src/sections/Features.tsx"]
CONTENT = 'export const site = { name: "Corner Bakery" };\n' + "".join(
    f'export const bread{number} = {{ name: "Rye {number}", price: {number} }};\n' for number in range(40)
)
STARTER = "Skip to content"
STRICT: tuple[Rule, ...] = (alternating, mistral, single_calls, small_window(8_000, "vllm", characters=3))
LEFT_OUT = re.compile(r"\[\.\.\. (\d+) characters left out")


@pytest.fixture
def play() -> Iterator[Play]:
    with playing(Play()) as running:
        yield running


def write(path: str, content: str) -> list[Ask]:
    return [Ask("write_file", {"path": path, "content": content})]


def first_build(play: Play, turns: list[list[Ask]], rules: tuple[Rule, ...] = STRICT) -> tuple[LoopDriver, Run]:
    """A first build from the template by the real client, against a strict server with 8,000 tokens."""
    play.answers = [Answer(list(SHAPES["openai"](turn))) for turn in turns]
    play.rules = rules
    loop = LoopDriver([], ports_over={"clock": SystemClock()})
    app, _ = loop.world.make_app(load_templates()["react"].files, tenant_id="acme")
    model = OpenAIModel(ModelSettings(base_url=play.address), RetryPolicy(4, base=0.01))
    loop.model = model  # type: ignore[assignment]  # the real client
    try:
        return loop, loop.follow(loop.start(MESSAGE, app_id=app.id))
    finally:
        model.close()


def project_in(body: Json) -> str:
    (project,) = [
        message["content"]
        for message in body["messages"]
        if message["role"] == "user" and "<tree>" in message["content"]
    ]
    return str(project)


def small_requests(play: Play) -> list[Json]:
    small = [body for body in play.requests if len(body["tools"]) < 10]
    assert small, "the window was found"
    return small


def test_the_project_is_shown_as_it_is_now(play: Play) -> None:
    turns = [
        [Ask("read_files", {"paths": [*SECTIONS, "src/components/Icon.tsx", "src/styles/index.css", "index.html"]})],
        write("src/content.ts", CONTENT),
        write("src/sections/Breads.tsx", "export default function Breads() {\n  return <h2>Breads</h2>;\n}\n"),
        [Ask("delete_files", {"paths": ["src/sections/Steps.tsx"]})],
        write("src/App.tsx", "export default function App() {\n  return <h1>Corner</h1>;\n}\n"),
        FINISH,
    ]
    _, run = first_build(play, turns)
    assert run.status == "completed", run.outcome
    last = project_in(play.requests[-1])
    assert STARTER in project_in(small_requests(play)[0])
    assert STARTER not in last and "Corner Bakery" in last and "<h1>Corner</h1>" in last
    assert "src/sections/Breads.tsx (" in last and "src/sections/Steps.tsx" not in last
    assert MESSAGE in last, "the request follows the project in the same message"


def test_no_tool_is_named_that_is_not_offered(play: Play) -> None:
    turns = [[Ask("read_files", {"paths": [*SECTIONS, "src/styles/index.css"]})], write("src/a.ts", "export {};\n")]
    first_build(play, [*turns, FINISH])
    names = {*tools_of("coder"), *RARE}
    for body in small_requests(play):
        missing = names - {tool["function"]["name"] for tool in body["tools"]}
        text = json.dumps([message["content"] for message in body["messages"] if message["role"] != "tool"])
        assert not {name for name in missing if f"`{name}`" in text}


def test_what_was_read_last_is_shown_as_far_as_there_is_room(play: Play) -> None:
    paths = ["src/sections/Hero.tsx", "src/sections/Header.tsx", "src/sections/Footer.tsx"]
    turns = [[Ask("read_files", {"paths": paths})], [Ask("read_files", {"paths": paths})], FINISH]
    first_build(play, turns)
    result = play.requests[-1]["messages"][-1]
    assert result["role"] == "tool" and all(f"== {path} ==" in result["content"] for path in paths)
    assert "left out" not in result["content"] and "Not shown" not in result["content"]


def test_a_note_counts_all_that_was_left_out(play: Play) -> None:
    everything = [path for path in load_templates()["react"].files if path.startswith("src/")]
    first_build(play, [[Ask("read_files", {"paths": everything})], FINISH])
    result = str(play.requests[-1]["messages"][-1]["content"])
    counts = [int(count) for count in LEFT_OUT.findall(result)]
    assert len(counts) == 1 and counts[0] > 3_000, "the note of a first cut is not what the second leaves out"


@dataclass
class Filling(Play):
    """A server that refuses nothing in time: it writes until its window is full, and ends there."""

    window: int = 8_000

    def answer(self, body: Json) -> Answer:
        answer = super().answer(body)
        asked = sum(len(json.dumps(part, ensure_ascii=False)) for part in (body["messages"], body["tools"])) // 3
        ask = self.asks.pop(0)
        written = len(ask.text) // 3
        if asked + written <= self.window:
            return answer
        shown = ask.text[: 3 * (self.window - asked)]
        usage = {"prompt_tokens": asked, "completion_tokens": len(shown) // 3, "total_tokens": self.window}
        return Answer([event(chunk(part(shown, ask.name, index=0, id="c0"))), *ended("length", usage)])

    asks: list[Ask] = field(default_factory=list)


def test_a_window_that_was_filled_without_a_refusal_is_noticed() -> None:
    read = [Ask("read_files", {"paths": ["src/sections/Hero.tsx", "src/components/Icon.tsx", "src/styles/index.css"]})]
    turns = [read, write("src/content.ts", CONTENT), write("src/content.ts", CONTENT), FINISH]
    with playing(Filling(asks=[ask for turn in turns for ask in turn])) as play:
        loop, run = first_build(play, turns, rules=())
    assert run.status == "completed", run.outcome
    files = loop.world.snapshots.get(run.tenant_id, run.app_id, run.candidate_tree)
    assert files["src/content.ts"].decode() == CONTENT, "the second time there was room for all of it"
    assert [len(body["tools"]) > 10 for body in play.requests] == [True, True, False, False]
    advice = re.search(r"at most (\d+) characters", str(play.requests[2]["messages"][-1]["content"]))
    assert advice and int(advice[1]) > 3_900, "as much as there is room for now, not half of what fitted before"

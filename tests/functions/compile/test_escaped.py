"""A model that writes entities in place of code is told so by the gate, and nothing of it is kept."""

from html import escape

import pytest

from devkit.fakes.model import Call, Reply, calls
from devkit.fakes.world import World
from devkit.loop import LoopDriver, outputs
from devkit.node.real_compile import real_compile

GOOD = 'export function App() {\n  return <main className="page">Hello</main>;\n}\n'
FINISH = Call(name="finish", arguments={"summary": "Done.", "rationale": None, "assumptions": None})


def written(text: str) -> Reply:
    return calls(Call(name="write_file", arguments={"path": "src/App.tsx", "content": text}), FINISH)


@pytest.fixture
def world() -> World:
    made = World()
    made.compiler.respond = real_compile
    return made


def test_the_model_is_told_that_its_text_is_escaped_and_writes_it_anew(world: World) -> None:
    loop, run = LoopDriver.played([written(escape(GOOD)), written(GOOD)], world=world)
    refusal = outputs(loop)[1]
    assert "SYNTAX_ERROR" in refusal and "The text of this file is HTML-escaped" in refusal
    files = world.snapshots.get(run.tenant_id, run.app_id, run.candidate_tree)
    assert (run.status, files["src/App.tsx"].decode()) == ("completed", GOOD)


def test_nothing_of_an_escaped_text_is_kept(world: World) -> None:
    loop = LoopDriver([written(escape(GOOD, quote=number % 2 == 0)) for number in range(6)], world=world)
    run = loop.play()
    assert (run.status, run.outcome.revision_id) == ("failed", None)
    assert all("HTML-escaped" in said for said in outputs(loop)[1::2])

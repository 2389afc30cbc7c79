"""The timeline of a turn, as the README shows it: every gate, call and ending has its line, in order."""

from devkit.fakes.model import Call, Reply, calls
from devkit.fakes.tool_calls import write
from devkit.loop import BUILD_ERROR, LoopDriver
from scripts.transcript import timeline

FINISH = Call(name="finish", arguments={"summary": "Done.", "rationale": None, "assumptions": None})


def test_a_repaired_turn_is_told_from_the_first_word_to_the_revision() -> None:
    talk = Reply(text=("I add ", "a note."), calls=(write(BUILD_ERROR), FINISH))
    loop, run = LoopDriver.played([talk, calls(write("export {}\n"), FINISH)])
    emitted = list(timeline(loop.chunks(run)))
    order = [
        "I add a note.",
        "write_file src/note.ts",
        "BUILD",
        "src/note.ts:1 Unexpected",
        "REPAIR",
        "succeeded",
        "kept",
    ]
    places = [next(at for at, line in enumerate(emitted) if wanted in line) for wanted in order]
    assert places == sorted(places)
    assert emitted[-1].split() == ["completed", "Done."] and "2 calls" in emitted[-2]
    assert all(len(line) <= 116 and "\n" not in line for line in emitted)


def test_a_failed_turn_says_so() -> None:
    loop = LoopDriver([calls(Call(name="read_file", arguments="{not json"))] * 9)
    emitted = list(timeline(loop.chunks(loop.play())))
    assert any("refused" in line and "read_file" in line for line in emitted) and emitted[-1].split()[0] == "failed"

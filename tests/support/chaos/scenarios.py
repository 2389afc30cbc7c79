"""The ways a turn can go. Each names what the model says, who interferes, and how it may end."""

from devkit.fakes.engine import COMPILE_ERROR
from devkit.fakes.model import Call, Reply, calls, say
from devkit.fakes.tool_calls import write
from devkit.fakes.world import World
from devkit.loop import BUILD_ERROR
from shared.domain.revisions.revision import Build
from tests.support.chaos import people
from tests.support.chaos.storm import Person, Scenario

DONE = {"summary": "Done as asked.", "rationale": None, "assumptions": None}
FINISH = Call(name="finish", arguments=DONE)
BUILD = Call(name="build_project_worker", arguments={})
COMPILE = Call(name="compile_project", arguments={})
LIST = Call(name="list_files", arguments={})
END = calls(FINISH)
COMPLETED = ("completed", None)
STUCK, BUDGET = ("failed", "STUCK"), ("failed", "BUDGET_EXCEEDED")
UNAVAILABLE, CANCELLED = ("failed", "MODEL_UNAVAILABLE"), ("aborted", "CANCELLED")
CONFLICT, GONE = ("failed", "REVISION_CONFLICT"), ("aborted", "APP_DELETED")


def look(number: int) -> Reply:
    return calls(Call(name="search_code", arguments={"query": f"word{number}", "regex": None, "prefix": None}))


def verdict(decision: str) -> Reply:
    said = {"decision": decision, "reasoning": "Because.", "commit_message": "Add a note"}
    return calls(Call(name="verdict", arguments=said))


def silent(world: World, build: Build) -> Build:
    """A worker that never answers."""
    return build


MADE = calls(write(), FINISH, text=("I will ", "write ", "it."))
GOOD: dict[str, Scenario] = {
    "one change": Scenario((MADE,), END),
    "words only": Scenario((say("It is ", "a page."),), END),
    "many changes": Scenario(
        (*tuple(calls(write(f"export const n = {n};\n", f"src/n{n}.ts")) for n in range(6)), calls(BUILD), END), END
    ),
    "asks, thinks, writes": Scenario((Reply(reasoning=("Let me ", "see."), calls=(LIST,)), calls(COMPILE), MADE), END),
    "shown before it is kept": Scenario((MADE,), END, request={"review": "before"}),
    "judged and kept": Scenario((MADE,), END, verdicts=(verdict("approve"),), app={"evaluator": "model"}),
    "judged twice": Scenario(
        (MADE, calls(write("export const b = 1;\n"), FINISH)), END,
        verdicts=(verdict("reject"), verdict("approve")), app={"evaluator": "model"},
    ),
    "never good enough": Scenario(
        tuple(calls(write(f"export const b = {n};\n"), FINISH) for n in range(4)), END,
        ends=(("failed", "MAX_ITERATIONS"),), verdicts=(verdict("reject"),) * 3, app={"evaluator": "model"},
    ),
}  # fmt: skip
BROKEN: dict[str, Scenario] = {
    "a broken build, repaired": Scenario((calls(write(BUILD_ERROR), FINISH), MADE), END),
    "a broken build for ever": Scenario(
        tuple(calls(write(BUILD_ERROR + " " * n), FINISH) for n in range(4)), END, ends=(STUCK,)
    ),
    "does not compile, repaired": Scenario((calls(write(COMPILE_ERROR), FINISH), MADE), END),
    "never compiles": Scenario(
        tuple(calls(write(COMPILE_ERROR + " " * n), FINISH) for n in range(4)), END, ends=(STUCK,)
    ),
    "a worker that never answers": Scenario((MADE,), END, ends=(STUCK,), build=silent),
    "green, then broken": Scenario(
        (calls(write(), BUILD), *(calls(write(COMPILE_ERROR + " " * n), FINISH) for n in range(4))), END, ends=(STUCK,)
    ),
}
FAULTY: dict[str, Scenario] = {
    "cut once": Scenario(((MADE.model_copy(update={"cut_after": 2}), MADE),), END),
    "cut in a call": Scenario(((MADE.model_copy(update={"cut_after": 4, "argument_piece": 8}), MADE),), END),
    "always cut": Scenario((), say("All ", "is ", "well.", cut_after=1), ends=(UNAVAILABLE,)),
    "ended without an end": Scenario(((say("All ", "is.", end_after=1), MADE),), END),
    "rate limited": Scenario((MADE,), Reply(status=429, retry_after="1"), ends=(COMPLETED, UNAVAILABLE)),
    "rate limited from the start": Scenario((), Reply(status=429), ends=(UNAVAILABLE,)),
    "the service is down": Scenario((), Reply(status=503), ends=(UNAVAILABLE,)),
    "a wrong key": Scenario((), Reply(status=401), ends=(UNAVAILABLE,)),
}
NONSENSE: dict[str, Scenario] = {
    "garbled arguments": Scenario(
        (calls(Call(name="write_file", arguments='{"path": "src/no')),
         calls(Call(name="write_file", arguments="no JSON at all")), MADE), END,
    ),
    "unknown tools": Scenario((calls(Call(name="sudo"), Call(name="rm -rf /"), Call(name="")), MADE), END),
    "fifty identical calls": Scenario((), calls(*[LIST] * 50), ends=(STUCK,)),
    "one call for ever": Scenario((), calls(LIST), ends=(STUCK,)),
    "never comes to an end": Scenario(
        tuple(look(n) for n in range(40)), look(99), ends=(BUDGET,), request={"budget": {"model_calls": 8}}
    ),
    "runaway output": Scenario((calls(write()),), say(*["word " * 400] * 60), ends=(COMPLETED, BUDGET),
                               request={"budget": {"tokens": 20_000}}),
    "runaway cost": Scenario((calls(write()),), say(*["word " * 400] * 60), ends=(COMPLETED, BUDGET),
                             request={"budget": {"dollars": 0.025}}),
    "silence": Scenario((calls(write()),), Reply(), ends=(STUCK,)),
    "foreign files": Scenario(
        (calls(write("x", "../../etc/passwd"), write("x", "/etc/passwd"), write("x", ".env")), MADE), END
    ),
}  # fmt: skip
DISTURBED: dict[str, Scenario] = {
    "cancelled in the middle of a tool": Scenario(
        (calls(write(), COMPILE, write("export const later = 1;\n", "src/later.ts")),),
        END,
        ends=(CANCELLED,),
        people=(Person(people.cancel, "compiler.compile", 1),),
    ),
    "cancelled in the middle of a word": Scenario(
        (calls(write()), MADE), END, ends=(CANCELLED,), people=(Person(people.cancel, "model.chunk", 3),)
    ),
    "cancelled while it builds": Scenario(
        (MADE,), END, ends=(CANCELLED,), people=(Person(people.cancel, "worker.build", 1),)
    ),
    "cancelled any time": Scenario((MADE,), END, ends=(COMPLETED, CANCELLED), people=(Person(people.cancel),)),
    "somebody saves meanwhile": Scenario(
        (MADE,), END, ends=(CONFLICT,), people=(Person(people.save, "worker.build", 1),)
    ),
    "somebody saves any time": Scenario((MADE,), END, ends=(COMPLETED, CONFLICT), people=(Person(people.save),)),
    "two clients at once": Scenario(
        (MADE,), END, ends=(COMPLETED, CONFLICT), people=(Person(people.post), Person(people.post))
    ),
    "the app is deleted": Scenario(
        (calls(write()), MADE), END, ends=(GONE, COMPLETED, CONFLICT), people=(Person(people.delete),)
    ),
}
ASKED = {"autonomy": "semi_auto"}
WAITING: dict[str, Scenario] = {
    "approved": Scenario((MADE,), END, request=ASKED),
    "declined": Scenario((MADE,), END, request=ASKED, answers=("skip",)),
    "aborted": Scenario((MADE,), END, request=ASKED, answers=("abort",), ends=(CANCELLED,)),
    "nobody answers": Scenario(
        (MADE,), END, request=ASKED, answers=("timeout",), ends=(("interrupted", "APPROVAL_TIMEOUT"),)
    ),
    "two answers at once": Scenario((MADE,), END, request=ASKED, answers=("twice",)),
    "the draft moves while it waits": Scenario((MADE,), END, request=ASKED, answers=("saved",)),
    "others change the same place": Scenario(
        (calls(write()), calls(write("export const mine = 1;\n"), FINISH)), END, request=ASKED,
        answers=("approve", "clash"), ends=(CANCELLED,),
    ),
    "another run while it waits": Scenario((MADE,), END, request=ASKED, answers=("other",)),
    "cancelled any time, asked": Scenario(
        (MADE,), END, request=ASKED, ends=(COMPLETED, CANCELLED), people=(Person(people.cancel),)
    ),
}  # fmt: skip
SCENARIOS = GOOD | BROKEN | FAULTY | NONSENSE | DISTURBED | WAITING

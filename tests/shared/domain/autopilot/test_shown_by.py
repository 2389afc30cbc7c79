"""Which checks and tests show what a task asked for: by what they say of themselves, and never by a guess."""

import json

from devkit.fakes.planned import a_task
from devkit.fakes.samples import an_app
from shared.domain.autopilot.shown_by import shown_by
from shared.domain.base import Files
from shared.domain.planning.task import ShowingCheck

PRICE, MEMBER, EMPTY = "20 × 20 × 10 cm bisque cost 7.20 euro", "A member pays 5.76 euro", "Empty shows no price"
TASK = a_task(an_app(), acceptance_criteria=(PRICE, MEMBER, EMPTY))
BOTH = ("acceptance", "tests")


def check(title: str, *shows: str, run: str = "run_1") -> bytes:
    said = {"steps": [{"do": "open", "path": "/"}], "expect": [{"text": "7.20"}], "shows": [*shows]}
    return json.dumps({"title": title, "turn": {"run": run, "asked": "x"}, **said}).encode()


def found(files: Files, passed: tuple[str, ...] = BOTH, written: tuple[str, ...] = ()) -> list[ShowingCheck]:
    return [*shown_by(TASK, files, run_id="run_1", written=written, passed=passed)]


def at(name: str) -> str:
    return f"tests/acceptance/{name}.json"


def test_a_check_shows_the_criteria_that_it_names_word_for_word() -> None:
    files = {
        at("a"): check("A price", "20 x 20 x 10 cm bisque costs 7 euro"),
        at("b"): check("A bowl", f" {PRICE.upper()}. ", "of another task"),
        at("c"): check("a member pays 5.76 euro.", run="run_0"),
        at("d"): check("Of another turn", run="run_0"),
        at("e"): b"{",
    }
    assert [(one.kind, one.title, one.criteria) for one in found(files)] == [
        ("acceptance", "A bowl", (PRICE,)),
        ("acceptance", "a member pays 5.76 euro.", (MEMBER,)),
        ("acceptance", "A price", ()),
    ]
    assert found(files, passed=("tests",)) == []


def test_a_test_shows_a_criterion_that_stands_in_its_file() -> None:
    files = {
        "tests/fire.test.ts": f'it("{EMPTY}", () => {{}})'.encode(),
        "src/fire.ts": f"// {PRICE}".encode(),
        "tests/old.test.ts": MEMBER.encode(),
        "tests/odd.test.ts": b"\xff\xfe",
    }
    written = (*files, "tests/gone.test.ts")
    shown = [(one.path, one.criteria) for one in found(files, written=tuple(set(written) - {"tests/old.test.ts"}))]
    assert shown == [("tests/fire.test.ts", (EMPTY,)), ("tests/odd.test.ts", ())]
    assert found(files, passed=("acceptance",), written=written) == []


def test_a_word_or_two_stand_in_a_file_by_chance() -> None:
    task = TASK.model_copy(update={"acceptance_criteria": ("It works", "It works well")})
    files = {"a.test.ts": b"it works well"}
    (one,) = shown_by(task, files, run_id="run_1", written=files, passed=BOTH)
    assert one.criteria == ("It works well",)

"""The words that may not come back: found where they stand, and the glossary's list is the list."""

import pytest

from scripts.check_statuses import DOMAIN, PLACES, bare_values, changed_source, differences, function_at, places_in
from scripts.check_words import GLOSSARY, ROOT, found, replaced

WORDS = {"whoever": False, "told": True}


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        ("a.py", "x = 1\ndef for_whoever(): ...\n", ["a.py:2: whoever"]),
        (
            "a.py",
            "class WhoeverAsks: ...\nWHOEVER_ASKS = 1\nisWhoever = 2\n",
            [f"a.py:{line}: whoever" for line in (1, 2, 3)],
        ),
        ("a.md", "Whoever comes.\n", ["a.md:1: whoever"]),
        ("whoever.py", "", ["whoever.py:0: whoever"]),
        ("a.py", "told = last_told(x)\n", ["a.py:1: told", "a.py:1: told"]),
        ("told_it.py", "", ["told_it.py:0: told"]),
        ("a.py", '"""As it is told."""  # told\n', []),
        ("a.md", "As it is told.\n", []),
        ("a.py", "def test_what_is_told(): ...\n", []),
        ("a.py", "retold = untold_x = mistolds\n", []),
    ],
)
def test_a_word_is_found_in_names_and_where_it_may_not_be_in_sentences(
    path: str, text: str, expected: list[str]
) -> None:
    assert list(found(path, text, WORDS)) == expected


def test_the_list_is_the_glossarys() -> None:
    words = replaced((ROOT / GLOSSARY).read_text())
    assert words["whoever"] is False and words["told"] is True and len(words) > 10


KIND = '''class Light(Status):
    """Of a crossing."""

    RED = "red"
    GREEN = "green"

    @property
    def stops(self) -> bool:
        return self == Light.RED
'''
NAMED = [(enum, place) for enum, places in PLACES.items() for place in places]


def test_each_enum_gets_a_member_and_no_line_moves() -> None:
    changed = changed_source(KIND)
    assert changed is not None and changed.splitlines()[4] == '    GREEN = "green"; MADE_UP = "made_up"'
    assert len(changed.splitlines()) == len(KIND.splitlines())
    assert changed_source("class Light(Colour):\n    RED = 1\n") is None
    assert changed_source("class Status(StrEnum):\n    pass\n") == "class Status(Enum):\n    pass\n"


def test_a_place_is_named_by_its_module_and_function() -> None:
    assert function_at(KIND, 9) == "Light.stops" and function_at("x = 1\n", 1) == ""
    source = (DOMAIN / "builds" / "build_status.py").read_text().splitlines()
    line = source.index("                assert_never(self)") + 1
    said = (
        'shared/domain/builds/build_status.py:{line}: error: Argument 1 to "assert_never" has incompatible type '
        '"Literal[BuildStatus.MADE_UP]"; expected "Never"  [arg-type]'
    )
    other = "shared/domain/builds/build_status.py:25: error: Missing return statement  [return]"
    assert [*places_in([said.format(line=line), other])] == [("BuildStatus", "build_status.BuildStatus.finished")]


def test_a_place_that_is_missing_or_new_fails() -> None:
    assert not [*differences(PLACES, NAMED)]
    assert [*differences(PLACES, NAMED[1:])] == ["no longer exhaustive for {}: {}".format(*NAMED[0])]
    assert [*differences(PLACES, [*NAMED, ("RunStatus", "run.thing")])] == ["not in PLACES for RunStatus: run.thing"]


def test_an_enum_that_is_not_listed_fails() -> None:
    fewer = {enum: places for enum, places in PLACES.items() if enum != "RunFilter"}
    assert [*differences(fewer, NAMED)] == ["not in PLACES: RunFilter"]


@pytest.mark.parametrize("form", ['copy(update={{"status": {0}, "stage": {1}}})', "change(status={0}, stage={1})"])
def test_a_word_that_no_type_checker_sees_is_found(form: str) -> None:
    words = {"failed", "completed"}
    bare = "run." + form.format('"failed" if broken else "completed"', '"failed"')
    assert len([*bare_values(bare, words)]) == 1
    assert not [*bare_values("run." + form.format("RunStatus.FAILED", '"failed"'), words)]
    assert not [*bare_values('{"status": RunStatus.FAILED, "note": "failed"}', words)]

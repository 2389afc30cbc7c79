"""Whole turns: the author over the real tools and a tree in memory."""

import pytest

from local.offline_model import speech
from shared.domain.agent.model_messages import UserMessage
from shared.domain.base import Files
from shared.domain.builds.compile_report import CompileReport
from shared.domain.diagnostics import Diagnostic
from shared.domain.publishing.scan_tree import scan_tree
from shared.services.assets.load_advisories import load_advisories
from shared.services.assets.load_templates import load_templates
from shared.tools.registry import CODER_TOOLS
from tests.support.author.author_driver import Turn, drive

PACKS = ["react", "vue", "svelte", "vanilla"]
BROKEN = CompileReport(
    ok=False, diagnostics=[Diagnostic(code="SYNTAX", message="unexpected token", path="src/App.tsx")]
)


@pytest.fixture(params=PACKS)
def pack(request: pytest.FixtureRequest) -> Files:
    return load_templates()[request.param].files


def react() -> Files:
    return load_templates()["react"].files


# ---- what it says of itself --------------------------------------------------------------------------------------


def test_the_first_answer_says_that_it_is_a_demonstration(pack: Files) -> None:
    turn = drive(pack, "make it blue")
    assert "offline demonstration" in turn.words
    assert "OPENAI_API_KEY" in turn.words
    assert "offline demonstration" not in drive(turn.files, "make it green", history=turn.items).words


@pytest.mark.parametrize("message", ["hello", "what can you do?", "connect my database", ""])
def test_what_it_does_not_understand_changes_nothing_and_gets_examples(pack: Files, message: str) -> None:
    turn = drive(pack, message)
    assert turn.files == pack
    assert "nothing was changed" in turn.words
    assert "to-do list" in turn.words
    assert turn.tools == ["finish"]


def test_undo_points_to_the_builder(pack: Files) -> None:
    turn = drive(pack, "undo that")
    assert turn.files == pack
    assert "restore an earlier revision" in turn.words


def test_every_example_it_gives_is_one_it_understands(pack: Files) -> None:
    from local.offline_model.understand import understand

    quoted = [part.split("”")[0] for part in speech.EXAMPLES.split("“")[1:]]
    assert len(quoted) > 10
    for example in quoted:
        assert understand(example), example


def test_nothing_that_it_makes_of_its_examples_is_unsafe(pack: Files) -> None:
    for example in (part.split("\u201d")[0] for part in speech.EXAMPLES.split("\u201c")[1:]):
        assert scan_tree(drive(pack, example).files, load_advisories()) == [], example


# ---- words and looks ---------------------------------------------------------------------------------------------


def test_title_name_and_words(pack: Files) -> None:
    title, tagline = "Fresh <bread> & more", "We {bake} at night"
    turn = drive(
        pack, f'change the title to "{title}" and rename the app to Crumb and change the tagline to "{tagline}"'
    )
    content = turn.text("src/content.ts")
    assert 'title: "Fresh \\u003cbread> & more"' in content
    assert 'name: "Crumb"' in content
    assert 'lead: "We {bake} at night"' in content
    assert "<title>Crumb</title>" in turn.text("index.html")


def test_a_title_alone_is_headline_browser_title_and_brand_of_the_starter(pack: Files) -> None:
    turn = drive(pack, "change the title to Hello World")
    assert turn.text("src/content.ts").count('"Hello World"') == 2
    assert "<title>Hello World</title>" in turn.text("index.html")
    assert "Hello World" in turn.summary


def test_the_headline_of_an_app_that_is_one_widget_can_be_changed(pack: Files) -> None:
    first = drive(pack, "make a to-do list called Groceries")
    second = drive(first.files, "change the title to Shopping", history=first.items)
    (section,) = [path for path in second.files if "todolist" in path.lower()]
    assert 'const title = "Shopping";' in second.text(section)


def test_words_are_replaced_wherever_they_stand(pack: Files) -> None:
    turn = drive(pack, 'replace "See what is inside" with "Look "around""')
    assert "search_code" in turn.tools
    missing = drive(pack, 'replace "no such words anywhere" with "x"')
    assert missing.files == pack
    assert "nowhere" in missing.summary


def test_colours_and_modes_over_several_turns(pack: Files) -> None:
    first = drive(pack, "dark theme")
    second = drive(first.files, "now make it green", history=first.items)
    theme = second.text("src/styles/theme.css")
    assert "color-scheme: dark;" in theme
    assert theme != first.text("src/styles/theme.css")
    assert second.tools.count("write_file") == 0


def test_what_already_is_so_is_said_and_costs_no_edit(pack: Files) -> None:
    first = drive(pack, "dark theme")
    again = drive(first.files, "dark theme", history=first.items)
    assert again.files == first.files
    assert "already" in again.summary


# ---- sections ----------------------------------------------------------------------------------------------------


def test_an_added_section_is_on_the_page_and_in_the_menu(pack: Files) -> None:
    turn = drive(pack, "add an FAQ section")
    assert '{ label: "FAQ", href: "#faq" }' in turn.text("src/content.ts")
    assert 'href: "#features"' in turn.text("src/content.ts")
    assert len(turn.files) == len(pack) + 1
    assert "placeholders" in str(turn.finished)


def test_a_section_added_twice_stands_once(pack: Files) -> None:
    first = drive(pack, "add pricing")
    second = drive(first.files, "add pricing", history=first.items)
    assert second.files == first.files


def test_a_whole_app_replaces_the_starter_and_keeps_its_test_true(pack: Files) -> None:
    turn = drive(pack, "a to-do list with a dark theme called Groceries")
    assert not [path for path in turn.files if "hero" in path.lower() and path.startswith("src/sections")]
    assert "color-scheme: dark;" in turn.text("src/styles/theme.css")
    (test,) = [path for path in turn.files if path.lower().startswith("tests/app.test")]
    assert "features" not in turn.text(test)


def test_a_page_that_is_somebodys_is_never_replaced(pack: Files) -> None:
    first = drive(pack, "change the title to My shop")
    second = drive(first.files, "make a counter", history=first.items)
    assert [path for path in second.files if "hero" in path.lower() and path.startswith("src/sections")]
    assert "counter" in second.summary.lower()


def test_a_section_can_be_removed_again(pack: Files) -> None:
    first = drive(pack, "add a gallery")
    second = drive(first.files, "remove the gallery", history=first.items)
    assert '"#gallery"' not in second.text("src/content.ts")
    assert not [path for path in second.files if "gallery" in path.lower()]
    third = drive(second.files, "remove the banana section", history=second.items)
    assert third.files == second.files
    assert "no section called" in third.summary


def test_a_file_of_somebody_else_is_not_overwritten() -> None:
    own = b"export default function About() {\n  return <p>mine</p>;\n}\n"
    turn = drive({**react(), "src/sections/About.tsx": own}, "add an about section")
    assert turn.files["src/sections/About.tsx"] == own
    assert "<AboutBlock />" in turn.text("src/App.tsx")


def test_a_project_it_does_not_know_is_left_alone() -> None:
    files = {path: text for path, text in react().items() if not path.startswith("src/")}
    turn = drive(files, "add a gallery")
    assert turn.files == files
    assert "do not know how this project is put together" in turn.summary


def test_a_long_file_is_read_whole_before_it_is_edited() -> None:
    content = react()["src/content.ts"] + b"".join(
        b"export const n%d = %d; // filler filler\n" % (n, n) for n in range(600)
    )
    turn = drive({**react(), "src/content.ts": content}, "change the title to Long")
    assert turn.text("src/content.ts").count("filler filler") == 600
    assert '"Long"' in turn.text("src/content.ts")


# ---- when things go wrong ----------------------------------------------------------------------------------------


def failing(times: int, seen: list[Files], message: str = "add an FAQ section and make it blue") -> Turn:
    def compile_tree(files: Files) -> CompileReport:
        seen.append(files)
        return BROKEN if len(seen) <= times else CompileReport(ok=True)

    return drive(react(), message, compile_tree=compile_tree)


def test_one_failed_check_is_repaired_by_writing_whole_files() -> None:
    turn = failing(1, [])
    assert "FAQ" in turn.text("src/content.ts")
    assert "write the files as a whole" in turn.words
    assert "questions and answers" in turn.summary


def test_a_second_failed_check_puts_everything_back_and_says_so() -> None:
    seen: list[Files] = []
    turn = failing(2, seen, "a to-do list called Groceries")
    assert turn.files == react()
    assert "put every file back" in turn.summary
    assert "unexpected token" in turn.summary
    assert len(seen) == 3


def test_a_project_that_was_broken_before_is_not_blamed_on_the_change() -> None:
    turn = failing(99, [])
    assert turn.files == react()
    assert "with my change or without it" in turn.summary


def test_a_failed_build_after_finish_is_repaired_too() -> None:
    problems = ["src/App.tsx: error TS1005", None]
    turn = drive(react(), "add an FAQ section", build=lambda _: problems.pop(0) if problems else None)
    assert turn.tools.count("finish") == 2
    assert "FAQ" in turn.text("src/content.ts")


def test_builds_that_keep_failing_end_with_the_old_project() -> None:
    tries: list[Files] = []

    def build(files: Files) -> str | None:
        tries.append(files)
        return "vite: error everything is wrong" if files != react() else None

    turn = drive(react(), "add an FAQ section", build=build)
    assert turn.files == react()
    assert "put every file back" in turn.summary
    assert len(tries) == 3


def test_without_edit_file_it_writes_whole_files() -> None:
    tools = [name for name in CODER_TOOLS if name != "edit_file"]
    turn = drive(react(), "change the title to Hello", tools=tools)
    assert '"Hello"' in turn.text("src/content.ts")


@pytest.mark.parametrize("tools", [[], ["finish"], ["list_files", "read_file", "finish"]])
def test_without_the_tools_it_needs_it_says_so(tools: list[str]) -> None:
    turn = drive(react(), "change the title to Hello", tools=tools)
    assert turn.files == react()
    assert "nothing was changed" in turn.words + turn.summary or "had to stop" in turn.words + turn.summary


def test_the_last_call_without_tools_gets_a_summary() -> None:
    turn = drive(react(), "change the title to Hello")
    last = drive(react(), "change the title to Hello", history=[UserMessage(content="x")], tools=[])
    assert turn.finished
    assert last.replies[-1].calls == ()

"""The demonstration reads a specification by the words of obligation in it, and builds what it reads."""

import json

import pytest

from devkit.fakes.planned import a_task
from devkit.fakes.world import World
from local.offline_model.author import author
from local.offline_model.wish import read_wish
from shared.domain.agent.model_messages import ModelRequest, UserMessage
from shared.services.autopilot.read_intent import INSTRUCTIONS as INTENT
from shared.services.planning.ingest.read_leaf import INSTRUCTIONS as READ
from shared.services.planning.ingest.write_tasks import INSTRUCTIONS as TASKS
from shared.services.planning.propose.write_change import PLAN_INSTRUCTIONS, TEXT_INSTRUCTIONS
from shared.services.runs.start.order_run import words_for

PART = """<headings>
| Bakery
</headings>

<part>
| # Bakery
|
| We bake since 1962. The page must show a
| pricing section. Version 2.0 shall be dark green!
|
| - Visitors should be able to see a gallery.
| - Change the title to Fresh bread daily
| - nice
</part>"""


def answer(instructions: str, said: str) -> dict[str, object]:
    asked = ModelRequest(model="offline-demo", instructions=instructions, items=(UserMessage(content=said),))
    found: dict[str, object] = json.loads("".join(author(asked).text))
    return found


def test_sentences_that_oblige_become_requirements_with_their_own_words() -> None:
    found = answer(READ, PART)["requirements"]
    assert isinstance(found, list)
    assert [(one["title"], one["quote"]) for one in found] == [
        ("The page must show a pricing section", "The page must show a pricing section."),
        ("Version 2.0 shall be dark green", "Version 2.0 shall be dark green!"),
        ("Visitors should be able to see a gallery", "Visitors should be able to see a gallery."),
        ("Change the title to Fresh bread daily", "Change the title to Fresh bread daily"),
    ]


@pytest.mark.parametrize(
    ("message", "intent"),
    [
        ("Start phase 1, please", "START_BUILD"),
        ("go on", "CONTINUE_BUILD"),
        ("Please pause", "PAUSE_AUTOPILOT"),
        ("Is it done?", "QUESTION"),
    ],
)
def test_an_intent_is_told_by_its_words(message: str, intent: str) -> None:
    said = answer(INTENT, f"<project>\n| Bakery\n</project>\n\n<message>\n| {message}\n</message>")
    assert said["intent"] == intent and (intent == "QUESTION") == (float(str(said["confidence"])) < 0.6)


def test_of_a_run_for_a_task_only_the_task_is_carried_out() -> None:
    app, _ = World().make_app()
    task = a_task(app, description="Add a gallery", acceptance_criteria=("The prices are in a table",))
    assert read_wish(words_for("implement_feature", task)).text == "Add a gallery"
    assert read_wish("Add a table").text == "Add a table"


def test_what_is_called_urgent_by_its_title_is_proposed_first_and_nothing_else() -> None:
    nodes = "| n0 phase: Shop (planned, priority normal)\n| n1 epic in n0: Returns (planned, priority normal)"
    said = "<message>\n| The returns are urgent.\n</message>\n\n<nodes>\n{}\n</nodes>\n\n<tasks>\n| -\n</tasks>"
    lifted = {"op": "set_priority", "id": "n1", "priority": "high", "quote": "The returns are urgent."}
    assert answer(PLAN_INSTRUCTIONS, said.format(nodes)) == {"operations": [lifted]}
    assert answer(PLAN_INSTRUCTIONS, said.replace("urgent", "nice").format(nodes)) == {"operations": []}


def test_an_epic_gets_a_task_for_each_of_its_stories_with_its_criterion() -> None:
    node = "<node>\n| epic: Shelf\n</node>\n\n<inside>\n| n1 story: The page must show a gallery\n"
    said = f"{node}| n2 story: The page must be blue\n</inside>"
    tasks = answer(TASKS, said)["tasks"]
    assert isinstance(tasks, list)
    assert [(one["title"], one["acceptance_criteria"], one["parts"]) for one in tasks] == [
        ("The page must show a gallery", ["The page must show a gallery"], ["n1"]),
        ("The page must be blue", ["The page must be blue"], ["n2"]),
    ]


def test_words_between_quotation_marks_are_replaced_in_the_text() -> None:
    said = '<message>\n| Please replace "30 days" with "60 days".\n</message>'
    edit = {"old": "30 days", "new": "60 days", "quote": 'replace "30 days" with "60 days"'}
    assert answer(TEXT_INSTRUCTIONS, said) == {"edits": [edit]}
    assert answer(TEXT_INSTRUCTIONS, "<message>\n| Hm.\n</message>") == {"edits": []}

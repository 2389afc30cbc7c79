"""What rules say about a write or a command before a model is asked."""

import pytest

from devkit.fakes.clock import START
from devkit.fakes.planned import a_blueprint, a_node, a_task
from devkit.fakes.samples import an_app
from shared.domain.brain.alignment import Action, aligned_by_rules, findings_of
from shared.domain.brain.decision import Decision

APP = an_app()
TASK = a_task(APP, expected_files=("src/cart.ts", "src/pages"))
NODE = a_node(a_blueprint(APP), title="Cart")


def decided(words: str, *forbids: str) -> Decision:
    return Decision(decision=words, at=START, forbids=list(forbids))


def edit(*paths: str, added: str = "", **over: tuple[str, ...]) -> Action:
    return Action("file_edit", paths, added, **over)  # type: ignore[arg-type]  # only names of tuples come here


def test_what_the_task_expects_is_aligned() -> None:
    paths = ("src/cart.ts", "src/pages/Home.tsx", "tests/cart.test.ts", "src/cart.css", "package-lock.json")
    found = aligned_by_rules(findings_of(edit(*paths), TASK, []), NODE)
    assert (found.status, found.alignment_score, found.reasons, found.judged_by) == ("aligned", 1.0, "", "rules")
    assert [one.model_dump() for one in found.related_plan_nodes] == [{"id": NODE.id, "title": "Cart", "kind": "phase"}]
    assert findings_of(edit("anything.ts"), a_task(APP), []) == [] == findings_of(edit("anything.ts"), None, [])


def test_a_file_outside_the_task_is_risky() -> None:
    found = aligned_by_rules(findings_of(edit("src/login.ts", "src/cart.ts"), TASK, []), None)
    assert (found.status, found.alignment_score) == ("risky", 0.5) and "src/login.ts" in found.reasons


def test_a_word_that_a_decision_forbids_conflicts_and_names_it() -> None:
    decision = decided("Use Postgres", "mysql")
    found = aligned_by_rules(findings_of(edit("src/cart.ts", added='import "MySQL"'), TASK, [decision]), None)
    assert (found.status, found.alignment_score) == ("conflicting", 0.0)
    assert [one.model_dump() for one in found.related_decisions] == [{"id": decision.id, "title": "Use Postgres"}]
    command = Action("terminal_command", added="npm install mysql2")
    assert findings_of(command, TASK, [decision]) == []


@pytest.mark.parametrize(
    ("decision", "added", "risky"),
    [
        ("No login", "a login form", True), ("No login", "blogging", False), ("Never use jQuery", "a jquery", True),
        ("Do not use any lodash.", "import lodash", True), ("No more than ten rows", "more rows", False),
        ("Tabs", "no tabs", False), ("Without cookies", "cookies", True), ("No", "no", False),
    ],
)  # fmt: skip
def test_what_a_decision_says_no_to_is_risky(decision: str, added: str, risky: bool) -> None:
    found = findings_of(edit(added=added), None, [decided(decision)])
    assert [one.status for one in found] == (["risky"] if risky else [])


def test_what_others_use_and_earlier_checks_are_risky() -> None:
    action = edit("src/cart.ts", still_used=("src/cart.ts: total",), checks=("A cart has a sum",))
    found = aligned_by_rules(findings_of(action._replace(unsafe=True), TASK, []), None)
    assert found.status == "risky" and len(found.reasons.splitlines()) == 3

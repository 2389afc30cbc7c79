"""A snapshot says how a project stands, from its facts alone."""

from devkit.fakes.clock import START
from devkit.fakes.planned import a_blueprint, a_node, a_task
from devkit.fakes.samples import an_app
from shared.domain.brain.decision import Decision
from shared.domain.brain.snapshot import Progress, ProjectFacts, metrics_of, snapshot_text
from shared.domain.planning.plan_node import PlanNode
from shared.domain.planning.task import Dependency
from shared.domain.planning.words import NodeStatus, TaskState

APP = an_app()
BLUEPRINT = a_blueprint(APP)


def test_a_new_project_has_all_sections_and_knows_nothing() -> None:
    text = snapshot_text(ProjectFacts(name="Shop"))
    assert [line[3:] for line in text.splitlines() if line.startswith("## ")] == [
        "Goals", "Active phases & status", "Key decisions & constraints", "Top open tasks", "Recent progress",
        "Top risks & unknowns",
    ]  # fmt: skip
    assert "- Shop" in text and text.count("None known.") == 5


def test_it_names_what_matters() -> None:
    phase = a_node(BLUEPRINT, title="MVP", status=NodeStatus.IN_PROGRESS)
    first, small = a_task(APP, description="Cart"), a_task(APP, description="Map", effort="XS", priority="high")
    waits = a_task(APP, description="Pay", priority="high", depends_on=(Dependency(task_id=first.id),))
    done = a_task(APP, description="Done", state=TaskState.DONE, unproven=True)
    noted = Decision(decision="x", at=START, by="autopilot")
    facts = ProjectFacts(
        name="Shop", plan_title="Shop 1", instructions="Be calm", requirements={"pages": ["Home", "Cart"]}, phase=phase,
        nodes=[phase, a_node(BLUEPRINT, phase, title="Old", stale="The text says otherwise")],
        tasks=[first, small, waits, done], decisions=[Decision(decision="No login", reason="static", at=START), noted],
        runs=[Progress(text="Built it", ok=True), Progress(text="Map: failed", ok=False)],
        draft_fails="The draft does not build.", runs_failed=1,
    )  # fmt: skip
    text = snapshot_text(facts)
    tops = text.partition("## Top open tasks\n")[2].partition("\n\n")[0].splitlines()
    assert tops == ["- Map (high, XS)", "- Cart (normal, M)", "- Pay (high, M)"]
    for words in (
        "- Shop 1", "Be calm", "- Home\n- Cart\n", "MVP (in progress, active)", "No login (static)", "- Built it",
        "Map: failed", "Old: The text says otherwise", "called done without evidence: Done", "does not build",
    ):  # fmt: skip
        assert words in text
    assert metrics_of(facts) == {
        "open_tasks": 3, "tasks_in_progress": 0, "tasks_done": 1, "plan_nodes": 2, "plan_nodes_done": 0, "stale": 1,
        "decisions": 2, "runs_in_progress": 0, "runs_failed": 1,
    }  # fmt: skip


def test_what_a_phase_needs_and_what_is_open_are_risks_until_they_are_over() -> None:
    phase = a_node(BLUEPRINT, title="Phase 2", needs=("server",))
    nodes = [phase, a_node(BLUEPRINT, phase, title="Mail", needs=("mail",))]
    asked = a_node(BLUEPRINT, title="Whether it is in Polish", is_question=True)

    def risks(*given: PlanNode) -> list[str]:
        return snapshot_text(ProjectFacts(name="Shop", nodes=given)).partition("unknowns\n")[2].splitlines()

    assert risks(*nodes, asked) == [
        "- Phase 2 needs a server and sending of mail, which a published app here has not",
        "- open question: Whether it is in Polish",
    ]
    over = [one.model_copy(update={"status": NodeStatus.DONE}) for one in nodes]
    assert risks(*over, asked.model_copy(update={"answer": "Yes"})) == ["None known."]


def test_phases_stand_in_the_order_of_the_plan() -> None:
    nodes = [a_node(BLUEPRINT, title=f"Phase {number}", order_index=number) for number in (2, 0, 1)]
    lines = snapshot_text(ProjectFacts(name="Shop", nodes=nodes)).partition("status\n")[2].splitlines()[:3]
    assert [line.partition(" (")[0] for line in lines] == ["- Phase 0", "- Phase 1", "- Phase 2"]


def test_a_name_is_said_once_and_a_phase_that_is_done_is_not_worked_on() -> None:
    def goal(name: str, plan: str | None) -> str:
        return snapshot_text(ProjectFacts(name=name, plan_title=plan)).splitlines()[1]

    assert goal("Kiln Street", "Kiln Street: our web app") == "- Kiln Street: our web app"
    assert goal("Kiln Street", "kiln street") == goal("Kiln Street", None) == "- Kiln Street"
    assert goal("Pots", "Kiln Street") == "- Pots: Kiln Street"
    done = a_node(BLUEPRINT, title="MVP", status=NodeStatus.DONE)
    assert "- MVP (done)\n" in snapshot_text(ProjectFacts(name="Shop", nodes=[done], phase=done))


def test_its_fingerprint_changes_with_what_it_says() -> None:
    facts = ProjectFacts(name="Shop", tasks=[a_task(APP)])
    assert facts.fingerprint == facts.model_copy().fingerprint
    assert facts.fingerprint != facts.model_copy(update={"runs_in_progress": 1}).fingerprint

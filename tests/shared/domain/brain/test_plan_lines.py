"""What a model is shown of a whole plan when somebody asks about it."""

from devkit.fakes.clock import START
from devkit.fakes.planned import a_blueprint, a_node, a_task
from devkit.fakes.samples import an_app
from shared.domain.brain.bundle import bundle_of, bundle_text
from shared.domain.brain.plan_lines import plan_lines
from shared.domain.planning.plan import Plan
from shared.domain.planning.task import Dependency
from shared.domain.planning.words import TaskState

APP = an_app()
BLUEPRINT = a_blueprint(APP)


def test_phases_say_how_many_of_their_tasks_are_done_and_tasks_what_they_wait_for() -> None:
    first = a_node(BLUEPRINT, title="Phase 1", order_index=0)
    second = a_node(BLUEPRINT, title="Phase 2", order_index=1)
    inner = a_node(BLUEPRINT, title="Bill", kind="epic", parent_id=first.id)
    store = a_task(APP, description="Keep the book", source_plan_node_id=first.id, state=TaskState.DONE)
    bill = a_task(APP, description="Work out\na bill", source_plan_node_id=inner.id)
    after = {"depends_on": (Dependency(task_id=bill.id),), "order_index": 1}
    show = a_task(APP, description="Show the bill", source_plan_node_id=first.id, **after)
    plan = Plan.of([show, bill, store], [second, inner, first], START)
    assert [*plan_lines(plan, first.id)] == [
        "- phase Phase 1 (planned, active): 1 of 3 tasks done",
        "- phase Phase 2 (planned): 0 of 0 tasks done",
        "Tasks of the active phase:",
        "- Keep the book (done)",
        "- Show the bill (blocked, waits for: Work out\na bill)",
        "- Work out\na bill (open)",
    ]
    said = bundle_text(bundle_of("Explain the plan", tasks=[bill], plan=[*plan_lines(plan, first.id)]))
    assert "How the plan stands:\n- phase Phase 1" in said and "- Work out a bill (open)" in said
    assert "Other tasks" not in said
    assert [*plan_lines(Plan.of([], [], START), "node_gone")] == []

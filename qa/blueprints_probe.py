"""A document becomes a plan, and a node of the plan gets tasks that are linked with it."""

from qa.steps import Json, Steps, every, require

TITLE = "Smoke check of planning"
TEXT = """\
# Smoke check of planning

A bakery wants a page of its own.

## Phase 1: The page

### What guests see

- The page must show a gallery.
- The page must show an FAQ section.

## Phase 2: Orders

### Ordering

Guests must be able to order bread by a contact form.
"""


def probe(steps: Steps) -> None:
    """ProbeFailed, or an error of the API, at the first step that does not come out."""
    with steps.app(TITLE) as app_id:
        with steps.step("a document is stored, its blueprint is active and being read"):
            blueprint_id = steps.plan(app_id, TITLE, TEXT)
        with steps.step("it is a plan, every requirement with its words in the text") as said:
            steps.ended(lambda: steps.get(f"/blueprints/{blueprint_id}")["ingestion_job"])
            nodes = [*every(steps.get(f"/blueprints/{blueprint_id}")["plan_tree"])]
            said.append(f"{len(nodes)} nodes")
            node = _check_nodes(nodes)
        with steps.step("tasks are written for one node") as said:
            steps.post(f"/plan_nodes/{node['id']}/generate_tasks")
            steps.ended(lambda: steps.get(f"/blueprints/{blueprint_id}/tasks_job"))
            said.append(node["title"])
        with steps.step("they are linked with it, and can be started") as said:
            said.append(f"{_check_tasks(steps, app_id, node)} tasks")


def _check_nodes(nodes: list[Json]) -> Json:
    """The first node without others in it."""
    phases = [node["title"] for node in nodes if node["kind"] == "phase"]
    require(len(phases) == 2, f"two phases are in the text, {phases} in the plan")
    inner = [node for node in nodes if not node["children"]]
    for node in inner:
        start, end = node["start_offset"], node["end_offset"]
        require(start is not None and bool(TEXT[start:end].strip()), f"{node['title']} has no place in the text")
    return inner[0]


def _check_tasks(steps: Steps, app_id: str, node: Json) -> int:
    """How many tasks the node has."""
    tasks = steps.get(f"/projects/{app_id}/tasks?node={node['id']}")["items"]
    require(bool(tasks), "the node has no task")
    sources = {task["metadata_json"]["source_plan_node_id"] for task in tasks}
    require(sources == {node["id"]}, f"its tasks are linked with {sources}")
    own = {task["id"] for task in steps.get(f"/plan_nodes/{node['id']}")["tasks"]}
    require(own == {task["id"] for task in tasks}, "the node names other tasks than the list has")
    following = {task["id"] for task in steps.get(f"/projects/{app_id}/next_tasks")["items"]}
    require(bool(own & following), "none of them can be started")
    return len(tasks)

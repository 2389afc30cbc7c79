"""What a run is given of 5,000 tasks and 10,000 memory items, beside a single read of the same items.

Both read them out of DynamoDB's wire format, kept in this process in pages of a megabyte: what is measured is ours.
"""

import os
import statistics
import time
from bisect import bisect_left
from collections.abc import Iterator
from typing import Any

from benchmarks.report import report
from devkit.fakes.clock import START
from devkit.fakes.planned import a_blueprint, a_node, a_task
from devkit.fakes.samples import an_app
from devkit.fakes.world import World
from shared.adapters.dynamo.brain import brain_stores
from shared.adapters.dynamo.planning import DynamoPlanStore
from shared.adapters.dynamo.table.table import Table
from shared.domain.apps.app import App
from shared.domain.brain.bundle import bundle_text
from shared.domain.brain.items import MemoryItem
from shared.domain.ids import new_id
from shared.domain.planning.plan_change import PlanChange, PlanGraph
from shared.services.brain.build_bundle import build_bundle
from shared.services.loop_ports import LoopPorts

_TASKS, _MEMORY, _NODES, _ROUNDS = 5_000, 10_000, 1_000, 9
_PAGE_BYTES = 1_000_000
_WORDS = (
    "cart", "sum", "price", "order", "login", "page", "list", "map", "colour", "photo", "mail", "form", "search",
    "table", "owner", "day", "hour", "invoice",
)  # fmt: skip


class MemoryTable:
    """As much of DynamoDB's client as reading a plan and a memory needs. `calls` counts the reads."""

    def __init__(self) -> None:
        self.calls = 0
        self._rows: dict[str, dict[str, tuple[Any, int]]] = {}
        self._sorted: dict[str, list[str]] = {}

    def transact_write_items(self, TransactItems: list[Any]) -> None:
        for write in TransactItems:
            if "Put" in write:
                self.put_item(**write["Put"])

    def put_item(self, Item: Any, **_: Any) -> None:
        self._rows.setdefault(Item["PK"]["S"], {})[Item["SK"]["S"]] = Item, len(str(Item))

    def update_item(self, **_: Any) -> None:
        """Counts are not read."""

    delete_item = update_item

    def get_item(self, Key: Any, **_: Any) -> Any:
        self.calls += 1
        found = self._rows.get(Key["PK"]["S"], {}).get(Key["SK"]["S"])
        return {"Item": found[0]} if found else {}

    def query(self, **asked: Any) -> Any:
        self.calls += 1
        values = {name: value["S"] for name, value in asked["ExpressionAttributeValues"].items()}
        keys = self._keys(values[":pk"])
        chosen = keys[bisect_left(keys, values[":first"]) : bisect_left(keys, values[":last"])]
        chosen = chosen if asked["ScanIndexForward"] else chosen[::-1]
        after = asked.get("ExclusiveStartKey")
        start = chosen.index(after["SK"]["S"]) + 1 if after else 0
        page, size = list[Any](), 0
        for key in chosen[start:]:
            item, bytes_ = self._rows[values[":pk"]][key]
            page.append(item)
            size += bytes_
            if size > _PAGE_BYTES:
                return {"Items": page, "LastEvaluatedKey": {"PK": item["PK"], "SK": item["SK"]}}
        return {"Items": page}

    def _keys(self, partition: str) -> list[str]:
        if partition not in self._sorted:
            self._sorted[partition] = sorted(self._rows.get(partition, {}))
        return self._sorted[partition]


def main() -> None:
    """Rounds alternate: all items read and made into values, then the bundle of a request (which reads them too)."""
    client = MemoryTable()
    ports, app = _filled(client)
    reads, bundles, calls = list[float](), list[float](), list[int]()
    text = ""
    for number in range(_ROUNDS):
        started, before = time.perf_counter(), client.calls
        items = [*ports.plans.tasks(app.tenant_id, app.id), *ports.brain.memory.all(app.tenant_id, app.id)]
        read, read_calls = time.perf_counter(), client.calls - before
        words = " ".join(_some(number * 31, 12))
        text = bundle_text(build_bundle(app, f"Change the {words} as we said", None, ports))
        bundles.append((time.perf_counter() - read) * 1000)
        reads.append((read - started) * 1000)
        calls.append(client.calls - before - read_calls)
        assert len(items) == _TASKS + _MEMORY and text
    detail = {
        "tasks": _TASKS, "memory": _MEMORY, "plan_nodes": _NODES, "calls": statistics.median(calls),
        "calls_of_the_read": read_calls, "characters": len(text), "load": round(os.getloadavg()[0], 1),
    }  # fmt: skip
    name = "reading the same tasks and memory items"
    report("context_bundle", bundles, "ms", baseline=statistics.median(reads), baseline_name=name, detail=detail)


def _filled(client: MemoryTable) -> tuple[LoopPorts, App]:
    table = Table(client, "bench")
    plans, brain = DynamoPlanStore(table), brain_stores(table)
    app = an_app()
    blueprint = a_blueprint(app)
    nodes = [a_node(blueprint, title=" ".join(_some(n, 5)), summary=" ".join(_some(n, 25))) for n in range(_NODES)]
    tasks = [a_task(app, description=" ".join(_some(n, 12)), acceptance_criteria=_lines(n)) for n in range(_TASKS)]
    plans.put(PlanChange(graph=PlanGraph(tenant_id=app.tenant_id, app_id=app.id, tasks=_TASKS)))
    for start in range(0, _TASKS, 25):
        plans.put(PlanChange(tasks=tasks[start : start + 25], nodes=nodes[start : start + 25]))
    for number in range(_MEMORY):
        brain.memory.create(_memory(app, number))
    app = app.model_copy(update={"active_blueprint_id": blueprint.id, "active_phase_node_id": nodes[0].id})
    return World().loop_ports(plans=plans, brain=brain), app


def _memory(app: App, number: int) -> MemoryItem:
    text = f"Item {number}: {' '.join(_some(number, 30))}"
    return MemoryItem(
        id=new_id("mem"), tenant_id=app.tenant_id, app_id=app.id, created_by="ann", created_at=START, updated_at=START,
        text=text, tags=list(_some(number, 2)),
    )  # fmt: skip


def _lines(number: int) -> tuple[str, ...]:
    return tuple(" ".join(_some(number + line, 8)) for line in range(3))


def _some(number: int, count: int) -> Iterator[str]:
    """The same words for the same number."""
    for place in range(count):
        value = (number * 7_919 + place * 104_729) % 1_000_003
        yield _WORDS[value % len(_WORDS)] if value % 3 else f"word{value % 4_000}"


if __name__ == "__main__":
    main()

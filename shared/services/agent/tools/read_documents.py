"""Which strangers' text a search has shown: passages of documents that no person has confirmed, and of their plans."""

from collections.abc import Callable

from shared.domain.agent.egress import UntrustedSource
from shared.domain.apps.app import App
from shared.domain.planning.plan_node import PlanNode
from shared.domain.planning.task import Task
from shared.services.loop_ports import LoopPorts
from shared.services.or_none import or_none
from shared.services.planning.trust_document import unconfirmed_blueprints
from shared.tools.base import ToolResult


def documents_read(result: ToolResult, app: App, ports: LoopPorts) -> frozenset[UntrustedSource]:
    """`document` when the search showed such a passage; what can no longer be looked up counts."""
    if not any(_is_doubtful(each["source"], app, ports) for each in result.data.get("results", ())):
        return frozenset()
    return frozenset({"document"})


def _is_doubtful(source: str, app: App, ports: LoopPorts) -> bool:
    """`source` as a search names it: the kind of the passage and the id of what it is from."""
    kind, _, name = source.partition(" ")
    if kind == "document":
        document = or_none(ports.documents.get, app.tenant_id, app.id, name)
        return document is None or document.confirmed is None
    if kind not in ("task", "plan_node"):
        return False
    find: Callable[[str, str], Task | PlanNode] = ports.plans.task if kind == "task" else ports.plans.node
    found = or_none(find, app.tenant_id, name)
    if found is None or found.blueprint_id is None:
        return found is None
    return bool(unconfirmed_blueprints(app.tenant_id, app.id, [found.blueprint_id], ports))

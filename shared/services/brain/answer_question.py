"""A person changes a plan node; an answer to what the text leaves open is a decision of the project from then on."""

from shared.domain.apps.project_state import DECISIONS_MOST, StateChange, left_out
from shared.domain.errors import Invalid
from shared.domain.identity import Principal
from shared.domain.planning.plan_node import PlanNode
from shared.domain.untrusted import shortened
from shared.services.apps.change_state import change_state
from shared.services.loop_ports import LoopPorts
from shared.services.planning.blueprints import refuse_archived
from shared.services.planning.plan_nodes import NodePatch, find_node, patch_node
from shared.services.planning.trust_document import unconfirmed_blueprints
from shared.services.revisions.mark_untrusted import mark_untrusted

_QUESTION = 160
REASON = "It answers an open question of the specification."


def change_node(*, principal: Principal, node_id: str, patch: NodePatch, ports: LoopPorts) -> PlanNode:
    """As `patch_node`. An answer is first a decision, so that one that is there twice says the same.

    Invalid when the project has as many decisions as it may.
    """
    node, blueprint, _ = find_node(principal, node_id, ports)
    if "answer" in patch.model_fields_set and node.is_question:
        refuse_archived(blueprint)
        if unconfirmed_blueprints(node.tenant_id, node.app_id, [blueprint.id], ports):
            mark_untrusted(node.tenant_id, node.app_id, ["document"], ports)  # the decision quotes the question
        _decide(node, patch.answer, ports)
    return patch_node(principal=principal, node_id=node_id, patch=patch, ports=ports)


def _decide(node: PlanNode, answer: str, ports: LoopPorts) -> None:
    """The decision of another answer goes, that of this one comes."""
    now, former = _words(node, answer), _words(node, node.answer)
    gone = [said for said in former if said not in now]
    change = StateChange(decisions=[(said, REASON) for said in now], withdrawn=gone, by="person")
    if left_out(change_state(node.tenant_id, node.app_id, change, ports=ports), change):
        raise Invalid(f"A project has at most {DECISIONS_MOST} decisions that stand. Supersede or delete some.")


def _words(node: PlanNode, answer: str) -> list[str]:
    """The decision that an answer is."""
    said = " ".join(answer.split())
    return [f"{shortened(node.title, _QUESTION)} {said}"] if said else []

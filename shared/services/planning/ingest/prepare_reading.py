"""The first state: the document's outline, at once as a plan without a model, and the leaves that are to be read."""

from shared.domain.planning.drafts import heading_drafts
from shared.domain.planning.leaves import asked_together, leaves_of
from shared.domain.planning.plain_words import with_plain_words
from shared.domain.planning.plan_state import PlanState, parts_of_groups
from shared.domain.planning.words import JobStatus
from shared.services.loop_ports import LoopPorts
from shared.services.planning.ingest.job_row import change_job, get_job
from shared.services.planning.ingest.plan_files import PlanFiles
from shared.services.planning.ingest.read_leaf import leaf_part, reading_name
from shared.services.planning.ingest.store_plan import Plan, store_plan
from shared.services.planning.ingest.work_text import WorkText, read_source
from shared.services.planning.read_outline import outline_of, read_headings


def prepare_reading(state: PlanState, *, ports: LoopPorts) -> PlanState:
    """`parts`: the leaves that nobody has read yet, of this version of the document or of an earlier one."""
    job, source = get_job(state, ports), read_source(state, ports)
    files, headings = PlanFiles(job, ports.blobs), read_headings(source.text, source.document.kind)
    outline = outline_of(source.text, headings)
    leaves = leaves_of(outline.text, outline.sections, outline.paragraphs())
    files.put_outline(headings, leaves)
    if not ports.plans.nodes(state.tenant_id, state.app_id, state.blueprint_id):
        headings_alone = heading_drafts(outline.sections, source.blueprint.title)
        drafts = with_plain_words(headings_alone, outline.text, outline.sections, outline.paragraphs())
        store_plan(Plan(WorkText(source.blueprint, outline), drafts), files, ports=ports)
    known = files.readings([reading_name(leaf, job.model) for leaf in leaves])
    unread = [leaf.number for leaf, reading in zip(leaves, known, strict=True) if reading is None]
    parts = {number: leaf_part(leaves[number], outline.text, job.model) for number in unread}
    files.put_leaf_parts(parts)
    groups = asked_together({number: len(part.text.encode()) for number, part in parts.items()})
    counts = {"total_chunks": len(leaves), "processed_chunks": len(leaves) - len(unread)}
    change_job(state, lambda row: {"status": JobStatus.RUNNING, **counts}, ports)
    return state.model_copy(update={"parts": parts_of_groups(groups)})

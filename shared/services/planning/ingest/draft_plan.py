"""The states of a reading around its leaves: the outline as a first plan, one draft of all readings, then the plan."""

from typing import NamedTuple

from shared.domain.errors import PlanFailed
from shared.domain.planning.drafts import Draft, heading_drafts, with_requirements, without_empty
from shared.domain.planning.leaves import Leaf, asked_together, leaves_of
from shared.domain.planning.merging import apply_operations, sibling_lists
from shared.domain.planning.plain_words import with_plain_words
from shared.domain.planning.plan_nodes_of import unplanned
from shared.domain.planning.plan_state import PlanState, parts_of, parts_of_groups
from shared.domain.planning.quotes import Place, Quoted
from shared.domain.planning.requirements import Placed
from shared.domain.planning.words import JobStatus
from shared.services.loop_ports import LoopPorts
from shared.services.planning.compare_blueprint import mark_stale
from shared.services.planning.ingest.job_row import change_job, get_job
from shared.services.planning.ingest.merge_list import merge_list, wish_of
from shared.services.planning.ingest.plan_files import PlanFiles, Reading
from shared.services.planning.ingest.read_leaf import leaf_part, reading_name
from shared.services.planning.ingest.store_plan import Plan, store_plan
from shared.services.planning.ingest.work_text import WorkText, read_source, read_work
from shared.services.planning.read_outline import outline_of, read_headings

LIST_MOST = 120


class _Leaf(NamedTuple):
    leaf: Leaf
    reading: Reading | None

    @property
    def is_gap(self) -> bool:
        return self.reading is None or bool(self.reading.errors)

    @property
    def says_nothing(self) -> bool:
        return self.reading is None or (bool(self.reading.errors) and not self.reading.placed)


def draft_plan(state: PlanState, *, ports: LoopPorts) -> PlanState:
    """`parts`: the lists to merge. PlanFailed when not one leaf could be read."""
    job = get_job(state, ports)
    files = PlanFiles(job, ports.blobs)
    work = read_work(state, files, ports)
    sections = work.outline.sections
    leaves = files.leaves()
    readings = files.readings([reading_name(leaf, job.model) for leaf in leaves])
    read = [_Leaf(*pair) for pair in zip(leaves, readings, strict=True)]
    if all(each.says_nothing for each in read):
        raise PlanFailed(job.error_message or _why(read))
    placed = _placed(read, work.outline.text)
    found = with_requirements(heading_drafts(sections, work.blueprint.title), sections, placed)
    drafts = with_plain_words(found, work.outline.text, sections, work.outline.paragraphs())
    gaps = [Place(each.leaf.start, each.leaf.end) for each in read if each.is_gap]
    kept: dict[str, Draft] = without_empty(drafts, sections, gaps)
    to_build = {key: draft for key, draft in kept.items() if not draft.is_question}
    lists = [merge_list(keys, kept, job.model) for keys in sibling_lists(to_build, LIST_MOST)]
    files.put_drafts(kept, lists)
    unread = sum(each.reading is None for each in read)
    change_job(state, lambda row: {"gaps": len(gaps), "processed_chunks": len(read) - unread}, ports)
    return state.model_copy(update={"parts": parts_of(list(range(len(lists))))})


def _placed(read: list[_Leaf], text: str) -> list[tuple[str, Placed]]:
    """All that was found, with a name of its own and its places in the whole text."""
    whole = Quoted(text, 0, len(text))
    return [
        (f"r{leaf.number}-{number}", _in_whole(one, leaf, text, whole))
        for leaf, reading in read
        for number, one in enumerate(reading.placed if reading else ())
    ]


def _in_whole(one: Placed, leaf: Leaf, text: str, whole: Quoted) -> Placed:
    """What contradicts it is looked for near to it first. Words that stand nowhere are no place."""
    start, end, words = one.start + leaf.start, one.end + leaf.start, one.wanted.against
    there = (Quoted(text, leaf.start, leaf.end).find(words) or whole.find(words)) if words and one.wanted.open else None
    against = there if there is not None and (there.end <= start or end <= there.start) else None
    return one.model_copy(update={"start": start, "end": end, "against": against})


def _why(read: list[_Leaf]) -> str:
    errors = next((each.reading.errors for each in read if each.reading and each.reading.errors), ())
    said = f" The first fault: {errors[0]}" if errors else ""
    return f"None of the document's {len(read)} parts could be read by the model.{said}"


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


def finish_reading(state: PlanState, *, ports: LoopPorts) -> None:
    """Idempotent until the job is done, which is the last thing that it writes."""
    job = get_job(state, ports)
    files = PlanFiles(job, ports.blobs)
    work, lists = read_work(state, files, ports), files.lists()
    answers = files.merges([shown.name for shown in lists])
    wishes = [wish_of(shown, answer) for shown, answer in zip(lists, answers, strict=True) if answer is not None]
    drafts, _ = apply_operations(files.drafts(), wishes)
    store_plan(Plan(work, drafts), files, ports=ports)
    if job.round == 1:
        mark_stale(work.blueprint, ports=ports)
    left = len(unplanned(work.outline.paragraphs(), drafts))
    change_job(state, lambda row: {"status": JobStatus.DONE, "unplanned_paragraphs": left}, ports)

"""After the leaves: one draft of the plan out of all readings, and what of it a model is shown to tidy it up."""

from typing import NamedTuple

from shared.domain.errors import PlanFailed
from shared.domain.planning.drafts import Draft, heading_drafts, with_requirements, without_empty
from shared.domain.planning.leaves import Leaf
from shared.domain.planning.merging import sibling_lists
from shared.domain.planning.plain_words import with_plain_words
from shared.domain.planning.plan_state import PlanState, parts_of
from shared.domain.planning.quotes import Place
from shared.domain.planning.requirements import Placed
from shared.services.loop_ports import LoopPorts
from shared.services.planning.ingest.job_row import change_job, get_job
from shared.services.planning.ingest.merge_list import merge_list
from shared.services.planning.ingest.plan_files import PlanFiles, Reading
from shared.services.planning.ingest.read_leaf import reading_name
from shared.services.planning.ingest.work_text import read_work

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
    found = with_requirements(heading_drafts(sections, work.blueprint.title), sections, _placed(read))
    drafts = with_plain_words(found, work.outline.text, sections, work.outline.paragraphs())
    gaps = [Place(each.leaf.start, each.leaf.end) for each in read if each.is_gap]
    kept: dict[str, Draft] = without_empty(drafts, sections, gaps)
    to_build = {key: draft for key, draft in kept.items() if not draft.is_question}
    lists = [merge_list(keys, kept, job.model) for keys in sibling_lists(to_build, LIST_MOST)]
    files.put_drafts(kept, lists)
    unread = sum(each.reading is None for each in read)
    change_job(state, lambda row: {"gaps": len(gaps), "processed_chunks": len(read) - unread}, ports)
    return state.model_copy(update={"parts": parts_of(list(range(len(lists))))})


def _placed(read: list[_Leaf]) -> list[tuple[str, Placed]]:
    """All that was found, with a name of its own and its place in the whole text."""
    return [
        (
            f"r{leaf.number}-{number}",
            one.model_copy(update={"start": one.start + leaf.start, "end": one.end + leaf.start}),
        )
        for leaf, reading in read
        for number, one in enumerate(reading.placed if reading else ())
    ]


def _why(read: list[_Leaf]) -> str:
    errors = next((each.reading.errors for each in read if each.reading and each.reading.errors), ())
    said = f" The first fault: {errors[0]}" if errors else ""
    return f"None of the document's {len(read)} parts could be read by the model.{said}"

"""The last state: the draft after all merging becomes the plan, and the job is done with its gaps counted."""

from shared.domain.planning.merging import apply_operations
from shared.domain.planning.plan_nodes_of import unplanned
from shared.domain.planning.plan_state import PlanState
from shared.domain.planning.words import JobStatus
from shared.services.loop_ports import LoopPorts
from shared.services.planning.compare_blueprint import mark_stale
from shared.services.planning.ingest.job_row import change_job, get_job
from shared.services.planning.ingest.merge_list import wish_of
from shared.services.planning.ingest.plan_files import PlanFiles
from shared.services.planning.ingest.store_plan import Plan, store_plan
from shared.services.planning.ingest.work_text import read_work


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

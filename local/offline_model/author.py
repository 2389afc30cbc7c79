"""The author: reads, edits, checks and finishes, one answer at a time. It keeps nothing: every answer is derived from
what was asked, what was read and what the tools said."""

from local.offline_model import speech
from local.offline_model.answer import Answer, call, edits_between, end, put
from local.offline_model.connection import answer_connection_test
from local.offline_model.evidence import check_calls
from local.offline_model.plan import plan
from local.offline_model.planner import answer_planner
from local.offline_model.project import Draft, Project
from local.offline_model.questions import answer_question
from local.offline_model.reading import readings
from local.offline_model.repair import checked, repair
from local.offline_model.roles import answer_role, kept_state, plan_steps
from local.offline_model.transcript import CHECKS, WRITES, Transcript
from local.offline_model.understand import pattern
from local.offline_model.wish import Wish, read_wish
from local.openai_server.reply import Call, Reply
from shared.domain.agent.model_messages import ModelRequest
from shared.services.assets.load_prompt import load_prompt


def author(request: ModelRequest) -> Reply:
    """The answer of the role that the request's instructions name; the coder's where they name none."""
    known = answer_connection_test(request) or answer_planner(request) or answer_role(request)
    return (known or _answer(Transcript(request))).reply(request)


def _answer(said: Transcript) -> Answer:
    wish, label = read_wish(said.message), speech.LABEL if said.is_first else ""
    if wish.question:
        return answer_question(said, label)
    if not wish.intents:
        return _refuse(said, wish, label)
    if said.paths is None:
        if not said.offers("list_files"):
            return end(said, speech.LABEL + speech.NO_TOOLS, speech.NO_TOOLS)
        return Answer(label + speech.OPENING, [*_first_plan(said, wish), call("list_files", prefix=None)])
    project = Project(said.paths, said.files)
    missing = readings(said, wish.intents, project)
    if missing:
        return Answer("" if said.has_answered else label + speech.OPENING, missing)
    return _work(said, plan(wish.intents, project), wish)


def _refuse(said: Transcript, wish: Wish, label: str) -> Answer:
    """Plain words about what is not understood, and no change."""
    if pattern("undo").search(said.message):
        return end(said, label + speech.UNDO, speech.UNDO)
    if said.message.startswith(load_prompt("preview_failure")):
        return end(said, label, speech.cannot(["find the fault in the report of a browser"]))
    summary = speech.cannot(wish.left or [wish.text])
    return end(said, label + ("" if wish.lines else f"{summary} {speech.UNKNOWN}"), summary)


def _first_plan(said: Transcript, wish: Wish) -> list[Call]:
    """The plan beside the first call, where the loop asks for one and there is more than one thing to do."""
    if not said.asks_plan or len(plan_steps(wish)) < 2:
        return []
    return said.rare("update_state", **kept_state(wish))


def _ticked(said: Transcript, wish: Wish) -> list[Call]:
    """The steps that the edits of the same answer carry out, where this run wrote them down."""
    if not said.of("update_state"):
        return []
    return said.rare("update_state", done=[*range(1, len(wish.intents) + 1)])


def _work(said: Transcript, draft: Draft, wish: Wish) -> Answer:
    summary, changes = speech.summary(draft, wish.left), draft.changes()
    if not changes:
        return end(said, "", summary, draft)
    if not said.offers("write_file"):
        words = f"I had to stop here. What I was about to reach: {summary}" if said.calls else speech.NO_TOOLS
        return end(said, words, words)
    written = said.of(*WRITES)
    if not written:
        words = f"I know what to do: {len(changes)} file{'s' * (len(changes) != 1)} to change.\n"
        edits = [_written(said, draft, path, text) for path, text in changes.items()]
        return checked(said, words, [*edits, *check_calls(said, wish), *_ticked(said, wish)])
    after = said.calls[said.calls.index(written[-1]) :]
    passed = any(each.tool in CHECKS and not each.failed for each in after) or not said.offers("compile_project")
    return repair(said, draft) or (end(said, "", summary, draft) if passed else checked(said, "", []))


def _written(said: Transcript, draft: Draft, path: str, text: str | None) -> Call:
    before = draft.project.files.get(path)
    edits = edits_between(before, text) if before and text is not None and said.offers("edit_file") else []
    return call("edit_file", path=path, edits=edits) if edits else put(path, text)

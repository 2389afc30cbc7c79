"""The author: reads, edits, checks and finishes through the tools it is offered, one answer at a time.

It is stateless. Every answer is derived from the request: what was asked, what was read, what the tools said.
"""

from local.offline_model import speech
from local.offline_model.answer import Answer
from local.offline_model.draft import Draft
from local.offline_model.intents import Replace
from local.offline_model.message import message
from local.offline_model.plan import plan
from local.offline_model.project import Project
from local.offline_model.reading import wanted
from local.offline_model.repair import CHECKS, WRITES, repair
from local.offline_model.transcript import Transcript
from local.offline_model.understand import understand
from local.offline_model.wording import UNDO
from local.offline_model.write_calls import write_calls
from local.openai_server.reply import Reply
from shared.domain.agent.model_messages import ModelRequest

_MOST_READS = 16


def author(request: ModelRequest) -> Reply:
    """The next answer in this conversation."""
    return (message(request) or _answer(Transcript(request))).reply(request)


def _answer(said: Transcript) -> Answer:
    intents = understand(said.message)
    if not intents:
        unknown = speech.UNDO if UNDO.search(said.message) else speech.UNKNOWN
        return _end(said, (speech.LABEL if said.is_first else "") + unknown, "Nothing was changed.")
    if said.paths is None:
        if not said.offers("list_files"):
            return _end(said, speech.LABEL + speech.NO_TOOLS, speech.NO_TOOLS)
        return Answer(speech.opening(said.is_first)).call("list_files", prefix=None)
    project = Project(said.paths, said.files())
    missing = _to_read(said, project)
    if missing.calls:
        return missing if said.has_spoken else missing.after(speech.opening(said.is_first))
    return _work(said, plan(intents, project))


def _to_read(said: Transcript, project: Project) -> Answer:
    """The readings that are still wanted: searches first, then files, then what was left out of long ones."""
    answer = Answer()
    intents = understand(said.message)
    if any(each.tool in WRITES for each in said.calls) or not said.offers("read_file"):
        return answer
    searched = [each for each in said.calls if each.tool == "search_code"]
    replaced = [intent for intent in intents if isinstance(intent, Replace)]
    if replaced and not searched and said.offers("search_code"):
        for intent in replaced:
            answer.call("search_code", query=intent.old, prefix=None, case_sensitive=True)
    hits = [line.split(":", 1)[0] for each in searched for line in each.output.splitlines()]
    paths = [*wanted(intents, project), *(path for path in dict.fromkeys(hits) if path in project.paths)]
    for path in [path for path in dict.fromkeys(paths) if path not in said.asked_for][:_MOST_READS]:
        answer.call("read_file", path=path, start_line=None, end_line=None)
    for path, (start, end) in said.gaps().items():
        answer.call("read_file", path=path, start_line=start, end_line=end)
    return answer


def _work(said: Transcript, draft: Draft) -> Answer:
    changes = draft.changes()
    if not changes:
        return _end(said, "", speech.summary(draft), draft)
    if not said.offers("write_file"):
        words = speech.stopped(draft) if said.calls else speech.NO_TOOLS
        return _end(said, words, words)
    if not any(each.tool in WRITES for each in said.calls):
        return _checked(said, write_calls(said, draft.project, changes, Answer(speech.before_edits(draft))))
    return repair(said, draft) or _finish_or_check(said, draft)


def _finish_or_check(said: Transcript, draft: Draft) -> Answer:
    """Finish once a check has passed after the last edit; when no check is offered, at once."""
    written = max(
        index for index, each in enumerate(said.calls) if each.tool in ("write_file", "edit_file", "delete_file")
    )
    checked = any(each.tool in CHECKS and not each.failed for each in said.calls[written:])
    if checked or not said.offers("compile_project"):
        return _end(said, "", speech.summary(draft), draft)
    return Answer().call("compile_project")


def _checked(said: Transcript, answer: Answer) -> Answer:
    return answer.call("compile_project") if said.offers("compile_project") else answer


def _end(said: Transcript, words: str, summary: str, draft: Draft | None = None) -> Answer:
    """The last answer: through `finish` where there is one, otherwise in words."""
    if not said.offers("finish"):
        return Answer(speech.joined([words, summary if summary not in words else ""]))
    assumptions = draft.assumed if draft else []
    return Answer(words).call("finish", summary=summary, rationale=None, assumptions=assumptions or None)

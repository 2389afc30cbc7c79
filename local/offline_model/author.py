"""The author: reads, edits, checks and finishes, one answer at a time. It keeps nothing: every answer is derived from
what was asked, what was read and what the tools said."""

import re
from collections.abc import Sequence

from local.offline_model import speech
from local.offline_model.answer import Answer, call, edits_between, put
from local.offline_model.connection import answer_connection_test
from local.offline_model.intents import Intent, Replace
from local.offline_model.plan import plan, wanted
from local.offline_model.planner import answer_planner, wish_of
from local.offline_model.project import Draft, Project
from local.offline_model.transcript import CHECKS, WRITES, Transcript
from local.offline_model.understand import pattern, understand
from local.openai_server.reply import Call, Reply
from shared.domain.agent.model_messages import ModelRequest, UserMessage

_MOST_READS = 16
_PART = re.compile(r"<(wish|suggested)>\n([\s\S]*?)\n</\1>")


def author(request: ModelRequest) -> Reply:
    probe = answer_connection_test(request)
    return (probe or answer_planner(request) or _message(request) or _answer(Transcript(request))).reply(request)


def _message(request: ModelRequest) -> Answer | None:
    """The commit message made from the change, and what was asked for below it; None where none is asked for."""
    said = next((item.content for item in request.items if isinstance(item, UserMessage)), "")
    parts = dict(_PART.findall(said)) if not request.tools else {}
    if parts.keys() != {"wish", "suggested"}:
        return None
    first = parts["suggested"].split("\n")[0].removeprefix("| ")
    return Answer(f"{first}\n\nAsked for: {parts['wish']}")


def _answer(said: Transcript) -> Answer:
    intents = understand(wish_of(said.message))
    label = speech.LABEL if said.is_first else ""
    if not intents:
        unknown = speech.UNDO if pattern("undo").search(said.message) else speech.UNKNOWN
        return end(said, label + unknown, "Nothing was changed.")
    if said.paths is None:
        if not said.offers("list_files"):
            return end(said, speech.LABEL + speech.NO_TOOLS, speech.NO_TOOLS)
        return Answer(label + speech.OPENING, [call("list_files", prefix=None)])
    project = Project(said.paths, said.files)
    missing = _to_read(said, intents, project)
    if missing:
        return Answer("" if said.has_answered else label + speech.OPENING, missing)
    return _work(said, plan(intents, project))


def _to_read(said: Transcript, intents: Sequence[Intent], project: Project) -> list[Call]:
    """The readings that are still wanted: searches first, then files, then what was left out of long ones."""
    if said.of(*WRITES) or not said.offers("read_file"):
        return []
    searched, old = said.of("search_code"), [intent.old for intent in intents if isinstance(intent, Replace)]
    searches = [] if searched or not said.offers("search_code") else old
    hits = [line.split(":", 1)[0] for each in searched for line in each.output.splitlines()]
    paths = [*wanted(intents, project), *(path for path in hits if path in project.paths)]
    read = {each.path for each in said.of("read_file")}
    new = [path for path in dict.fromkeys(paths) if path not in read][:_MOST_READS]
    return [
        *(call("search_code", query=words, prefix=None, case_sensitive=True) for words in searches),
        *(call("read_file", path=path, start_line=None, end_line=None) for path in new),
        *(call("read_file", path=path, start_line=start, end_line=end) for path, (start, end) in said.gaps.items()),
    ]


def _work(said: Transcript, draft: Draft) -> Answer:
    summary, changes = speech.summary(draft), draft.changes()
    if not changes:
        return end(said, "", summary, draft)
    if not said.offers("write_file"):
        words = f"I had to stop here. What I was about to reach: {summary}" if said.calls else speech.NO_TOOLS
        return end(said, words, words)
    written = said.of(*WRITES)
    if not written:
        words = f"I know what to do: {len(changes)} file{'s' * (len(changes) != 1)} to change.\n"
        return checked(said, words, [_written(said, draft, path, text) for path, text in changes.items()])
    after = said.calls[said.calls.index(written[-1]) :]
    passed = any(each.tool in CHECKS and not each.failed for each in after) or not said.offers("compile_project")
    return repair(said, draft) or (end(said, "", summary, draft) if passed else checked(said, "", []))


def _written(said: Transcript, draft: Draft, path: str, text: str | None) -> Call:
    before = draft.project.files.get(path)
    edits = edits_between(before, text) if before and text is not None and said.offers("edit_file") else []
    return call("edit_file", path=path, edits=edits) if edits else put(path, text)


def repair(said: Transcript, draft: Draft) -> Answer | None:
    """The answer to what failed: rewrite the files whole, then put everything back, then stop. None: nothing to do."""
    failures = [each for each in said.of(*CHECKS, *WRITES) if each.failed]
    if not failures:
        return None
    changes, before = draft.changes(), draft.project.files
    since = [each for each in said.of(*WRITES) if each.round > failures[0].round]
    last = {each.path: each.arguments["content"] for each in since if each.tool == "write_file"}
    if since and all(text == before.get(path) for path, text in last.items()):
        return end(said, "", speech.gave_up(draft, failures[0].output, was_broken=said.calls[-1].failed))
    if since and since[-1].round > failures[-1].round:
        return None
    touched = {each.path for each in [*said.of("edit_file"), *failures]}
    whole = [put(path, text) for path, text in changes.items() if text is not None and path in touched and not since]
    if whole:
        return checked(said, "That did not go well, so I write the files as a whole.\n", whole)
    mine = [path for path in reversed(changes) if path in before or path not in draft.project.paths]
    back = [put(path, before.get(path)) for path in mine]
    return checked(said, "The project still does not build, so I put everything back.\n", back)


def checked(said: Transcript, words: str, calls: list[Call]) -> Answer:
    """The answer with a check at its end, where that is offered."""
    return Answer(words, [*calls, call("compile_project")] if said.offers("compile_project") else calls)


def end(said: Transcript, words: str, summary: str, draft: Draft | None = None) -> Answer:
    """The last answer: through `finish` where there is one, otherwise in words."""
    if not said.offers("finish"):
        return Answer("\n".join(filter(None, [words, summary if summary not in words else ""])))
    assumed = draft.assumed if draft else []
    return Answer(words, [call("finish", summary=summary, rationale=None, assumptions=assumed or None)])

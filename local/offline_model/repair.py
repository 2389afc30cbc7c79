"""What the author does when a tool refuses an edit or the project does not build: one repair, then an honest end."""

from local.offline_model import speech
from local.offline_model.answer import Answer, call, put
from local.offline_model.project import Draft
from local.offline_model.transcript import CHECKS, WRITES, Transcript
from local.openai_server.reply import Call


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

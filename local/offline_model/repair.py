"""What the author does when a tool refuses an edit or the project does not build: one repair, then an honest end."""

from local.offline_model import speech
from local.offline_model.answer import Answer
from local.offline_model.draft import Draft
from local.offline_model.transcript import Done, Transcript

CHECKS = frozenset({"compile_project", "build_project_worker", "verify", "finish"})
WRITES = frozenset({"write_file", "edit_file", "delete_file"})


def repair(said: Transcript, draft: Draft) -> Answer | None:
    """The answer to what failed: rewrite the files whole, then put everything back, then stop. None: nothing to do."""
    failures = [each for each in said.calls if each.tool in CHECKS | WRITES and each.failed]
    if not failures:
        return None
    if _is_back(said, draft, failures[0].round):
        return _stop(said, draft, failures)
    if any(each.tool in WRITES and each.round > failures[-1].round for each in said.calls):
        return None
    rewritten = any(each.tool in WRITES and each.round > failures[0].round for each in said.calls)
    rewrites = Answer() if rewritten else _rewrites(said, draft, failures)
    if rewrites.calls:
        return _checked(said, rewrites.after("That did not go well, so I write the files as a whole.\n"))
    restored = _restored(said, draft)
    return _checked(said, restored.after("The project still does not build, so I put everything back.\n"))


def _rewrites(said: Transcript, draft: Draft, failures: list[Done]) -> Answer:
    """The whole new text of every file whose edit was quoted or refused."""
    answer = Answer()
    touched = {_path(each) for each in [*said.calls, *failures] if each.tool == "edit_file" or each in failures}
    for path, text in draft.changes().items():
        if text is not None and path in touched:
            answer.call("write_file", path=path, content=text)
    return answer


def _restored(said: Transcript, draft: Draft) -> Answer:
    """The old text of every file that was there, the removal of every file that was not."""
    answer = Answer()
    for path in reversed(draft.changes()):
        before = draft.project.files.get(path)
        if before is not None:
            answer.call("write_file", path=path, content=before)
        elif path not in draft.project.paths and said.offers("delete_file"):
            answer.call("delete_file", path=path)
    return answer


def _is_back(said: Transcript, draft: Draft, since: int) -> bool:
    """Whether the last thing that happened to every file was its restoration."""
    last = {_path(each): each for each in said.calls if each.tool in WRITES and each.round > since}
    return bool(last) and all(
        call.arguments.get("content") == draft.project.files.get(path)
        for path, call in last.items()
        if call.tool == "write_file"
    )


def _checked(said: Transcript, answer: Answer) -> Answer:
    return answer.call("compile_project") if said.offers("compile_project") else answer


def _stop(said: Transcript, draft: Draft, failures: list[Done]) -> Answer:
    broken = any(each.failed for each in said.calls[-1:])
    words = speech.gave_up(draft, speech.first_problem(failures[0].output), was_broken=broken)
    if not said.offers("finish"):
        return Answer(words)
    return Answer().call("finish", summary=words, rationale=None, assumptions=None)


def _path(call: Done) -> str:
    return str(call.arguments.get("path"))

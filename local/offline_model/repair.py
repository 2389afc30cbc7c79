"""What is done when a check fails: write the files whole, take back the checks of the change, put everything back."""

import re

from local.offline_model import speech
from local.offline_model.answer import Answer, call, end, put
from local.offline_model.project import Draft
from local.offline_model.transcript import CHECKS, WRITES, Transcript
from local.openai_server.reply import Call

_CHECK_FILE = re.compile(r"tests/acceptance/[\w-]+\.json")


def repair(said: Transcript, draft: Draft) -> Answer | None:
    """The answer to what failed: without its checks, files written whole, everything put back, then the end in words.

    None where nothing failed since the last repair.
    """
    proofs, dropped = _proofs(said), _dropped(said)
    failures = [each for each in said.of(*CHECKS, *WRITES) if each.failed and each.round > dropped]
    if not failures:
        return None
    if proofs and not dropped and "acceptance" in failures[0].output.lower():
        back = [put(path, None) for path in proofs]
        return checked(said, "A check that I wrote does not hold, so it goes.\n", back)
    changes, before = draft.changes(), draft.project.files
    since = [each for each in said.of(*WRITES) if each.round > failures[0].round]
    last = {each.path: each.arguments.get("content") for each in since if each.tool == "write_file"}
    put_back = len({each.round for each in since}) > 1  # the first writes whole files: known though a text was left out
    if since and all(text == before.get(path) or (text is None and put_back) for path, text in last.items()):
        return end(said, "", speech.gave_up(draft, failures[0].output, was_broken=said.calls[-1].failed))
    if since and since[-1].round > failures[-1].round:
        return None
    touched = {each.path for each in [*said.of("edit_file"), *failures]}
    may_help = not since and not said.rejected
    whole = [put(path, text) for path, text in changes.items() if text is not None and path in touched and may_help]
    if whole:
        return checked(said, "That did not go well, so I write the files as a whole.\n", whole)
    mine = [path for path in reversed(changes) if path in before or path not in draft.project.paths]
    back = [put(path, before.get(path)) for path in mine] + [put(path, None) for path in proofs if not dropped]
    why = "The second opinion refused it" if said.rejected else "The project still does not build"
    return checked(said, f"{why}, so I put everything back.\n", back)


def _proofs(said: Transcript) -> list[str]:
    """The paths of the checks that were written in this turn."""
    written = (_CHECK_FILE.search(each.output) for each in said.of("add_check") if not each.failed)
    return [path[0] for path in written if path is not None]


def _dropped(said: Transcript) -> int:
    """The round in which these checks were taken back; 0 while they are there."""
    gone = (each.round for each in said.of("delete_file") if _CHECK_FILE.fullmatch(each.path))
    return max(gone, default=0)


def checked(said: Transcript, words: str, calls: list[Call]) -> Answer:
    """The answer with a check at its end, where that is offered."""
    return Answer(words, [*calls, call("compile_project")] if said.offers("compile_project") else calls)

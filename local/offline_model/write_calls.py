"""The calls that carry a change out."""

from collections.abc import Mapping

from local.offline_model.answer import Answer
from local.offline_model.edits import edits_between
from local.offline_model.project import Project
from local.offline_model.transcript import Transcript


def write_calls(said: Transcript, project: Project, changes: Mapping[str, str | None], answer: Answer) -> Answer:
    """One call a file: new files first, then those that use them, removals last."""
    for path, text in changes.items():
        if text is None:
            if said.offers("delete_file"):
                answer.call("delete_file", path=path)
        else:
            _write(said, project, path, text, answer)
    return answer


def _write(said: Transcript, project: Project, path: str, text: str, answer: Answer) -> None:
    before = project.files.get(path)
    edits = edits_between(before, text) if before is not None and said.offers("edit_file") else None
    if edits:
        answer.call("edit_file", path=path, edits=edits)
    elif said.offers("write_file"):
        answer.call("write_file", path=path, content=text)

"""Questions are answered in words, from the files: what the project is, and what its page shows."""

import re

from local.offline_model import speech
from local.offline_model.answer import Answer, call, end
from local.offline_model.page import mounted
from local.offline_model.plan import readable
from local.offline_model.project import CONTENT, PACKAGE, Project
from local.offline_model.transcript import Transcript
from local.offline_model.words import get_field

_OF_IT = re.compile(r"(?i)\b(?:can|could|do|are)\s+you\b|\byou\s+(?:can|do|are)\b")
_MORE = "I am the offline demonstration model and can say no more than that; a real model could. Nothing was changed."


def answer_question(said: Transcript, label: str) -> Answer:
    """Facts about the project, after a look; what the offline model can do where that is asked."""
    if _OF_IT.search(said.message) or not said.offers("list_files"):
        return end(said, label + speech.UNKNOWN, f"Nothing was changed. What I can do: {speech.EXAMPLES}")
    if said.paths is None:
        return Answer(label + speech.OPENING, [call("list_files", prefix=None)])
    project = Project(said.paths, said.files)
    wanted = [path for path in (CONTENT, PACKAGE, project.app) if path in project.paths]
    read = {each.path for each in said.of("read_file")}
    if missing := [path for path in wanted if path not in read]:
        return Answer("", [call("read_file", path=path, start_line=None, end_line=None) for path in missing])
    return end(said, "", f"{_facts(project)} {_MORE}")


def _facts(project: Project) -> str:
    content = project.files.get(CONTENT, "")
    name, title = get_field(content, "site", "name"), get_field(content, "hero", "title")
    names = mounted(project.files.get(project.app, ""), project.framework)
    facts = [
        f"This is a {project.framework} project of {len(project.paths)} files"
        + (f", called “{name}”." if name else "."),
        f"Its headline is “{title}”." if title and "Hero" in names else "",
        f"Its page shows: {', '.join(map(readable, names))}." if names else "",
    ]
    return " ".join(filter(None, facts))

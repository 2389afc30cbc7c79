"""Takes a section off the page, by whatever a person calls it."""

import re

from local.offline_model import wording, words_edit
from local.offline_model.components import NAMES
from local.offline_model.draft import Draft
from local.offline_model.intents import Remove
from local.offline_model.mount import mounted
from local.offline_model.plan_sections import take_away
from local.offline_model.project import CONTENT
from local.offline_model.starter_test import without_starter

_ALSO = {"steps": ("how it works",), "hero": ("intro", "opening", "top", "welcome"), "features": ("feature",)}


def apply_remove(intent: Remove, draft: Draft) -> None:
    """Removes the section, its link and its file; says what there is when nothing is called so."""
    framework, app = draft.project.framework, draft.project.app
    names = mounted(draft.text(app), framework) if framework else []
    name = next((each for each in names if _is_called(each, intent.name)), None)
    if name is None or framework is None or app is None:
        there = f" There are: {', '.join(map(_readable, names))}." if names else ""
        draft.missing.append(f"I found no section called “{intent.name}”.{there}")
        return
    take_away(draft, framework, app, name)
    _unlink(draft, name)
    if _readable(name) in ("features", "hero"):
        for test in draft.project.tests:
            draft.write(test, without_starter(draft.text(test)))
    draft.done.append(f"The section “{_readable(name)}” is gone.")


def _is_called(name: str, said: str) -> bool:
    words = re.sub(r"\b(?:section|part|block|the|page|form|list)\b", " ", said.lower()).split()
    own = _readable(name)
    if words and all(word in own.split() or word.rstrip("s") in own for word in words):
        return True
    if any(other in said.lower() for other in _ALSO.get(own, ())):
        return True
    return any(NAMES.get(kind, "").lower() == name.lower() and pattern.search(said) for kind, pattern in _KINDS)


_KINDS = tuple(wording.BLOCKS.items())


def _readable(name: str) -> str:
    parts = re.findall(r"[A-Z]?[a-z0-9]+", name[:1].upper() + name[1:])
    return " ".join(part.lower() for part in parts if part.lower() not in ("section", "page")) or name


def _unlink(draft: Draft, name: str) -> None:
    """Takes its link out of the menu; other links to it lead to the top."""
    if CONTENT not in draft.project.files:
        return
    content = draft.text(CONTENT)
    anchors = {
        _readable(name).replace(" ", "-"),
        *_ANCHORS.get(name[:1].upper() + name[1:].removesuffix("Section"), ()),
    }
    links = [(label, href) for label, href in words_edit.navigation(content) if href.lstrip("#") not in anchors]
    content = words_edit.set_navigation(content, links)
    for anchor in anchors:
        content = words_edit.retarget(content, anchor, "main")
    draft.write(CONTENT, content)


_ANCHORS = {"TodoList": ("to-do",), "Countdown": ("timer",), "DataTable": ("table",), "FeatureList": ("features",)}

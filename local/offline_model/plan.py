"""From intents and a project to a change: every intent in turn, over what the earlier ones made of the texts."""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from local.offline_model import words
from local.offline_model.blocks import Component, component, kinds, literal, slug
from local.offline_model.intents import Add, Data, Intent, Look, Remove, Replace, Site, Words
from local.offline_model.page import file_name, finish_page, mounted, section_name, show, unmount, usage
from local.offline_model.project import (
    BLOCKS_CSS,
    CONTENT,
    INDEX,
    MARKUP,
    PACKAGE,
    PAGES,
    PAGES_CSS,
    SECTIONS,
    Draft,
    Project,
)
from local.offline_model.tabular import figures_of
from local.offline_model.theme import apply_look
from local.offline_model.understand import BLOCKS, pattern

_ROWS = (("Ada", "London", "12"), ("Grace", "New York", "8"), ("Linus", "Helsinki", "15"))
_NO_PIE = "The offline demonstration draws bars and lines; the pie became bars."
_STARTER = frozenset({"Hero", "Features", "Steps"})
_ALSO = {"steps": ("how it works",), "hero": ("intro", "opening", "top", "welcome")}


def plan(intents: Sequence[Intent], project: Project) -> Draft:
    """The whole change. Deterministic: the same intents and project give the same texts."""
    draft = Draft(project)
    for intent in intents:
        _APPLY[type(intent)](intent, draft)
    if draft.alone and draft.added:
        # A page made of one section needs no menu, one of several links to each.
        links = [(each.label, f"#{each.anchor}") for each in draft.added] if len(draft.added) > 1 else []
        draft.edit(CONTENT, words.set_navigation(draft.text(CONTENT), links))
    draft.assumed = list(dict.fromkeys(draft.assumed))
    return draft


def wanted(intents: Sequence[Intent], project: Project) -> list[str]:
    """Paths that must be read before the change can be thought out; more may be wanted once the first are read."""
    found = [path for intent in intents for path in _read_for(intent, project) if path in project.paths]
    return list(dict.fromkeys(found))


def _read_for(intent: Intent, project: Project) -> Sequence[str]:
    """What goes from the page, or is written over, is read too, so that it can be put back."""
    page = [project.app, CONTENT, PACKAGE, project.main, *project.styles, *project.tests, INDEX, BLOCKS_CSS]
    sections = {path: section_name(project.framework, path) for path in project.paths if path.startswith(SECTIONS)}
    match intent:
        case Look():
            return [*project.styles, INDEX]
        case Words(part):
            markup = [path for path in project.paths if path.startswith("src/") and path.endswith(MARKUP)][:12]
            with_heading = [INDEX, project.app, *(sections if CONTENT in project.paths else markup)]
            return [CONTENT, *(with_heading if part in ("name", "title") else ())]
        case Add(kind, title):
            meant = {component(kind, title).name, *(_STARTER if intent.whole else ())}
            page += [PAGES, PAGES_CSS]
        case Site():
            meant = {*(kinds()[kind]["component"] for kind in intent.kinds), *_STARTER}
        case Remove(called):
            meant = {name for name in sections.values() if is_called(name, called)}
        case _:
            return []
    return [*page, *(path for path, name in sections.items() if name in meant)]


def _add(add: Add, draft: Draft) -> None:
    if add.whole and words.is_starter(draft):
        _take_away(draft, _STARTER)
        draft.alone = True
    first, framework, row = draft.alone and not draft.added, draft.project.framework, kinds()[add.kind]
    made = _made(add, level=1 if first else 2)
    again = usage(framework, made.name) in draft.text(draft.project.app)
    if not show(draft, made):
        return
    if add.kind == "page":
        finish_page(draft, made)
        return
    what = row["called"] + (f" “{add.title}”" if add.title else "")
    where = "was on the page already; it is written anew." if again else f"is on the page (#{made.anchor})."
    draft.done.append(f"The page is {what} now." if first and not again else f"{what[0].upper()}{what[1:]} {where}")
    given = figures_of(add.data) if add.data and add.kind == "chart" else add.data
    draft.assumed += [row["note"]] * bool(row["note"] and not given) + [_NO_PIE] * (add.option == "pie")


def _made(add: Add, *, level: int = 2) -> Component:
    title, data = add.title or kinds()[add.kind]["title"], add.data or Data(("Name", "City", "Visits"), _ROWS)
    example = [("Mon", 12.0), ("Tue", 18.0), ("Wed", 9.0), ("Thu", 22.0), ("Fri", 16.0)]
    figures = (figures_of(add.data) if add.data else []) or example
    chosen = max(1, min(180, int(add.option))) if add.option.isdigit() else 5
    values = {
        "CHOSEN": str(chosen),
        "MINUTES": literal(sorted({1, 5, 10, 25, 45, chosen})),
        "COLUMNS": literal(list(data.columns)),
        "CELLS": "".join(f"  {literal(list(row))},\n" for row in data.rows),
        "FIGURES": "".join(f"  {{ label: {literal(label)}, value: {value:.15g} }},\n" for label, value in figures),
    }
    return component(add.kind, title, values, level=level, option="line" if add.option == "line" else "bar")


def _make_site(site: Site, draft: Draft) -> None:
    """Makes the starter a site for the subject; a page that is somebody's already only gets the sections."""
    own = [word for word in site.subject.split() if word.lower() not in ("my", "our", "a", "an", "the")]
    name = site.name or " ".join(word[:1].upper() + word[1:] for word in own)[:60] or "My site"
    fresh = words.is_starter(draft)
    if fresh:
        _take_away(draft, _STARTER - {"Hero"})
    words.rename(draft, name)
    titles = {"about": f"About {name}", "contact": f"Write to {name}"}
    shown = [made for kind in site.kinds if show(draft, made := _made(Add(kind, titles.get(kind, ""))))]
    if fresh and shown:
        draft.edit(CONTENT, _opened(draft.text(CONTENT), site, name, shown))
    if shown:
        draft.done.append(f"It has these sections: {', '.join(each.label for each in shown)}.")
    draft.assumed.append("All words and pictures are placeholders: say what they should be.")


def _opened(content: str, site: Site, name: str, shown: list[Component]) -> str:
    lead = f"This is the new home of {name}. Look around, and find what you need to know about us in a minute."
    subject = site.subject.strip() or "site"
    if subject.lower() not in name.lower():
        lead = f"A {subject} that takes care of the details. Look around, and get to know us in a minute."
    for field, text in {"eyebrow": "Welcome", "title": name, "lead": lead}.items():
        content = words.set_field(content, "hero", field, text)
    for field, each in {"primary": shown[0], "secondary": shown[-1]}.items():
        content = words.set_field(content, "hero", field, each.label, href=f"#{each.anchor}")
    return words.set_field(content, "footer", "note", f"{name}. All rights reserved.")


def _remove(intent: Remove, draft: Draft) -> None:
    """Removes the section, its link and its file; says what there is when nothing is called so."""
    names = mounted(draft.text(draft.project.app), draft.project.framework)
    name = next((each for each in names if is_called(each, intent.name)), "")
    if not name:
        there = f" There are: {', '.join(map(readable, names))}." if names else ""
        draft.missing.append(f"I found no section called “{intent.name}”.{there}")
        return
    _take_away(draft, [name])
    draft.done.append(f"The section “{readable(name)}” is gone.")


def _take_away(draft: Draft, names: Collection[str]) -> None:
    """Takes sections off the page and out of the menu, and deletes their files; other links to them lead to the top."""
    framework, app = draft.project.framework, draft.project.app
    for name in [name for name in mounted(draft.text(app), framework) if name in names]:
        draft.write(app, unmount(draft.text(app), framework, name))
        draft.write(file_name(framework, name), None)
        anchors = {slug(readable(name)), *(row["anchor"] for row in kinds().values() if row["component"] == name)}
        content = draft.text(CONTENT)
        links = [(label, href) for label, href in words.navigation(content) if href.lstrip("#") not in anchors]
        content = words.set_navigation(content, links)
        for anchor in anchors:
            content = content.replace(f'href: "#{anchor}"', 'href: "#main"')
        draft.edit(CONTENT, content)
    for test in draft.project.tests if {"Features", "Hero"} & set(names) else ():
        draft.edit(test, words.without_starter(draft.text(test)))


def is_called(name: str, said: str) -> bool:
    """Whether a person means the section `name` by what they said."""
    spoken = re.sub(r"\b(?:section|part|block|the|page|form|list)\b", " ", said.lower()).split()
    own = readable(name)
    if spoken and all(word in own.split() or word.rstrip("s") in own for word in spoken):
        return True
    if any(other in said.lower() for other in _ALSO.get(own, ())):
        return True
    return any(kinds()[kind]["component"] == name and pattern(kind).search(said) for kind in BLOCKS)


def readable(name: str) -> str:
    parts = re.findall(r"[A-Z]?[a-z0-9]+", name)
    return " ".join(part.lower() for part in parts if part.lower() not in ("section", "page")) or name


_APPLY: Mapping[type, Callable[[Any, Draft], None]] = {
    Add: _add,
    Site: _make_site,
    Remove: _remove,
    Words: words.apply_words,
    Replace: words.apply_replace,
    Look: apply_look,
}

"""Sections, widgets and pages."""

import re

from local.offline_model import words_edit
from local.offline_model.assets_reader import source
from local.offline_model.components import component_for, page_for
from local.offline_model.draft import Draft
from local.offline_model.intents import Add, AddPage
from local.offline_model.mount import file_name, is_mounted, mounted, unmount
from local.offline_model.placing import import_in_main, show
from local.offline_model.plan_words import STARTER_TITLE, hero_is_shown
from local.offline_model.project import CONTENT, Framework
from local.offline_model.remarks import remark_on, said
from local.offline_model.starter_test import without_starter

_LINKED = ", with a link in the menu."
PAGES, PAGES_CSS = "src/pages.ts", "src/styles/pages.css"
_STARTER = frozenset({"hero", "features", "steps"})


def apply_add(add: Add, draft: Draft) -> None:
    """Adds a section, or makes it the whole app when the starter is still untouched."""
    if add.whole and is_starter(draft):
        clear_starter(draft, keep_hero=False)
        draft.alone = True
    first = draft.alone and not draft.added
    component = component_for(add, level=1 if first else 2)
    again = _mounted_name(draft, component.name)
    if not show(draft, component):
        return
    draft.done.append(said(add, component, again=again, alone=first))
    remark_on(add, draft)


def apply_page(intent: AddPage, draft: Draft) -> None:
    """Adds a page with an address of its own."""
    component = page_for(intent.name)
    if not show(draft, component):
        return
    names = re.findall(r'"([\w-]+)"', (re.search(r"const pages = \[([^\]]*)\]", draft.text(PAGES)) or [""])[0])
    names = list(dict.fromkeys([*names, component.anchor]))
    listed = ", ".join(f'"{name}"' for name in names)
    draft.write(PAGES, source("pages.ts").replace("PAGES", f"[{listed}]"))
    draft.write(PAGES_CSS, "\n".join(source("pages.css").replace("PAGE", name) for name in names))
    import_in_main(draft, PAGES)
    linked = f'"#{component.anchor}"' in draft.text(CONTENT)
    draft.done.append(f"There is a page “{intent.name}” at #{component.anchor}{_LINKED if linked else '.'}")
    if not linked:
        draft.missing.append(f"I found no menu to put a link in; one to #{component.anchor} leads there.")


def is_starter(draft: Draft) -> bool:
    """Whether nobody has changed the template's own opening yet."""
    return hero_is_shown(draft) and words_edit.get_field(draft.text(CONTENT), "hero", "title") == STARTER_TITLE


def clear_starter(draft: Draft, *, keep_hero: bool) -> None:
    """Takes the template's sections off the page, and their links, files and tests with them."""
    framework, app = draft.project.framework, draft.project.app
    if framework is None or app is None:
        return
    for name in mounted(draft.text(app), framework):
        plain = name.removesuffix("Section").lower()
        if plain not in _STARTER or (keep_hero and plain == "hero"):
            continue
        take_away(draft, framework, app, name)
    draft.write(CONTENT, words_edit.set_navigation(draft.text(CONTENT), []))
    for test in draft.project.tests:
        draft.write(test, without_starter(draft.text(test)))


def take_away(draft: Draft, framework: Framework, app: str, name: str) -> None:
    """Takes a section off the page and deletes its file."""
    component = name[:1].upper() + name[1:]
    draft.write(app, unmount(draft.text(app), framework, component))
    path = file_name(framework, component)
    if path in draft.project.paths:
        draft.delete(path)


def menu(draft: Draft) -> None:
    """A page made of one section needs no menu, one of several links to each."""
    if CONTENT in draft.project.files and draft.alone and draft.added:
        links = [(each.label, f"#{each.anchor}") for each in draft.added] if len(draft.added) > 1 else []
        draft.write(CONTENT, words_edit.set_navigation(draft.text(CONTENT), links))


def _mounted_name(draft: Draft, name: str) -> bool:
    framework = draft.project.framework
    return framework is not None and is_mounted(draft.text(draft.project.app), framework, name)

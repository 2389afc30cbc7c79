"""A website for somebody: names, an opening, and the sections such a site has."""

from local.offline_model import words_edit
from local.offline_model.components import component_for
from local.offline_model.draft import Draft
from local.offline_model.intents import Add, Site
from local.offline_model.placing import show
from local.offline_model.plan_sections import clear_starter, is_starter
from local.offline_model.plan_words import rename
from local.offline_model.project import CONTENT
from local.offline_model.view import Component, literal


def apply_site(site: Site, draft: Draft) -> None:
    """Makes the starter a site for the subject; a page that is somebody's already only gets the sections."""
    name = site.name or _name_of(site.subject)
    fresh = is_starter(draft)
    if fresh:
        clear_starter(draft, keep_hero=True)
    rename(draft, name)
    shown = [
        component
        for kind in site.kinds
        if show(draft, component := component_for(Add(kind, title=_title(kind, name)), level=2))
    ]
    if fresh and shown:
        draft.write(CONTENT, words_edit.set_record(draft.text(CONTENT), "hero", _hero(site, name, shown)))
        draft.write(
            CONTENT, words_edit.set_field(draft.text(CONTENT), "footer", "note", f"{name}. All rights reserved.")
        )
    if shown:
        draft.done.append(f"It has these sections: {', '.join(each.label for each in shown)}.")
    draft.assumed.append("All words and pictures are placeholders: say what they should be.")


def _name_of(subject: str) -> str:
    words = [word for word in subject.split() if word.lower() not in ("my", "our", "a", "an", "the")]
    return " ".join(word[:1].upper() + word[1:] for word in words)[:60] or "My site"


def _title(kind: str, name: str) -> str | None:
    return {"about": f"About {name}", "contact": f"Write to {name}"}.get(kind)


def _hero(site: Site, name: str, shown: list[Component]) -> str:
    subject = site.subject.strip() or "site"
    lead = (
        f"This is the new home of {name}. Look around, and find what you need to know about us in a minute."
        if subject.lower() in name.lower()
        else f"A {subject} that takes care of the details. Look around, and get to know us in a minute."
    )
    links = [shown[0], shown[-1]]
    buttons = zip(("primary", "secondary"), links, strict=True)
    lines = "".join(
        f"  {role}: {{ label: {literal(each.label)}, href: {literal(f'#{each.anchor}')} }},\n" for role, each in buttons
    )
    return (
        f"  eyebrow: {literal('Welcome')},\n"
        f"  title: {literal(name)},\n"
        f"  lead: {literal(lead[:1].upper() + lead[1:])},\n{lines}"
    )

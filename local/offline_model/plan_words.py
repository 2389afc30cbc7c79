"""Names, headlines and other words."""

from local.offline_model import words_edit
from local.offline_model.draft import Draft
from local.offline_model.intents import Rename, Replace, Retitle, Reword
from local.offline_model.project import CONTENT, INDEX

STARTER_NAME, STARTER_TITLE = "Starter", "A good place to start"
_PARTS = {
    "lead": ("hero", "lead", "text below the headline"),
    "eyebrow": ("hero", "eyebrow", "line above the headline"),
    "primary": ("hero", "primary", "first button"),
    "secondary": ("hero", "secondary", "second button"),
    "footer": ("footer", "note", "line in the footer"),
}
_MARKUP = (".html", ".vue", ".svelte", ".tsx", ".jsx")


def apply_words(intent: Rename | Retitle | Reword | Replace, draft: Draft) -> None:
    """Carries out an intent about words; tells what it did."""
    match intent:
        case Rename():
            rename(draft, intent.name)
        case Retitle():
            retitle(draft, intent.text)
        case Reword():
            _reword(draft, intent)
        case Replace():
            _replace(draft, intent)


def rename(draft: Draft, name: str) -> None:
    """The brand and the browser's title; the headline too while it is the starter's."""
    _set_browser_title(draft, name)
    _set_content(draft, "site", "name", name)
    if words_edit.get_field(draft.text(CONTENT), "hero", "title") == STARTER_TITLE:
        _set_content(draft, "hero", "title", name)
    draft.done.append(f"The app is called “{name}” now.")


def retitle(draft: Draft, text: str) -> None:
    """The headline that is shown, and the browser's title with it."""
    before = words_edit.get_title(draft.text(INDEX))
    changed = _set_headline(draft, text)
    if not changed or before in ("", STARTER_NAME, _brand(draft)) or before.startswith("Vite"):
        changed = _set_browser_title(draft, text) or changed
    if _brand(draft) == STARTER_NAME:
        _set_content(draft, "site", "name", text)
    if changed:
        draft.done.append(f"The title reads “{text}” now.")
    else:
        draft.missing.append("I found no headline to change.")


def _brand(draft: Draft) -> str | None:
    return words_edit.get_field(draft.text(CONTENT), "site", "name")


def _set_headline(draft: Draft, text: str) -> bool:
    """In the hero while it is on the page, else in the section or file that holds the `<h1>`."""
    if hero_is_shown(draft) and words_edit.get_field(draft.text(CONTENT), "hero", "title") is not None:
        return _set_content(draft, "hero", "title", text)
    for path in [*draft.texts, *draft.project.files]:
        before = draft.text(path)
        if "<h1" not in before:
            continue
        after = words_edit.set_title_constant(before, text)
        after = after if after != before else words_edit.set_first_heading(before, text)
        if draft.write(path, after):
            return True
    return False


def hero_is_shown(draft: Draft) -> bool:
    """Whether the template's own opening is on the page."""
    app = draft.text(draft.project.app)
    return any(shown in app for shown in ("<Hero />", "<HeroSection />", "${hero()}"))


def _reword(draft: Draft, intent: Reword) -> None:
    record, field, words = _PARTS[intent.part]
    if _set_content(draft, record, field, intent.text):
        draft.done.append(f"The {words} reads “{intent.text}” now.")
    else:
        draft.missing.append(f"I found no {words} to change.")


def _replace(draft: Draft, intent: Replace) -> None:
    changed = []
    for path in list(draft.project.files):
        before = draft.text(path)
        if intent.old in before and not path.endswith((".json", ".css")):
            after = words_edit.replace_words(before, intent.old, intent.new, markup=path.endswith(_MARKUP))
            if draft.write(path, after):
                changed.append(path)
    if changed:
        draft.done.append(f"“{intent.old}” reads “{intent.new}” now ({', '.join(changed)}).")
    else:
        draft.missing.append(f"I found “{intent.old}” nowhere in the project.")


def _set_browser_title(draft: Draft, text: str) -> bool:
    return INDEX in draft.project.files and draft.write(INDEX, words_edit.set_title(draft.text(INDEX), text))


def _set_content(draft: Draft, record: str, field: str, text: str) -> bool:
    if CONTENT not in draft.project.files:
        return False
    return draft.write(CONTENT, words_edit.set_field(draft.text(CONTENT), record, field, text))

"""From intents and a project to a change: every intent in turn, over what the earlier ones made of the texts."""

from collections.abc import Sequence

from local.offline_model.draft import Draft
from local.offline_model.intents import Add, AddPage, Intent, Remove, Rename, Replace, Retitle, Reword, Site
from local.offline_model.plan_remove import apply_remove
from local.offline_model.plan_sections import apply_add, apply_page, menu
from local.offline_model.plan_site import apply_site
from local.offline_model.plan_theme import apply_theme
from local.offline_model.plan_words import apply_words
from local.offline_model.project import Project


def plan(intents: Sequence[Intent], project: Project) -> Draft:
    """The whole change. Deterministic: the same intents and project give the same texts."""
    draft = Draft(project)
    for intent in intents:
        _apply(intent, draft)
    menu(draft)
    draft.assumed = list(dict.fromkeys(draft.assumed))
    return draft


def _apply(intent: Intent, draft: Draft) -> None:
    match intent:
        case Add():
            apply_add(intent, draft)
        case AddPage():
            apply_page(intent, draft)
        case Site():
            apply_site(intent, draft)
        case Remove():
            apply_remove(intent, draft)
        case Rename() | Retitle() | Reword() | Replace():
            apply_words(intent, draft)
        case _:
            apply_theme(intent, draft)

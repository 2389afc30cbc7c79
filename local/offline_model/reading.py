"""Which files must be read before a change can be thought out."""

from collections.abc import Sequence

from local.offline_model.components import NAMES, page_for
from local.offline_model.intents import (
    Accent,
    Add,
    AddPage,
    Background,
    Corners,
    Font,
    Intent,
    Mode,
    Remove,
    Rename,
    Retitle,
    Reword,
    Site,
    TextColour,
)
from local.offline_model.mount import file_name, mounted
from local.offline_model.plan_sections import PAGES, PAGES_CSS
from local.offline_model.project import CONTENT, INDEX, PACKAGE, Project

_LOOKS = (Accent, Background, TextColour, Mode, Font, Corners)
_MOST = 24


def wanted(intents: Sequence[Intent], project: Project) -> list[str]:
    """Paths that exist, in a good order to read; more may be wanted once the first are read."""
    found: list[str | None] = []
    for intent in intents:
        found += _for(intent, project)
    known = [path for path in found if path is not None and path in project.paths]
    return list(dict.fromkeys(known))[:_MOST]


def _for(intent: Intent, project: Project) -> list[str | None]:
    if isinstance(intent, _LOOKS):
        return [*project.styles, INDEX]
    if isinstance(intent, Add | AddPage | Site | Remove):
        return [
            project.app,
            CONTENT,
            PACKAGE,
            project.main,
            *project.styles,
            *project.tests,
            *_targets(intent, project),
        ]
    if isinstance(intent, Retitle | Rename):
        return [CONTENT, INDEX, project.app, *_sections(project)]
    return [CONTENT] if isinstance(intent, Reword) else []


def _targets(intent: Intent, project: Project) -> list[str | None]:
    """Files that stand where a section would be written."""
    if project.framework is None:
        return []
    if isinstance(intent, AddPage):
        return [PAGES, PAGES_CSS, file_name(project.framework, page_for(intent.name).name)]
    if isinstance(intent, Site):
        return [INDEX, *(file_name(project.framework, NAMES[kind]) for kind in intent.kinds if kind in NAMES)]
    if isinstance(intent, Add) and intent.kind in NAMES:
        return [INDEX, file_name(project.framework, NAMES[intent.kind])]
    return []


def _leaving(intent: Intent, project: Project) -> list[str | None]:
    """The files of sections that may be deleted: they are read first, so that they can be put back."""
    goes = isinstance(intent, Site | Remove) or (isinstance(intent, Add) and intent.whole)
    return _sections(project) if goes else []


def _sections(project: Project) -> list[str | None]:
    """The files of what the page shows: the headline is in one of them."""
    if CONTENT not in project.paths:
        return list(project.markup())
    app = project.text(project.app)
    if not app or project.framework is None:
        return []
    names = (name[:1].upper() + name[1:] for name in mounted(app, project.framework))
    return [file_name(project.framework, name) for name in names]

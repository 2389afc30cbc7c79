"""Which page a browser opens in the worker, and what it reports: words of a page are untrusted, but bounded here."""

from typing import Annotated, Literal, Self

from pydantic import AfterValidator, BeforeValidator, Field, StringConstraints, model_validator

from shared.domain.builds.page_spec import (
    HEIGHTS,
    MOST_ACTIONS,
    MOST_OF_ROUTE,
    MOST_ROUTES,
    TEXTS,
    UNTARGETED,
    WIDTHS,
)
from shared.domain.builds.worker_tests import Reported

_Text = Annotated[str, StringConstraints(min_length=1, max_length=300)]
_Line = Annotated[str, StringConstraints(max_length=500)]
ActionKind = Literal["click", "type", "fill", "select", "press", "hover", "drag", "wait", "reload"]
_Given = Annotated[_Text | None, BeforeValidator(lambda value: None if value == "" else value)]
"""A model that leaves a field out may send it empty."""


def _own_path(path: str) -> str:
    if not path.startswith("/") or path.startswith("//") or "\\" in path or not path.isprintable():
        raise ValueError("must be one of the app's own pages, such as /about")
    return path


PagePath = Annotated[str, StringConstraints(max_length=500), AfterValidator(_own_path)]
"""A path on the app's own origin."""
PageWidth = Annotated[int, Field(ge=WIDTHS[0], le=WIDTHS[1])]
PageHeight = Annotated[int, Field(ge=HEIGHTS[0], le=HEIGHTS[1])]


class PageAction(Reported):
    """What is done to the element with this accessible name or CSS selector: `reload` has none, `press` and `wait` may.

    `text` is what is typed, filled in or chosen, the keys of a press, where a drag ends, or what is waited for.
    """

    do: ActionKind
    name: _Given = None
    selector: _Given = None
    text: _Given = None

    @model_validator(mode="after")
    def _is_whole(self) -> Self:
        targets = (self.name is not None) + (self.selector is not None)
        if targets > 1:
            raise ValueError(f"{self.do} has a name and a selector: give only one of the two")
        if targets == 0 and self.do not in UNTARGETED:
            raise ValueError(f"{self.do} needs a name or a selector")
        if targets and self.do == "reload":
            raise ValueError("reload takes no name and no selector")
        needs = TEXTS[self.do]
        if needs is not None and needs != (self.text is not None):
            raise ValueError(f"{self.do} {'needs a' if needs else 'takes no'} text")
        return self


class PageSpec(Reported):
    """`path` on the app's own origin, the viewport in pixels, the colour scheme asked for, and the actions in order.

    `audit`: the pages that links lead to are examined too; `paper`: the page is looked at as it is printed;
    `pair`: it is photographed in a wide and a narrow window too, for a model.
    """

    path: PagePath = "/"
    width: PageWidth = 1280
    height: PageHeight = 800
    dark: bool = False
    actions: Annotated[list[PageAction], Field(max_length=MOST_ACTIONS)] = []
    audit: bool = False
    paper: bool = False
    pair: bool = False


class ConsoleLine(Reported):
    """One message of the page's console."""

    level: Annotated[str, StringConstraints(max_length=20)]
    text: _Line
    place: _Line = ""


class FailedRequest(Reported):
    """A request that had no good answer."""

    url: _Line
    reason: _Line


class ActionDone(Reported):
    """What became of one action."""

    did: _Line
    ok: bool
    message: _Line = ""


class LayoutFinding(Reported):
    """What is wrong with how a page lies on the screen: `what` is wrong with the element `where`, at these widths."""

    kind: Annotated[str, StringConstraints(max_length=20)]
    widths: Annotated[list[Annotated[int, Field(ge=1, le=10_000)]], Field(max_length=4)]
    where: Annotated[str, StringConstraints(max_length=140)]
    text: Annotated[str, StringConstraints(max_length=60)] = ""
    what: Annotated[str, StringConstraints(max_length=300)]


class Layout(Reported):
    """The worst findings first; `rest` counts the others, `unknown` the texts whose contrast a picture hides."""

    findings: Annotated[list[LayoutFinding], Field(max_length=16)] = []
    rest: Annotated[int, Field(ge=0, le=1_000_000)] = 0
    unknown: Annotated[int, Field(ge=0, le=1_000_000)] = 0
    colours: Annotated[str, StringConstraints(max_length=800)] = ""


_Count = Annotated[int, Field(ge=0, le=1_000_000)]


class AuditedPage(Reported):
    """One page that was examined."""

    path: _Line
    title: _Line = ""


class Violation(Reported):
    """A rule of WCAG 2 (A, AA) that `count` elements break, the first of them at the selector `where`."""

    page: _Line
    rule: Annotated[str, StringConstraints(max_length=60)]
    impact: Annotated[str, StringConstraints(max_length=20)]
    what: Annotated[str, StringConstraints(max_length=300)]
    where: Annotated[str, StringConstraints(max_length=140)] = ""
    count: _Count = 1


class DeadLink(Reported):
    """A link of `page` that leads to no place: `anchor` of the page, `file` of the app, or `nowhere` that it knows."""

    page: _Line
    to: _Line
    words: Annotated[str, StringConstraints(max_length=60)] = ""
    why: Annotated[str, StringConstraints(max_length=20)]


class Audit(Reported):
    """Of the pages that links lead to. `accessibility` is null where nobody looked for it; `rest`: findings that are
    not kept, `left_out`: pages that were not opened.
    """

    pages: Annotated[list[AuditedPage], Field(max_length=8)] = []
    accessibility: Annotated[list[Violation], Field(max_length=40)] | None = None
    links: Annotated[list[DeadLink], Field(max_length=40)] = []
    rest: _Count = 0
    left_out: _Count = 0


class OpenedRoute(Reported):
    """Faults of one further route of the app, opened by its address."""

    path: _Line
    errors: Annotated[list[Annotated[str, StringConstraints(max_length=1500)]], Field(max_length=MOST_OF_ROUTE)] = []
    console: Annotated[list[ConsoleLine], Field(max_length=MOST_OF_ROUTE)] = []
    failed_requests: Annotated[list[FailedRequest], Field(max_length=MOST_OF_ROUTE)] = []
    notes: Annotated[list[_Line], Field(max_length=MOST_OF_ROUTE)] = []


class SkippedRoute(Reported):
    """A route that was not opened: `no_link` names an address for its parameter, there were too many (`limit`), the
    server has no page there (`no_page`), or none was loaded (`not_loaded`).
    """

    path: _Line
    why: Annotated[str, StringConstraints(max_length=20)]


class Routes(Reported):
    """The routes that the app's router declares, besides the page that was opened first."""

    opened: Annotated[list[OpenedRoute], Field(max_length=MOST_ROUTES)] = []
    skipped: Annotated[list[SkippedRoute], Field(max_length=MOST_ROUTES)] = []


class PageReport(Reported):
    """What the browser saw. `tree` is the accessibility tree as indented text; no `layout` where none was measured, no
    `audit` where none was asked for, no `routes` where only one page was opened.
    """

    url: _Line = ""
    title: _Line = ""
    console: Annotated[list[ConsoleLine], Field(max_length=60)] = []
    errors: Annotated[list[Annotated[str, StringConstraints(max_length=1500)]], Field(max_length=20)] = []
    failed_requests: Annotated[list[FailedRequest], Field(max_length=30)] = []
    actions: Annotated[list[ActionDone], Field(max_length=MOST_ACTIONS)] = []
    notes: Annotated[list[_Line], Field(max_length=20)] = []
    tree: Annotated[str, StringConstraints(max_length=16_000)] = ""
    layout: Layout | None = None
    audit: Audit | None = None
    routes: Routes | None = None
    screenshot: bool = False


class OriginalPage(Reported):
    """What an imported project showed as it came; without a `page` it was not built or opened, which `message` says."""

    page: PageReport | None = None
    message: Annotated[str, StringConstraints(max_length=1000)] = ""

"""The revisions that a draft stands on, read page by page."""

from collections.abc import Iterator
from typing import Protocol

from shared.domain.revisions.revision import Revision
from shared.ports.revisions import RevisionStore
from shared.services.matching_page import pages_of

_PAGE, _MOST_PAGES = 50, 20


class HistoryPorts(Protocol):
    """What reading a history needs."""

    @property
    def revisions(self) -> RevisionStore: ...


def history_of(draft: Revision, ports: HistoryPorts, pages_most: int | None = _MOST_PAGES) -> Iterator[Revision]:
    """The draft, what it stands on, and so on: the true order, whatever the clocks said. Read a page at a time."""
    known = {draft.id: draft}
    place = draft.tenant_id, draft.app_id
    pages = pages_of(lambda cursor: ports.revisions.list(*place, limit=_PAGE, cursor=cursor), pages_most)
    wanted: str | None = draft.id
    while wanted is not None:
        while wanted not in known:
            page = next(pages, None)
            if page is None:
                return
            known |= {revision.id: revision for revision in page.items}
        yield known[wanted]
        wanted = known[wanted].parent_revision_id

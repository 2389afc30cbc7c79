"""Which revision's page a person has confirmed last, and the hosts that they have allowed its pages to reach."""

import logging
from collections.abc import Callable

from shared.domain.agent.outgoing import host_key
from shared.domain.apps.app import API_HOSTS_MOST, App, AppSettings, ConfirmedPage
from shared.domain.apps.page_hosts import hosts_in
from shared.domain.base import Files, Input
from shared.domain.errors import AppError, Invalid
from shared.domain.identity import Principal, is_key, require_person
from shared.domain.ids import require_id
from shared.domain.revisions.revision import Revision
from shared.ports.clock import Clock
from shared.services.change_app import change_app
from shared.services.ports_bundle import Ports, SitePorts

logger = logging.getLogger(__name__)


class HostRequest(Input):
    """A host as a person names it: `api.example.com`, or with a port other than 443."""

    host: str


def allow_host(*, principal: Principal, app_id: str, request: HostRequest, ports: Ports) -> App:
    """The app with this host on its list (`settings.api_hosts`); nothing else of its settings is touched.

    Forbidden `PERSON_REQUIRED` for an API key. Invalid for what is no public host, and when the list is full.
    """
    host = host_key(request.host)

    def change(app: App) -> App:
        require_person(principal, "allow a host")
        listed = sorted({host, *app.settings.api_hosts})
        if len(listed) > API_HOSTS_MOST:
            raise Invalid(f"An app's list has at most {API_HOSTS_MOST} hosts. Take one off in the settings first.")
        allowed = AppSettings.model_validate({**app.settings.model_dump(), "api_hosts": listed})
        return app.model_copy(update={"settings": allowed})

    return change_app(ports, principal.tenant_id, require_id("app", app_id), change)


def page_confirmed(revision: Revision, by: str, ports: SitePorts) -> ConfirmedPage:
    """What is stored of a confirmed page; reads its source for the hosts that it names."""
    return _confirmed(
        revision, by, ports.snapshots.get(revision.tenant_id, revision.app_id, revision.tree), ports.clock
    )


def _confirmed(revision: Revision, by: str, files: Files, clock: Clock) -> ConfirmedPage:
    return ConfirmedPage(revision_id=revision.id, tree=revision.tree, by=by, at=clock.now(), hosts=hosts_in(files))


def confirm_page(*, principal: Principal, revision: Revision, ports: SitePorts) -> None:
    """Note that a person has confirmed this revision's page. Nothing is noted for an API key."""
    if principal.machine:
        return
    found = page_confirmed(revision, principal.subject, ports)
    _note(revision, found, ports)


def confirms_by_hand(
    principal: Principal, app: App, files: Files, clock: Clock
) -> Callable[[Revision], ConfirmedPage | None]:
    """Return a function that gives the confirmed page of a save by hand, or None. `app` is as read with the draft."""

    def confirms(revision: Revision) -> ConfirmedPage | None:
        if principal.machine or not _is_carried(app.confirmed_page, revision, None):
            return None
        return _confirmed(revision, principal.subject, files, clock)

    return confirms


def carry_confirmation(*, principal: Principal, revision: Revision, reviewed_by: str | None, ports: Ports) -> None:
    """Note it for a new revision that holds nothing but what people have confirmed: our own template, a tree that
    was confirmed before, or a person's own change of the confirmed page. Best effort: else it stays confined.
    """
    try:
        _carry(principal, revision, reviewed_by, ports)
    except AppError:
        logger.exception("a confirmation was not carried on", extra={"app_id": revision.app_id})


def _carry(principal: Principal, revision: Revision, reviewed_by: str | None, ports: SitePorts) -> None:
    app = ports.apps.get(revision.tenant_id, revision.app_id)
    if revision.origin == "template":
        _note(revision, page_confirmed(revision, "", ports), ports)
    elif not principal.machine and _is_carried(app.confirmed_page, revision, reviewed_by):
        _note(revision, page_confirmed(revision, principal.subject, ports), ports)


def _is_carried(known: ConfirmedPage | None, revision: Revision, reviewed_by: str | None) -> bool:
    """Whether the revision holds nothing but what people have confirmed."""
    if known is None:
        return False
    is_of_it = known.revision_id == revision.parent_revision_id
    return known.tree == revision.tree or (is_of_it and _is_by_hand(revision, reviewed_by))


def _is_by_hand(revision: Revision, reviewed_by: str | None) -> bool:
    """Whether a person wrote the change, or reviewed it and then committed it."""
    if revision.origin == "diff":
        return reviewed_by is not None and not is_key(reviewed_by)
    return revision.origin == "save"


def _note(revision: Revision, found: ConfirmedPage, ports: SitePorts) -> None:
    def change(app: App) -> App:
        known = app.confirmed_page
        same = known is not None and known.model_copy(update={"at": found.at, "by": found.by}) == found
        return app if same else app.model_copy(update={"confirmed_page": found})

    change_app(ports, revision.tenant_id, revision.app_id, change)

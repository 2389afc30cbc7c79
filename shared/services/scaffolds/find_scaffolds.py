"""The scaffolds as they stand in one app."""

from collections.abc import Iterator

from pydantic import BaseModel

from shared.domain.apps.app import App
from shared.domain.base import Files
from shared.domain.diffs.diff import Diff
from shared.domain.errors import NotFound
from shared.domain.identity import Principal
from shared.domain.scaffolds.scaffold import Scaffold, ScaffoldPack, ScaffoldState, hosts_of, is_applied
from shared.services.assets.load_scaffolds import list_scaffolds, load_scaffolds
from shared.services.get_app import get_draft
from shared.services.ports_bundle import Ports

_DIFFS = 50


class AppScaffold(BaseModel):
    """One scaffold in an app. `diff_id` is the proposal that waits with it; `unset` are required values without one."""

    scaffold: Scaffold
    state: ScaffoldState
    diff_id: str | None = None
    unset: list[str]
    hosts: list[str]


def find_scaffold(key: str) -> ScaffoldPack:
    """By its key, or NotFound."""
    if (pack := load_scaffolds().get(key)) is None:
        raise NotFound("There is no such scaffold.")
    return pack


def find_scaffolds(*, principal: Principal, app_id: str, ports: Ports) -> list[AppScaffold]:
    """Those that fit the app's framework, each with how it stands."""
    app, draft = get_draft(principal=principal, app_id=app_id, ports=ports)
    files = ports.snapshots.get(app.tenant_id, app.id, draft.tree)
    waiting = waiting_trees(app, ports)
    fitting = (one for one in list_scaffolds() if app.framework in one.frameworks)
    return [stand_of(one, app, files, waiting) for one in fitting]


def stand_of(scaffold: Scaffold, app: App, files: Files, waiting: list[tuple[Diff, Files]]) -> AppScaffold:
    """Set up, waiting as a proposal, or to be had."""
    env = app.settings.env
    proposed = next((diff.id for diff, tree in waiting if is_applied(scaffold, tree)), None)
    applied = is_applied(scaffold, files)
    return AppScaffold(
        scaffold=scaffold,
        state="applied" if applied else "proposed" if proposed else "available",
        diff_id=None if applied else proposed,
        unset=[value.name for value in scaffold.values if value.required and not env.get(value.name)],
        hosts=hosts_of(scaffold, env),
    )


def waiting_trees(app: App, ports: Ports) -> list[tuple[Diff, Files]]:
    """The open proposals that no run made, with what each would make of the project."""
    return list(_waiting(app, ports))


def _waiting(app: App, ports: Ports) -> Iterator[tuple[Diff, Files]]:
    for diff in ports.diffs.list(app.tenant_id, app.id, limit=_DIFFS).items:
        if diff.run_id is None and diff.status.traits.open:
            yield diff, ports.snapshots.get(app.tenant_id, app.id, diff.wanted_tree)

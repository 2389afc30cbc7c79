"""Sets a scaffold up in an app: as a proposal that a person looks at, never straight in the draft."""

from pydantic import BaseModel

from shared.domain.apps.app import App, AppSettings
from shared.domain.base import Input
from shared.domain.errors import Invalid, ScaffoldApplied
from shared.domain.identity import Principal
from shared.domain.scaffolds.add_scaffold import add_scaffold
from shared.domain.scaffolds.scaffold import Scaffold, hosts_of, require_values
from shared.services.builds.rebuild_draft import rebuild_draft
from shared.services.change_app import change_app
from shared.services.diffs.propose_tree import propose_tree
from shared.services.get_app import get_draft
from shared.services.ports_bundle import Ports
from shared.services.revisions.gate_change import gate_tree
from shared.services.revisions.relock import relock, shelf_of
from shared.services.scaffolds.find_scaffolds import find_scaffold, stand_of, waiting_trees


class ScaffoldRequest(Input):
    """Values for `settings.env`, by name: public ones only. One that is left out can be set later."""

    values: dict[str, str] = {}


class ScaffoldProposal(BaseModel):
    """What was proposed. `placed`: the page shows or starts it; else `ask` is what the agent can be told.

    `hosts` are asked by visitors' browsers; nothing has to be allowed for that.
    """

    diff_id: str
    placed: bool
    ask: str | None
    hosts: list[str]
    next: list[str]


def apply_scaffold(
    *, principal: Principal, app_id: str, key: str, request: ScaffoldRequest, ports: Ports
) -> ScaffoldProposal:
    """The proposal; the values are kept in the app's settings at once.

    Conflict `SCAFFOLD_APPLIED` when the app has it, or a proposal with it waits; `MERGE_CONFLICT` when a file of the
    project has its place. Invalid for a value, a framework or a project that does not fit.
    """
    pack = find_scaffold(key)
    app, draft = get_draft(principal=principal, app_id=app_id, ports=ports)
    values = require_values(pack.scaffold, request.values)
    if app.framework not in pack.files:
        raise Invalid(f"{pack.scaffold.title} cannot be set up in an app of this framework.")
    files = ports.snapshots.get(app.tenant_id, app.id, draft.tree)
    stand = stand_of(pack.scaffold, app, files, waiting_trees(app, ports))
    _require_new(pack.scaffold, stand.state, stand.diff_id)
    shelf = shelf_of(files, app.tenant_id, ports)
    added = add_scaffold(pack, files, app.framework, shelf.catalog)
    locked = relock(base=files, files=added.files, tenant_id=app.tenant_id, ports=ports)
    tree = gate_tree(tenant_id=app.tenant_id, app_id=app.id, files=locked, ports=ports).accepted()
    said = f"Set up: {pack.scaffold.title}"
    diff = propose_tree(draft=draft, tree=tree, message=said, prompt=said, ports=ports)
    _keep(app, values, ports)
    return ScaffoldProposal(
        diff_id=diff.id,
        placed=added.placed,
        ask=None if added.placed else _ask(pack.scaffold),
        hosts=hosts_of(pack.scaffold, {**app.settings.env, **values}),
        next=pack.scaffold.next,
    )


def _require_new(scaffold: Scaffold, state: str, diff_id: str | None) -> None:
    if state == "applied":
        raise ScaffoldApplied(f"{scaffold.title} is set up in this app already.", diff_id=None)
    if diff_id is not None:
        raise ScaffoldApplied(f"{scaffold.title} waits as a proposal: decide about that first.", diff_id=diff_id)


def _ask(scaffold: Scaffold) -> str:
    if scaffold.place == "start":
        return f"Call {scaffold.entry} of {scaffold.path} once when the app starts."
    return f"Show the feature in {scaffold.folder}/ ({scaffold.entry} of {scaffold.module}.ts) where it fits best."


def _keep(app: App, values: dict[str, str], ports: Ports) -> None:
    """The values among the app's settings; its draft is built with them like after any other change of them."""
    if not values:
        return

    def change(known: App) -> App:
        settings = AppSettings.model_validate({**known.settings.model_dump(), "env": {**known.settings.env, **values}})
        return known.model_copy(update={"settings": settings})

    changed = change_app(ports, app.tenant_id, app.id, change)
    rebuild_draft(changed, ports=ports, automation=ports.switches.build_automation)

"""The line of packages that an app is on, and what a change of it would mean."""

from pydantic import BaseModel

from shared.domain.assets.catalog import CURRENT, Line
from shared.domain.assets.line_changes import VersionChange, version_changes
from shared.domain.identity import Principal
from shared.domain.tree.relock import PACKAGE
from shared.services.apps.next_steps import made_of
from shared.services.get_app import get_draft
from shared.services.ports_bundle import Ports


class OtherLine(BaseModel):
    """A line that the app could move to, with what would change of what it declares."""

    line: Line
    made_of: str
    changes: list[VersionChange]


class AppLine(BaseModel):
    """The line that the draft is pinned to by its `package.json`, and the others."""

    line: Line
    made_of: str
    revision_id: str
    others: list[OtherLine]


def read_line(*, principal: Principal, app_id: str, ports: Ports) -> AppLine:
    """The app's line, and what a change of it would mean for its packages."""
    app, draft = get_draft(principal=principal, app_id=app_id, ports=ports)
    files = ports.snapshots.get(app.tenant_id, app.id, draft.tree)
    manifest = files.get(PACKAGE, b"").decode("utf-8", "replace")
    whole = ports.own_catalogs().of(app.tenant_id).catalog
    here = whole.of(manifest)
    other = whole.on("classic" if here.line == CURRENT else "current", manifest)
    others = [
        OtherLine(line=other.chosen, made_of=made_of(other, app.framework), changes=version_changes(manifest, other))
    ]
    return AppLine(line=here.chosen, made_of=made_of(here, app.framework), revision_id=draft.id, others=others)

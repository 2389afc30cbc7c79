"""An app whose name nobody chose is called what its page calls itself."""

from contextlib import suppress

from shared.domain.apps.app import App
from shared.domain.apps.page_name import name_of_page
from shared.domain.errors import AppError
from shared.ports.storage import SnapshotStore
from shared.services.change_app import AppPorts, change_app


def name_by_page(app: App, tree: str, snapshots: SnapshotStore, ports: AppPorts) -> None:
    """After a commit, which stands whether the name was written or not. A person's own name is never replaced."""
    if not app.name_derived:
        return
    with suppress(AppError):
        name = name_of_page(snapshots.get(app.tenant_id, app.id, tree).get("index.html", b""))

        def change(now: App) -> App:
            return now.model_copy(update={"name": name}) if now.name_derived and name else now

        change_app(ports, app.tenant_id, app.id, change)

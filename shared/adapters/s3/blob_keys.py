"""Keys of the objects that adapters keep for themselves in the data bucket. The tenant stands first."""

import re

from shared.adapters.dynamo.table.keys import part
from shared.domain.errors import NotFound

_GIT_ID = re.compile(r"[0-9a-f]{40}\Z")


def tree_archive(tenant_id: str, app_id: str, tree: str) -> str:
    return f"{_tree(tenant_id, app_id, tree)}.tar.zst"


def tree_manifest(tenant_id: str, app_id: str, tree: str) -> str:
    return f"{_tree(tenant_id, app_id, tree)}.json"


def run_bodies(tenant_id: str, app_id: str, run_id: str) -> str:
    """Folder of what is too large for the items of a run and its turn."""
    return f"apps/{part(tenant_id)}/{part(app_id)}/runs/{part(run_id)}/bodies/"


def event_bodies(tenant_id: str, run_id: str) -> str:
    """Folder of event batches too large for an item."""
    return f"apps/{part(tenant_id)}/runs/{part(run_id)}/events/"


def answer_bodies(tenant_id: str, day: str) -> str:
    """Folder of kept answers too large for an item, apart by day: what lies below `uploads/` is gone after two days."""
    return f"uploads/{part(tenant_id)}/answers/{part(day)}/"


def job(tenant_id: str, app_id: str, build_id: str) -> str:
    return f"apps/{part(tenant_id)}/{part(app_id)}/builds/{part(build_id)}/job.json"


def _tree(tenant_id: str, app_id: str, tree: str) -> str:
    if not _GIT_ID.match(tree):
        raise NotFound("There is no such tree.")
    return f"apps/{part(tenant_id)}/{part(app_id)}/trees/{tree}"

"""Gives a workspace what its tools may reach beyond the tree: the project's state, its history, its builds."""

from collections.abc import Callable
from typing import NamedTuple

from shared.domain.agent.outgoing import OutAnswer, OutRequest
from shared.domain.apps.app import App
from shared.domain.apps.project_state import ProjectState, StateChange
from shared.domain.base import Files
from shared.domain.revisions.revision import DistManifest
from shared.domain.runs.turn import Turn
from shared.domain.work_budget import TURNS_SEARCHED
from shared.ports.outgoing import Outside
from shared.services.agent.tools.fetch_outside import PostLedger, fetch_outside
from shared.services.apps.change_state import change_state
from shared.services.assets.load_advisories import load_advisories
from shared.services.assets.load_templates import load_guides
from shared.services.brain.find_items import passages
from shared.services.loop_ports import LoopPorts
from shared.services.matching_page import pages_of
from shared.services.or_none import or_none
from shared.services.revisions.mark_untrusted import mark_untrusted
from shared.services.runs.read_turns import still_shown
from shared.services.site.dist_objects import load_dist_manifest
from shared.tools.base import Workspace


class Whose(NamedTuple):
    """Whose workspace it is, and the iteration that works in it (no run: a person's own call).

    `app`: as the run knows it, with what a person has vouched for.
    """

    tenant_id: str
    app_id: str
    run_id: str | None = None
    iteration: int = 0
    app: App | None = None


class Green(NamedTuple):
    """A tree that was built, and the build that did it."""

    tree: str | None = None
    build_id: str | None = None


def equip_workspace(workspace: Workspace, whose: Whose, *, green: Green, ports: LoopPorts) -> None:
    """Nothing is asked of a store before a tool asks for it."""
    workspace.change_state = _states(whose, workspace, ports)
    workspace.fetch = _fetch(whose, ports.outside, ports) if ports.outside is not None else None
    workspace.guides = load_guides
    workspace.advisories = load_advisories
    workspace.turns = _turns(whose, ports)
    workspace.known = lambda: passages((whose.tenant_id, whose.app_id), ports)
    workspace.built = built_of(whose.tenant_id, whose.app_id, green, ports)


def _fetch(whose: Whose, outside: Outside, ports: LoopPorts) -> Callable[[OutRequest], OutAnswer]:
    """A POST of a run is sent once, however often its iteration is tried."""
    posts = PostLedger(_posts_folder(whose), ports.blobs)

    def fetch(request: OutRequest) -> OutAnswer:
        if request.method == "GET" or whose.run_id is None:
            return fetch_outside(request, outside=outside, limits=ports.limits)
        return posts.once(
            request,
            lambda begin: fetch_outside(request, outside=outside, limits=ports.limits, before_sending=begin),
        )

    return fetch


def _posts_folder(whose: Whose) -> str:
    return f"apps/{whose.tenant_id}/{whose.app_id}/runs/{whose.run_id}/posts/{whose.iteration:04d}-"


def _turns(whose: Whose, ports: LoopPorts) -> Callable[[], list[Turn]]:
    """The latest turns but the one at work, of chats that were not removed, since they were cleared."""

    def read() -> list[Turn]:
        found: list[Turn] = []
        place = whose.tenant_id, whose.app_id
        shown = still_shown(*place, ports.turns)
        for page in pages_of(lambda cursor: ports.turns.turns(*place, limit=100, cursor=cursor)):
            found += [_as_vouched(turn, whose) for turn in page.items if turn.run_id != whose.run_id and shown(turn)]
            if len(found) >= TURNS_SEARCHED:
                break
        return found

    return read


def _as_vouched(turn: Turn, whose: Whose) -> Turn:
    if whose.app is None:
        return turn
    left = [source for source in turn.untrusted if whose.app.is_untrusted(source, turn.last_word)]
    return turn.model_copy(update={"untrusted": left})


def built_of(tenant_id: str, app_id: str, green: Green, ports: LoopPorts) -> Callable[[Files], DistManifest | None]:
    """Finds what was built of a tree, where it is the green one."""

    def find(files: Files) -> DistManifest | None:
        if green.build_id is None or green.tree != ports.snapshots.tree_id(files):
            return None
        return or_none(load_dist_manifest, tenant_id, app_id, green.build_id, ports.blobs)

    return find


def _states(whose: Whose, workspace: Workspace, ports: LoopPorts) -> Callable[[StateChange], ProjectState]:
    """Later runs are told what is written here, so strangers' words may stand in it from then on."""

    def change(wanted: StateChange) -> ProjectState:
        mark_untrusted(whose.tenant_id, whose.app_id, workspace.egress.untrusted, ports)
        return change_state(whose.tenant_id, whose.app_id, wanted, ports=ports)

    return change

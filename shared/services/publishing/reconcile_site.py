"""Makes what visitors get equal to what the app says is published.

Any number of callers may work at once. Each writes the files of the revision the app names, its page last, and then
reads the app again: if another publication was made meanwhile, it starts over with that one. So the last writer
has written the newest publication, and one that dies leaves an app that the sweeper finds unreconciled.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from shared.domain.apps.app import App
from shared.domain.errors import BuildPending, Conflict, Transient
from shared.domain.publishing.header_file import FOR_HOSTS, PUBLISHED, Cached, cache_of, read_header_file
from shared.domain.revisions.revision import DistFile, DistManifest, Revision
from shared.ports.storage import BlobStore, SiteStore
from shared.services.change_app import change_app
from shared.services.or_none import or_none
from shared.services.parallel import for_each
from shared.services.ports_bundle import SitePorts
from shared.services.site import dist_objects
from shared.services.site.content_types import NO_CACHE, cache_control, is_hashed

_PASSES, _HEADERS_MOST = 20, 64 * 1024
STARTED, DONE = b"started", b"done"


@dataclass(frozen=True)
class _Dist:
    """The built files of the revision to publish. `public` are those copied as they were, `cached` what the project's
    own `_headers` says of them.
    """

    prefix: str
    manifest: DistManifest
    public: Collection[str]
    cached: Sequence[Cached]

    def ordered(self, *, hashed: bool) -> list[DistFile]:
        """The files named by their content, or the others without the entry page."""
        left_out = (self.manifest.entry, *FOR_HOSTS)
        files = (file for file in self.manifest.files if file.path not in left_out)
        return [file for file in files if is_hashed(file.path, self.public) == hashed]

    def cache(self, path: str) -> str:
        given = None if is_hashed(path, self.public) else cache_of(path, self.cached)
        return given or cache_control(path, self.public)


def reconcile_site(*, tenant_id: str, app_id: str, ports: SitePorts) -> App:
    """The app once its site is what it says; deleted apps are reconciled too."""
    for _ in range(_PASSES):
        app = ports.apps.get(tenant_id, app_id, include_deleted=True)
        _take_down(app, ports) if app.published_revision_id is None else _put_up(app, app.published_revision_id, ports)
        reconciled = _mark_reconciled(app, ports)
        if reconciled.publish_seq == app.publish_seq:
            return reconciled
    raise Transient("This app is published over and over; try again.")


def was_published(app: App, revision_id: str, blobs: BlobStore) -> bool:
    """Whether a revision of the app was ever put on the site as a whole."""
    return or_none(blobs.get, dist_objects.mark_prefix(app.tenant_id, app.id) + revision_id) == DONE


def _put_up(app: App, revision_id: str, ports: SitePorts) -> None:
    revision = _built(app, revision_id, ports)
    dist = _load(revision, ports)
    mark = dist_objects.mark_prefix(app.tenant_id, app.id) + revision_id
    ports.blobs.put_new(mark, STARTED)
    for target in (dist_objects.published_prefix(app.slug, revision_id), dist_objects.live_prefix(app.slug)):
        _copy(dist, dist.ordered(hashed=True), target, ports.site)
        if target == dist_objects.live_prefix(app.slug) and not _is_current(app, ports):
            return
        _copy(dist, dist.ordered(hashed=False), target, ports.site)
        _copy_entry(dist, target, ports.site)
    if _built(app, revision_id, ports).build_finished_at != revision.build_finished_at:
        raise _rebuilt(revision)
    ports.blobs.put(mark, DONE)
    if _is_current(app, ports):
        _remove_leftovers(dist, dist_objects.live_prefix(app.slug), ports.site)


def _built(app: App, revision_id: str, ports: SitePorts) -> Revision:
    """The revision, whose files nobody replaces now. While they are, a copy would be of two builds: its site is left
    unreconciled, for the next caller or the sweeper.
    """
    revision = ports.revisions.get(app.tenant_id, app.id, revision_id)
    if not revision.build_status.finished:
        raise _rebuilt(revision)
    return revision


def _rebuilt(revision: Revision) -> Conflict:
    return BuildPending("This revision is being built again.", revision_id=revision.id)


def _load(revision: Revision, ports: SitePorts) -> _Dist:
    manifest = dist_objects.load_dist_manifest(revision.tenant_id, revision.app_id, revision.build_id, ports.blobs)
    source = ports.snapshots.manifest(revision.tenant_id, revision.app_id, revision.tree)
    public = {file.path.removeprefix("public/") for file in source if file.path.startswith("public/")}
    prefix = revision.dist_storage_prefix
    given = ports.site.get(prefix + PUBLISHED) if any(file.path == PUBLISHED for file in manifest.files) else None
    cached = read_header_file(given.body[:_HEADERS_MOST].decode("utf-8", "replace")).rules if given else ()
    return _Dist(prefix, manifest, public, cached)


def _copy(dist: _Dist, files: Iterable[DistFile], target: str, site: SiteStore) -> None:
    def copy(file: DistFile) -> None:
        source, where, cache = dist.prefix + file.path, target + file.path, dist.cache(file.path)
        site.copy(source, where, content_type=file.content_type, cache_control=cache)

    for_each(copy, files)


def _copy_entry(dist: _Dist, target: str, site: SiteStore) -> None:
    """The switch: one write, before which visitors get the old app and after which the new one."""
    entry = next(file for file in dist.manifest.files if file.path == dist.manifest.entry)
    source, where = dist.prefix + entry.path, target + entry.path
    site.copy(source, where, content_type=entry.content_type, cache_control=NO_CACHE)


def _remove_leftovers(dist: _Dist, target: str, site: SiteStore) -> None:
    """Files of earlier publications that this one does not have; those named by content stay for open tabs."""
    current = {target + file.path for file in dist.manifest.files}
    stale = [key for key in site.list(target) if key not in current and not is_hashed(key.removeprefix(target), ())]
    if stale:
        site.delete(stale)


def _take_down(app: App, ports: SitePorts) -> None:
    """Entry pages first, so that nobody gets a page whose parts are gone; then everything that was ever public."""
    revisions = [key.rpartition("/")[2] for key in ports.blobs.list(dist_objects.mark_prefix(app.tenant_id, app.id))]
    own = [dist_objects.published_prefix(app.slug, revision) for revision in revisions]
    prefixes = [dist_objects.live_prefix(app.slug), *own, *map(dist_objects.old_published_prefix, revisions)]
    keys = [key for prefix in prefixes for key in ports.site.list(prefix)]
    ports.site.delete([key for key in keys if key.endswith("/index.html")])
    ports.site.delete([key for key in keys if not key.endswith("/index.html")])
    ports.cdn.invalidate(app.slug, ["/*"])
    ports.cdn.invalidate_folders(own)


def _is_current(app: App, ports: SitePorts) -> bool:
    stored = ports.apps.get(app.tenant_id, app.id, include_deleted=True)
    return stored.publish_seq == app.publish_seq


def _mark_reconciled(app: App, ports: SitePorts) -> App:
    def change(stored: App) -> App:
        same = stored.publish_seq == app.publish_seq
        return stored.model_copy(update={"settled_seq": app.publish_seq}) if same else stored

    return change_app(ports, app.tenant_id, app.id, change, include_deleted=True)

"""Where built files, their manifests and the marks of publication lie."""

from shared.domain.apps.slugs import label_slug
from shared.domain.revisions.revision import Build, DistManifest
from shared.ports.storage import BlobStore


def build_folder(build: Build) -> str:
    return f"apps/{build.tenant_id}/{build.app_id}/builds/{build.id}"


def result_key(build: Build) -> str:
    """Where the worker of this attempt uploads; a late worker of an earlier attempt cannot reach it.

    Outside the app's folder, since these are only read once: the bucket's lifecycle takes them away.
    """
    return f"results/{build.tenant_id}/{build.app_id}/{build.id}/{build.attempt}.tar"


def log_key(build: Build) -> str:
    """The whole log of the last attempt that gave one."""
    return f"{build_folder(build)}/build.log"


def page_key(build: Build) -> str:
    return f"{build_folder(build)}/page.json"


def screenshot_key(build: Build) -> str:
    return picture_key(build.tenant_id, build.app_id, build.id)


def picture_key(tenant_id: str, app_id: str, build_id: str, file: str = "screenshot.png") -> str:
    """Where a picture of a build's page lies, by its file's name."""
    return f"apps/{tenant_id}/{app_id}/builds/{build_id}/{file}"


def thumbnail_key(tenant_id: str, app_id: str, tree: str) -> str:
    """What a page built from this tree looks like, small; whatever revision has the tree."""
    return f"apps/{tenant_id}/{app_id}/thumbnails/{tree}.webp"


def manifest_key(tenant_id: str, app_id: str, build_id: str) -> str:
    return f"apps/{tenant_id}/{app_id}/builds/{build_id}/manifest.json"


def scan_key(tenant_id: str, app_id: str, build_id: str, version: int) -> str:
    """What the scan of the built files found, by rules of this version."""
    return f"apps/{tenant_id}/{app_id}/builds/{build_id}/scan-{version}.json"


def load_dist_manifest(tenant_id: str, app_id: str, build_id: str, blobs: BlobStore) -> DistManifest:
    """The manifest, or NotFound when the build left none."""
    return DistManifest.model_validate_json(blobs.get(manifest_key(tenant_id, app_id, build_id)))


def live_prefix(slug: str) -> str:
    """What visitors of the live address get."""
    return f"live/{slug}/"


def published_prefix(slug: str, revision_id: str) -> str:
    """What visitors of a published revision's own address get; no other slug's address leads here."""
    return f"published/{label_slug(slug)}/{revision_id.lower()}/"


def old_published_prefix(revision_id: str) -> str:
    """Where releases before 2026-11-22 published it."""
    return f"published/{revision_id.lower()}/"


def publications_prefix(tenant_id: str, app_id: str) -> str:
    """One object for each time that the live address was switched."""
    return f"apps/{tenant_id}/{app_id}/publications/"


def mark_prefix(tenant_id: str, app_id: str) -> str:
    """One object for each revision that was ever put on the site; it outlives an unpublish."""
    return f"apps/{tenant_id}/{app_id}/published/"

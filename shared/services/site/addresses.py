"""The public addresses of apps, revisions and previews."""

from dataclasses import dataclass
from typing import Literal

from shared.domain.apps.slugs import revision_label

SHELL = "tab-"
"""Before a revision in the name of a host: an origin of its own, which an app in its frame cannot reach into."""


def preview_label(revision_id: str) -> str:
    """The name of a revision in a host. No content policy can name a host with an underscore."""
    return revision_id.lower().replace("_", "-")


def previewed_revision(label: str) -> str:
    """The revision of such a name; of any other, what names no revision."""
    return label.replace("-", "_", 1)


@dataclass(frozen=True, kw_only=True)
class SiteAddresses:
    """`domain`: every app at the root of its own origin. `path`: all under one bare CDN address, relative base.

    `port_suffix` is empty or ":8601"; `api_base_url` is where previews report to, and
    in path mode, where they have no domain, where they are.
    """

    mode: Literal["domain", "path"] = "domain"
    apps_domain: str = ""
    preview_domain: str = ""
    cdn_base_url: str = ""
    cdn_prefix: str = "/apps"
    scheme: str = "https"
    port_suffix: str = ""
    api_base_url: str = ""

    def live(self, slug: str) -> str:
        """Where visitors find the app; ends in a slash."""
        if self.mode == "path":
            return f"{self.cdn_base_url}{self.cdn_prefix}/{slug}/"
        return self._origin(f"{slug}.{self.apps_domain}")

    def revision(self, slug: str, revision_id: str) -> str:
        """Where one published revision stays; ends in a slash."""
        if self.mode == "path":
            return self.published(slug, revision_id)
        return self._origin(f"{revision_label(slug, revision_id.lower())}.{self.apps_domain}")

    def published(self, slug: str, revision_id: str) -> str:
        """The seeds' path address of a published revision (in domain mode it answers 302 to `revision`)."""
        return f"{self.cdn_base_url}{self.cdn_prefix}/{slug}/{revision_id}/"

    def preview(self, revision_id: str) -> str:
        """Where a revision is previewed; ends in a slash."""
        if self.mode == "path":
            return f"{self.api_base_url}/public/apps/preview/revisions/{revision_id}/assets/"
        return self._origin(f"{preview_label(revision_id)}.{self.preview_domain}")

    def preview_shell(self, revision_id: str) -> str:
        """Where the page of ours is that frames a preview in a tab; empty where it is beside the preview's own path."""
        return "" if self.mode == "path" else self._origin(f"{SHELL}{preview_label(revision_id)}.{self.preview_domain}")

    def build_args(self) -> list[str]:
        """What the build script is given: a relative base where an app is not at the root of an origin."""
        return ["--base=./"] if self.mode == "path" else []

    def _origin(self, host: str) -> str:
        return f"{self.scheme}://{host}{self.port_suffix}/"

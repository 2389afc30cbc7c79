"""No CDN: the local front server reads the site bucket itself."""

from collections.abc import Iterable


class NullCdn:
    """`Cdn` that has nothing to forget."""

    def invalidate(self, slug: str, paths: Iterable[str]) -> None:
        """Nothing is cached."""

    def invalidate_folders(self, prefixes: Iterable[str]) -> None:
        """Nothing is cached."""

"""CloudFront before the site bucket, or nothing: the local front server reads the bucket itself."""

import uuid
from collections.abc import Iterable
from typing import Any

from shared.adapters.aws_errors import translated

_MOST_WILDCARDS = 15  # as many as CloudFront takes at once; of more revisions the newest are the ones that are cached


class CloudFrontCdn:
    """`Cdn`. The viewer-request function has rewritten host and path, so the cache knows `/live/{slug}/...`."""

    def __init__(self, client: Any, distribution_id: str) -> None:
        self._client = client
        self._distribution_id = distribution_id

    def invalidate(self, slug: str, paths: Iterable[str]) -> None:
        self._forget(sorted({f"/live/{slug}/{path.lstrip('/')}" for path in paths}))

    def invalidate_folders(self, prefixes: Iterable[str]) -> None:
        self._forget(sorted({f"/{prefix}*" for prefix in prefixes})[-_MOST_WILDCARDS:])

    def _forget(self, items: list[str]) -> None:
        if not items:
            return
        batch = {"Paths": {"Quantity": len(items), "Items": items}, "CallerReference": uuid.uuid4().hex}
        with translated():
            self._client.create_invalidation(DistributionId=self._distribution_id, InvalidationBatch=batch)


class NullCdn:
    def invalidate(self, slug: str, paths: Iterable[str]) -> None:
        """Nothing is cached."""

    def invalidate_folders(self, prefixes: Iterable[str]) -> None:
        """Nothing is cached."""

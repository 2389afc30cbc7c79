"""API keys as their owner reads them."""

from typing import Any

from shared.domain.access.api_key import ApiKey

KEY_INSIDE = frozenset({"tenant_id", "digest"})


def key_view(key: ApiKey) -> dict[str, Any]:
    return key.model_dump(mode="json", exclude=set(KEY_INSIDE))

"""API keys as their owner reads them."""

from typing import Any

from shared.domain.access.api_key import ApiKey

KEY_SHOWN = {
    "id", "name", "last_four", "scopes", "created_by", "created_at", "expires_at", "revoked_at",
}  # fmt: skip
"""What is told of a key; what is not named here stays inside."""


def key_view(key: ApiKey) -> dict[str, Any]:
    return key.model_dump(mode="json", include=KEY_SHOWN)

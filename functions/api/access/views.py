"""API keys as their owner reads them."""

from functions.api.http.view import page, view
from shared.domain.access import api_key

ApiKey = view("ApiKey", api_key.ApiKey, (
    "id", "name", "last_four", "scopes", "created_by", "created_at", "expires_at", "revoked_at",
))  # fmt: skip
ApiKeyPage = page("ApiKeyPage", ApiKey)
NewApiKey = view("NewApiKey", ApiKey, key=str)

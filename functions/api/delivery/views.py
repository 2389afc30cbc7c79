"""What is shown of a connection to a repository."""

from functions.api.http.view import View, view
from shared.domain.delivery import remote

GitConnection = view(
    "GitConnection",
    remote.GitConnection,
    ("url", "forge", "api_url", "token_end", "connected_by", "updated_at"),
    connected=bool,
)


def connection_view(stored: remote.GitConnection) -> View:
    """Nothing of the token but its end."""
    return GitConnection.of(stored, connected=stored.version > 0)

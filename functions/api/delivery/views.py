"""What is shown of a connection to a repository."""

from functions.api.http.view import View, view
from shared.domain.delivery import remote
from shared.services.delivery.git_ports import GitPorts

GitConnection = view(
    "GitConnection",
    remote.GitConnection,
    ("url", "forge", "api_url", "token_end", "github_app", "connected_by", "updated_at", "last_push", "pull_request"),
    connected=bool,
    by_code=bool,
)


def connection_view(stored: remote.GitConnection, git: GitPorts) -> View:
    """Nothing of the token but its end. `by_code`: a repository of github.com can be connected without one."""
    return GitConnection.of(stored, connected=stored.version > 0, by_code=git.device is not None)

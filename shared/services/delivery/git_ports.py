"""What leads out to people's repositories."""

from collections.abc import Callable
from dataclasses import dataclass

from shared.domain.delivery.git_errors import GitNotConnected
from shared.domain.delivery.remote import GitConnection
from shared.domain.identity import Principal
from shared.ports.apps import OneOfAppStore
from shared.ports.git import AppSignIn, DeviceSignIn, Forge, GitRemote, Seals


@dataclass(frozen=True, kw_only=True)
class GitPorts:
    """`remote` opens the repository of an address with a token, `forge` the pull requests of an API's address and
    `owner/repository`, `app` the sign-in of applications at an API's address, `device` one by code where the deployment
    is an application of GitHub's; the time of an errand runs from then on.
    """

    connections: OneOfAppStore[GitConnection]
    seals: Seals
    remote: Callable[[str, str], GitRemote]
    forge: Callable[[str, str, str], Forge]
    app: Callable[[str], AppSignIn]
    device: Callable[[], DeviceSignIn] | None = None
    allowed_ports: tuple[int, ...] = (443,)


def sealed(secret: str, connection: GitConnection, seals: Seals) -> GitConnection:
    """The connection with this token or key. It opens for this app and these addresses only."""
    end = "" if connection.github_app else secret[-4:]
    return connection.model_copy(update={"sealed_token": seals.seal(secret, *_context(connection)), "token_end": end})


def token_of(principal: Principal, app_id: str, git: GitPorts) -> tuple[GitConnection, str]:
    """The app's connection with its token; GitNotConnected when there is none that can be read."""
    connection = git.connections.get(principal.tenant_id, app_id)
    if not connection.version:
        raise GitNotConnected("The app is not connected to a repository yet.")
    try:
        secret = git.seals.open(connection.sealed_token, *_context(connection))
    except ValueError:
        raise GitNotConnected("The token can no longer be read. Connect the repository again.") from None
    if not connection.github_app:
        return connection, secret
    return connection, git.app(connection.api_url or "").token(connection.github_app, secret, connection.name)


def _context(connection: GitConnection) -> tuple[str, ...]:
    place = connection.tenant_id, connection.app_id, connection.url, connection.api_url or ""
    return (*place, connection.github_app) if connection.github_app else place

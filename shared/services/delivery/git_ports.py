"""What leads out to people's repositories."""

from collections.abc import Callable
from dataclasses import dataclass

from shared.domain.delivery.remote import GitConnection
from shared.domain.errors import GitNotConnected
from shared.domain.identity import Principal
from shared.ports.device_sign_in import DeviceSignIn
from shared.ports.forge import Forge
from shared.ports.git import GitRemote
from shared.ports.git_connections import GitConnectionStore
from shared.ports.seals import Seals


@dataclass(frozen=True, kw_only=True)
class GitPorts:
    """`remote` opens the repository of an address with a token, `forge` the pull requests of an API's address and
    `owner/repository`, `device` a sign-in by code where the deployment is an application of GitHub's; the time of an
    errand runs from then on.
    """

    connections: GitConnectionStore
    seals: Seals
    remote: Callable[[str, str], GitRemote]
    forge: Callable[[str, str, str], Forge]
    device: Callable[[], DeviceSignIn] | None = None
    allowed_ports: tuple[int, ...] = (443,)


def sealed(token: str, connection: GitConnection, seals: Seals) -> GitConnection:
    """The connection with this token. It opens for this app and these addresses only."""
    return connection.model_copy(
        update={"sealed_token": seals.seal(token, *_context(connection)), "token_end": token[-4:]}
    )


def token_of(principal: Principal, app_id: str, git: GitPorts) -> tuple[GitConnection, str]:
    """The app's connection with its token; GitNotConnected when there is none that can be read."""
    connection = git.connections.get(principal.tenant_id, app_id)
    if not connection.version:
        raise GitNotConnected("The app is not connected to a repository yet.")
    try:
        return connection, git.seals.open(connection.sealed_token, *_context(connection))
    except ValueError:
        raise GitNotConnected("The token can no longer be read. Connect the repository again.") from None


def _context(connection: GitConnection) -> tuple[str, ...]:
    return connection.tenant_id, connection.app_id, connection.url, connection.api_url or ""

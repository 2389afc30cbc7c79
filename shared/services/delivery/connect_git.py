"""An app's connection to a repository of the person's own: made, shown without its token, taken away."""

import json
from typing import Annotated, Self

from pydantic import BaseModel, Field, StringConstraints, model_validator

from shared.domain.agent.outgoing import Target
from shared.domain.apps.app import App
from shared.domain.base import Input
from shared.domain.delivery.git_errors import GitAddressRefused, GitCodeExpired
from shared.domain.delivery.remote import ForgeKind, GitConnection, https_target
from shared.domain.errors import FeatureDisabled
from shared.domain.identity import Principal
from shared.ports.apps import AppStore
from shared.ports.clock import Clock
from shared.ports.git import DeviceSignIn
from shared.services.delivery.git_ports import GitPorts, sealed
from shared.services.get_app import get_app

Address = Annotated[str, StringConstraints(max_length=500)]
GITHUB = "github.com"
_Pem = Annotated[str, StringConstraints(max_length=8_000, pattern=r"^-----BEGIN [A-Z ]{0,20}PRIVATE KEY-----\s")]
_Token = Annotated[str, StringConstraints(pattern=r"^[\x21-\x7e]{8,500}$")]


class GithubAppKey(BaseModel, extra="forbid", hide_input_in_errors=True):
    """An application of GitHub's that is installed for the repository: its id, and a private key of its (PEM)."""

    id: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9.]{1,40}$")]
    private_key: Annotated[_Pem, Field(repr=False)]


class GitConnectionWish(BaseModel, extra="forbid", hide_input_in_errors=True):
    """`url` is what `git clone` takes. `forge` and `api_url` are for pull requests, and known of github.com.

    Who pushes there: either a `token`, or a `github_app`.
    """

    url: Address
    token: Annotated[_Token | None, Field(repr=False)] = None
    github_app: GithubAppKey | None = None
    forge: ForgeKind | None = None
    api_url: Address | None = None

    @model_validator(mode="after")
    def _one_way_in(self) -> Self:
        if (self.token is None) == (self.github_app is None):
            raise ValueError("either a token or a github_app is required")
        return self


def connect_git(
    *, principal: Principal, app_id: str, wish: GitConnectionWish, git: GitPorts, apps: AppStore, clock: Clock
) -> GitConnection:
    """The stored connection, in place of another one. Nothing is asked of the host yet."""
    app = get_app(principal=principal, app_id=app_id, apps=apps)
    before = git.connections.get(app.tenant_id, app.id)
    addresses = addresses_of(wish.url, wish.forge, wish.api_url, git)
    secret, github_app = _way_in(wish)
    if github_app and addresses["forge"] != "github":
        raise GitAddressRefused("An application of GitHub's signs in at GitHub. Say `forge`: github.")
    forgotten = {} if before.url == addresses["url"] else {"last_push": None, "pull_request": None}
    connection = before.model_copy(
        update=addresses
        | forgotten
        | {"github_app": github_app, "connected_by": principal.subject, "updated_at": clock.now()}
    )
    return git.connections.put(sealed(secret, connection, git.seals))


def _way_in(wish: GitConnectionWish) -> tuple[str, str]:
    """What is sealed, and the id of the application whose it is."""
    return (wish.github_app.private_key, wish.github_app.id) if wish.github_app else (wish.token or "", "")


def read_connection(*, principal: Principal, app_id: str, git: GitPorts, apps: AppStore) -> GitConnection:
    """The connection, of version 0 when there is none."""
    return git.connections.get(*_place(get_app(principal=principal, app_id=app_id, apps=apps)))


def disconnect_git(*, principal: Principal, app_id: str, git: GitPorts, apps: AppStore) -> None:
    """The token is forgotten. What was pushed stays where it is."""
    git.connections.remove(*_place(get_app(principal=principal, app_id=app_id, apps=apps)))


def _place(app: App) -> tuple[str, str]:
    return app.tenant_id, app.id


def addresses_of(url: str, forge: ForgeKind | None, api_url: str | None, git: GitPorts) -> dict[str, str | None]:
    """Where it is, and where pull requests are made."""
    at = _plain(url, git)
    if at.path.strip("/").count("/") < 1:
        raise GitAddressRefused("The address names no repository: https://host/owner/repository.git")
    kind: ForgeKind | None = forge or ("github" if at.key == GITHUB else None)
    api = _plain(api_url, git).url.rstrip("/") if api_url else _api_of(kind, at.key)
    return {"url": at.url.rstrip("/"), "forge": kind, "api_url": api}


def _plain(url: str, git: GitPorts) -> Target:
    if "?" in url or "#" in url:
        raise GitAddressRefused("The address of a repository has no query.")
    return https_target(url, git.allowed_ports)


def _api_of(forge: ForgeKind | None, host: str) -> str | None:
    match forge:
        case None:
            return None
        case "github":
            return f"https://api.{GITHUB}" if host == GITHUB else f"https://{host}/api/v3"
        case "forgejo":
            return f"https://{host}/api/v1"


_USED_FOR = "device"


class DeviceWish(Input):
    """The repository on github.com that is to be connected."""

    url: Address


class DevicePollWish(BaseModel, extra="forbid", hide_input_in_errors=True):
    """`handle` is what the start answered."""

    handle: str = Field(max_length=4000, repr=False)


class DeviceStart(BaseModel):
    """The person types `user_code` at `page`, within `seconds`; ask with `handle` every `interval` seconds."""

    user_code: str
    page: str
    handle: str
    interval: int
    seconds: int


class DeviceState(BaseModel):
    """`interval`: wait so long from now on, where GitHub wants it longer."""

    connected: bool
    interval: int | None = None


def start_device(*, principal: Principal, app_id: str, wish: DeviceWish, git: GitPorts, apps: AppStore) -> DeviceStart:
    """A code for the person. FeatureDisabled where the deployment is no application of GitHub's."""
    app = get_app(principal=principal, app_id=app_id, apps=apps)
    sign_in = _sign_in(git)
    url = str(addresses_of(wish.url, "github", None, git)["url"])
    if not url.startswith(f"https://{GITHUB}/"):
        raise GitAddressRefused("Only repositories of github.com are connected with a code. Others take a token.")
    code = sign_in.start()
    handle = git.seals.seal(json.dumps([url, code.code]), *_context(principal, app.id))
    return DeviceStart(
        user_code=code.user_code, page=code.page, handle=handle, interval=code.interval, seconds=code.seconds
    )


def poll_device(
    *, principal: Principal, app_id: str, wish: DevicePollWish, git: GitPorts, apps: AppStore, clock: Clock
) -> DeviceState:
    """Connects the app once the person has agreed. The handle is good for who began, and for this app only."""
    app = get_app(principal=principal, app_id=app_id, apps=apps)
    try:
        url, code = json.loads(git.seals.open(wish.handle, *_context(principal, app.id)))
    except ValueError:
        raise GitCodeExpired("This is no sign-in that began here. Begin again.") from None
    answer = _sign_in(git).poll(code)
    if answer.token is None:
        return DeviceState(connected=False, interval=answer.interval)
    made = GitConnectionWish(url=url, token=answer.token, forge="github")
    connect_git(principal=principal, app_id=app.id, wish=made, git=git, apps=apps, clock=clock)
    return DeviceState(connected=True)


def _sign_in(git: GitPorts) -> DeviceSignIn:
    if git.device is None:
        raise FeatureDisabled(
            "This deployment has no application at GitHub. Connect with a token.", flag="github_client_id"
        )
    return git.device()


def _context(principal: Principal, app_id: str) -> tuple[str, ...]:
    return principal.tenant_id, app_id, principal.subject, _USED_FOR

"""An app connected without a token typed here: the person types a code at GitHub."""

import json

from pydantic import BaseModel, Field

from shared.domain.base import Input
from shared.domain.delivery.git_errors import GitAddressRefused, GitCodeExpired
from shared.domain.errors import FeatureDisabled
from shared.domain.identity import Principal
from shared.ports.apps import AppStore
from shared.ports.clock import Clock
from shared.ports.device_sign_in import DeviceSignIn
from shared.services.delivery.connect_git import GITHUB, Address, GitConnectionWish, addresses_of, connect_git
from shared.services.delivery.git_ports import GitPorts
from shared.services.get_app import get_app

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

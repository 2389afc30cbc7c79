"""A repository of a person's own, which an app's history is pushed to."""

import re
from collections.abc import Collection, Mapping
from typing import Annotated, Literal, NamedTuple
from urllib.parse import quote, urlsplit

from pydantic import AfterValidator, StringConstraints

from shared.domain.agent.outgoing import Target, target_of
from shared.domain.base import Entity, Files, Moment, OneOfApp
from shared.domain.delivery.git_errors import GitAddressRefused
from shared.domain.errors import Invalid


class DeviceCode(NamedTuple):
    """`user_code` is typed at `page` within `seconds`; `code` asks whether it was, every `interval` seconds."""

    code: str
    user_code: str
    page: str
    interval: int
    seconds: int


class DeviceAnswer(NamedTuple):
    """The token, once the person has agreed; until then how many seconds to wait, where that has changed."""

    token: str | None
    interval: int | None = None


ForgeKind = Literal["github", "forgejo"]
_TREE = {"github": "tree", "forgejo": "src/branch"}
_PART = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.+-]*\Z")


def _branch(name: str) -> str:
    """A name that git, a forge and an address take as it is; ValueError for any other."""
    parts = name.split("/")
    if not all(_PART.match(part) and ".." not in part and not part.endswith((".", ".lock")) for part in parts):
        raise ValueError("a branch has letters, digits and . _ - + / only")
    return name


_BRANCH_CHARS = 200
Branch = Annotated[str, StringConstraints(min_length=1, max_length=_BRANCH_CHARS), AfterValidator(_branch)]


def is_readable(branch: str) -> bool:
    """Whether people see all of a name that git takes, and no program reads it as an option."""
    # Wider than `Branch`: people name branches in their own language.
    return len(branch) <= _BRANCH_CHARS and branch.isprintable() and "\ufffd" not in branch and branch[:1] != "-"


class LastPush(Entity):
    """What was pushed last: the commit that the branch ended with, and its revision."""

    branch: str
    commit: str
    revision_id: str
    at: Moment


class GitConnection(OneOfApp):
    """Where an app is pushed to. The token is sealed, but for its last four characters. Version 0: there is none.

    With `github_app`, the id of an application of GitHub's, it is the application's private key that is sealed, and
    each errand gets a token of its own. `pull_request` is the number of the newest one that was opened from here.
    """

    url: str = ""
    forge: ForgeKind | None = None
    api_url: str | None = None
    sealed_token: str = ""
    token_end: str = ""
    github_app: str = ""
    connected_by: str = ""
    updated_at: Moment | None = None
    last_push: LastPush | None = None
    pull_request: int | None = None

    @property
    def page(self) -> str:
        return self.url.removesuffix(".git")

    @property
    def name(self) -> str:
        """`owner/repository`, as a forge's API has it."""
        return "/".join(urlsplit(self.page).path.strip("/").split("/")[-2:])

    def is_named(self, remote: str) -> bool:
        """Whether these words, an address or `owner/repository`, are this repository."""
        words = remote.strip().removesuffix("/").removesuffix(".git")
        return bool(self.url) and words.casefold() in (self.page.casefold(), self.name.casefold())

    def page_of(self, branch: str) -> str:
        """The branch's address for people; the repository's where that is not known."""
        return f"{self.page}/{_TREE[self.forge]}/{quote(branch)}" if self.forge else self.page


class RemoteRefs(NamedTuple):
    """The commits that its branches end with, and the branch that people get: None where that is not told."""

    heads: Mapping[str, str]
    default: str | None


class Fetched(NamedTuple):
    """What a branch ends with. `common` is the newest commit of ours that led to it, `passed` are those of others.

    `left_out` are the paths of what is no file: links, and other repositories.
    """

    branch: str
    commit: str
    common: str | None
    files: Files
    left_out: list[str]
    passed: frozenset[str] = frozenset()


def https_target(url: str, ports: Collection[int]) -> Target:
    """The address taken apart; GitAddressRefused when it is none that may be asked."""
    try:
        target = target_of(url, ports)
    except Invalid as error:
        raise GitAddressRefused(error.message) from None
    if target.scheme != "https" or target.is_inside:
        raise GitAddressRefused("Only https addresses on the public Internet may be asked.")
    return target

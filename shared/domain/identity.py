"""Who is asking, and what they may do."""

from typing import Literal, get_args

from pydantic import BaseModel

from shared.domain.errors import PersonRequired

Scope = Literal["apps:read", "apps:write", "apps:publish", "tools:run", "admin"]
SCOPES: frozenset[Scope] = frozenset(get_args(Scope))
KEY_SUBJECT = "key:"


class Principal(BaseModel, frozen=True):
    """A verified caller: every store call takes its `tenant_id`. `scopes` None stands for all of them.

    `machine`: an API key, which says nothing about who holds it.
    """

    tenant_id: str
    subject: str
    scopes: frozenset[str] | None = None
    machine: bool = False

    def allows(self, scope: str) -> bool:
        return self.scopes is None or scope in self.scopes


def is_key(subject: str | None) -> bool:
    return subject is not None and subject.startswith(KEY_SUBJECT)


def require_person(principal: Principal, what: str) -> None:
    """Forbidden for an API key: what lets words out of an app is decided by a person."""
    if principal.machine:
        raise PersonRequired(f"Only a signed-in person may {what}; an API key may not.")

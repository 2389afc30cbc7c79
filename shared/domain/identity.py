"""Who is asking, and what they may do."""

from typing import Literal, get_args

from pydantic import BaseModel, ConfigDict

Scope = Literal["apps:read", "apps:write", "apps:publish", "tools:run", "admin"]
SCOPES: frozenset[Scope] = frozenset(get_args(Scope))


class Principal(BaseModel):
    """A verified caller: every store call takes its `tenant_id`. `scopes` None stands for a person: all of them."""

    model_config = ConfigDict(frozen=True)

    tenant_id: str
    subject: str
    scopes: frozenset[str] | None = None

    def allows(self, scope: str) -> bool:
        """Whether the caller may do what needs this scope."""
        return self.scopes is None or scope in self.scopes

"""Who is asking."""

from pydantic import BaseModel, ConfigDict


class Principal(BaseModel):
    """A verified caller: every store call takes its `tenant_id`."""

    model_config = ConfigDict(frozen=True)

    tenant_id: str
    subject: str
    scopes: frozenset[str] = frozenset()

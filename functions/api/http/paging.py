"""`?limit=` and `?cursor=` of every list."""

from typing import Annotated

from fastapi import Query

Limit = Annotated[int, Query(ge=1, le=200)]
Cursor = Annotated[str | None, Query(max_length=1000)]

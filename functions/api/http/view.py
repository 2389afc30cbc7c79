"""Answers as models: each names what it shows of what is stored, for the routes and the document alike."""

from collections.abc import Iterable
from inspect import cleandoc
from threading import Lock
from typing import Annotated, Any, Self

from fastapi import Query
from pydantic import BaseModel, create_model

Answer = Any
"""What a route returns whose answer `operation` names: the framework is not to check it once more."""
_BUILDING = Lock()


class View(BaseModel, defer_build=True):
    """What leaves the API. It is built for its first answer, since most processes serve few of them."""

    @classmethod
    def of(cls, stored: object = None, /, **more: Any) -> Self:
        """Of what is stored the fields that the view has, unless they are in `more`. Nothing is checked again."""
        if not cls.__pydantic_complete__:
            with _BUILDING:
                cls.model_rebuild()
        shown = {name: getattr(stored, name) for name in cls.model_fields if name not in more}
        return cls.model_construct(**shown, **more)


def view(
    name: str,
    of: type[BaseModel],
    only: Iterable[str] | None = None,
    /,
    without: Iterable[str] = (),
    parts: Iterable[type[BaseModel]] = (),
    **more: Any,
) -> type[View]:
    """The fields of `of` and its `parts`, or those named, and more (field=type). Of a stored entity they are named."""
    known = {field: info for kind in (of, *parts) for field, info in kind.model_fields.items()}
    names = [name for name in (known if only is None else only) if name not in without]
    doc = "\n\n".join(cleandoc(kind.__doc__ or "") for kind in (of, *parts))
    return _made(name, doc, {name: (known[name].annotation, known[name]) for name in names} | _required(more))


def page(name: str, item: Any, /, **more: Any) -> type[View]:
    words = "One page; ask again with `cursor` set to `next_cursor` until that is null."
    return one(name, words, items=list[item], next_cursor=str | None, **more)


def one(name: str, doc: str, /, **fields: Any) -> type[View]:
    return _made(name, doc, _required(fields))


def _required(fields: dict[str, Any]) -> dict[str, Any]:
    return {field: (kind, ...) for field, kind in fields.items()}


def _made(name: str, doc: str | None, fields: dict[str, Any]) -> type[View]:
    made: type[View] = create_model(name, __base__=View, __doc__=doc, **fields)
    return made


Limit = Annotated[int, Query(ge=1, le=200)]
Cursor = Annotated[str | None, Query(max_length=1000)]

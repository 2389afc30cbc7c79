"""Reads tool arguments for what they mean, where that is certain: lists that came as text, paths from the root."""

import types
from collections.abc import Mapping
from typing import Annotated, Any, Union, get_args, get_origin

from pydantic import BaseModel, BeforeValidator

from shared.domain.json_weight import parse_bounded


def path_prefix(value: object) -> object:
    """The beginning of a path without the `./` or the one `/` that models put before it; the root is empty."""
    if not isinstance(value, str):
        return value
    path = value
    while path.startswith("./"):
        path = path[2:].lstrip("/")
    if path == ".":
        return ""
    return path[1:] if path.startswith("/") and not path.startswith("//") else path


def project_path(value: object) -> object:
    """A path from the project's root. What would name the root itself stays as it is, and is refused."""
    return path_prefix(value) or value


ProjectPath = Annotated[str, BeforeValidator(project_path)]
PathPrefix = Annotated[str, BeforeValidator(path_prefix)]


def structured(fields: Mapping[str, Any], given: object) -> object:
    """`given` with the JSON read that stands as text where a list or an object is wanted.

    `fields` maps names to pydantic's fields. One text, or one object, where a list of them is wanted is a list of one.
    """
    if not isinstance(given, dict):
        return given
    return {name: _meant(fields[name].annotation, value) if name in fields else value for name, value in given.items()}


def _meant(annotation: Any, value: object) -> object:
    wanted = _kinds(annotation)
    if str in wanted or not wanted & {list, dict}:
        return value
    if isinstance(value, str):
        read = _read(value)
        if isinstance(read, dict if wanted == {dict} else list | dict) or (read is None and value.strip() == "null"):
            value = read
    if list in wanted and isinstance(value, str | dict) and (isinstance(value, dict) or _of_texts(annotation)):
        return [value]
    return value


def _read(value: str) -> object:
    try:
        read: object = parse_bounded(value)
    except ValueError:
        return None
    return read


def _kinds(annotation: Any) -> set[type]:
    """`list`, `dict`, `str` as far as the annotation takes them; models count as `dict`."""
    origin = get_origin(annotation)
    if origin is Annotated:
        return _kinds(get_args(annotation)[0])
    if origin in (Union, types.UnionType):
        return set().union(*map(_kinds, get_args(annotation)))
    kind = origin or annotation
    if kind in (list, tuple):
        return {list}
    if kind is dict or (isinstance(kind, type) and issubclass(kind, BaseModel)):
        return {dict}
    return {str} if kind is str else set()


def _of_texts(annotation: Any) -> bool:
    """Whether a list of texts is wanted."""
    if get_origin(annotation) in (Union, types.UnionType, Annotated):
        return any(_of_texts(part) for part in get_args(annotation))
    return get_origin(annotation) is list and str in _kinds(get_args(annotation)[0])

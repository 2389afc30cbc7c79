"""What a person can ask the offline model for."""

from typing import Literal, NamedTuple, get_args

Part = Literal["name", "title", "lead", "eyebrow", "secondary", "primary", "footer"]
PARTS: tuple[Part, ...] = get_args(Part)


class Words(NamedTuple):
    """Other words for a part of the page; `name` is the whole app's: its brand and the browser's title."""

    part: Part
    text: str


class Replace(NamedTuple):
    old: str
    new: str


class Look(NamedTuple):
    """A colour (`#rrggbb`, called `words`), a mode (or auto), a font (serif, sans, mono), corners (square, round)."""

    part: str
    value: str
    words: str = ""


class Data(NamedTuple):
    """What was pasted: named columns and rows of text."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Add(NamedTuple):
    """A section of a kind of `blocks/kinds.csv`; `whole` when the app shall be this and nothing else."""

    kind: str
    title: str = ""
    data: Data | None = None
    option: str = ""
    whole: bool = False


class Remove(NamedTuple):
    name: str


class Site(NamedTuple):
    """A website for somebody or something, with sections of these kinds."""

    subject: str
    name: str
    kinds: tuple[str, ...]


Intent = Words | Replace | Look | Add | Remove | Site

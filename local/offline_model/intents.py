"""What a person can ask the offline model for."""

from dataclasses import dataclass
from typing import Literal

Kind = Literal[
    "todo", "counter", "stopwatch", "countdown", "calculator", "contact", "table", "chart",
    "about", "features", "pricing", "faq", "testimonials", "gallery", "words",
]  # fmt: skip


@dataclass(frozen=True)
class Rename:
    """The name of the whole app: the brand, the browser's title, and the headline when it is still the starter's."""

    name: str


@dataclass(frozen=True)
class Retitle:
    """The big headline."""

    text: str


@dataclass(frozen=True)
class Reword:
    """A named piece of text of the start page."""

    part: Literal["lead", "eyebrow", "primary", "secondary", "footer"]
    text: str


@dataclass(frozen=True)
class Replace:
    """Words that stand somewhere in the project."""

    old: str
    new: str


@dataclass(frozen=True)
class Accent:
    colour: str
    words: str


@dataclass(frozen=True)
class Background:
    colour: str
    words: str


@dataclass(frozen=True)
class TextColour:
    colour: str
    words: str


@dataclass(frozen=True)
class Mode:
    mode: Literal["dark", "light", "auto"]


@dataclass(frozen=True)
class Font:
    kind: Literal["serif", "sans", "mono"]


@dataclass(frozen=True)
class Corners:
    kind: Literal["square", "round"]


@dataclass(frozen=True)
class Data:
    """What was pasted: named columns and rows of text."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Add:
    """A section or widget. `whole` means that the person asks for an app that is this and nothing else."""

    kind: Kind
    title: str | None = None
    data: Data | None = None
    option: str = ""
    whole: bool = False


@dataclass(frozen=True)
class AddPage:
    name: str


@dataclass(frozen=True)
class Remove:
    """A section, by what it is called."""

    name: str


@dataclass(frozen=True)
class Site:
    """A website for somebody or something."""

    subject: str
    name: str | None
    kinds: tuple[Kind, ...]


Intent = (
    Rename | Retitle | Reword | Replace | Accent | Background | TextColour | Mode | Font | Corners | Add | AddPage
    | Remove | Site
)  # fmt: skip

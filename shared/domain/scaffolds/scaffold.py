"""A scaffold: a feature that is set up in an app from data, without a model."""

from collections.abc import Iterable, Mapping
from typing import Literal
from urllib.parse import urlsplit

from pydantic import BaseModel

from shared.domain.base import Files, Input
from shared.domain.diagnostics import Diagnostic
from shared.domain.errors import Invalid
from shared.domain.frameworks import Framework
from shared.domain.quality.secrets import has_secret

ValueKind = Literal["address", "word", "text", "latitude", "longitude"]
ScaffoldState = Literal["available", "proposed", "applied"]
FOLDER = "src/features"
_VALUE_MOST = 4096
_DEGREES = {"latitude": 90.0, "longitude": 180.0}


class ScaffoldValue(Input):
    """One value of `settings.env` that it reads: everybody who opens the app can read it too."""

    name: str
    label: str
    help: str
    example: str
    kind: ValueKind
    required: bool


class Scaffold(Input):
    """What it does and needs, in words for people. `service` is asked from the visitor's browser, at `hosts` or at
    those of its addresses; its values are found at `key_link`.

    It stands in the page (`place: page`, as `component`), or starts with it. `agent` is what the model is told where
    it is set up.
    """

    key: str
    title: str
    description: str
    service: str
    key_link: str | None
    module: str
    place: Literal["page", "start"]
    component: str | None
    frameworks: list[Framework]
    packages: list[str]
    dev_packages: list[str]
    values: list[ScaffoldValue]
    hosts: list[str]
    next: list[str]
    agent: str

    @property
    def folder(self) -> str:
        return f"{FOLDER}/{self.key}"

    @property
    def path(self) -> str:
        """Its module, by whose first line an app shows that it has the scaffold."""
        return f"{self.folder}/{self.module}.ts"

    @property
    def entry(self) -> str:
        name = self.module[0].upper() + self.module[1:]
        return f"mount{name}" if self.place == "page" else f"start{name}"


class ScaffoldPack(BaseModel, frozen=True):
    """A scaffold with its files: what goes into an app of each framework, by path."""

    scaffold: Scaffold
    files: dict[Framework, Files]


def is_applied(scaffold: Scaffold, files: Mapping[str, bytes] | Mapping[str, str]) -> bool:
    found = files.get(scaffold.path, "")
    text = found if isinstance(found, str) else found.decode("utf-8", "replace")
    return text.startswith(f"// @scaffold {scaffold.key}\n")


def value_findings(scaffold: Scaffold, env: Mapping[str, str]) -> list[Diagnostic]:
    found = (
        (value, _fault(value.kind, text)) for value in scaffold.values if (text := env.get(value.name, "").strip())
    )
    return [
        Diagnostic(severity="warning", code="SCAFFOLD_VALUE", message=f"{value.label}: {fault}", hint=value.help)
        for value, fault in found
        if fault
    ]


def wrong_values(scaffolds: Iterable[Scaffold], texts: Mapping[str, str], env: Mapping[str, str]) -> list[Diagnostic]:
    """The same of all that are set up in these files."""
    return [found for one in scaffolds if is_applied(one, texts) for found in value_findings(one, env)]


def optional_names(scaffolds: Iterable[Scaffold], texts: Mapping[str, str]) -> set[str]:
    """What those that are set up in these files do without."""
    return {value.name for one in scaffolds if is_applied(one, texts) for value in one.values if not value.required}


def require_values(scaffold: Scaffold, given: Mapping[str, str]) -> dict[str, str]:
    """The values as they are kept, without blank ones, which may be set later. Invalid with a finding each."""
    if unknown := sorted(set(given) - {value.name for value in scaffold.values}):
        raise Invalid(f"{scaffold.title} has no value {unknown[0][:100]}.")
    if found := value_findings(scaffold, given):
        raise Invalid(found[0].message, diagnostics=found)
    return {name: text.strip() for name, text in given.items() if text.strip()}


def _fault(kind: ValueKind, text: str) -> str:
    if len(text) > _VALUE_MOST or "\0" in text:
        return "it is too long, or holds what cannot be typed."
    if has_secret(text) or text.startswith("sb_secret_"):
        return "this is a key that must stay secret; take the public one."
    match kind:
        case "address":
            return "" if host_of(text) else "it must be a whole address that begins with https://."
        case "word":
            return "" if text.split() == [text] else "it must be one word, without blanks."
        case "text":
            return ""
        case "latitude" | "longitude":
            return "" if _is_degree(text, _DEGREES[kind]) else "it must be a number of degrees, like 52.52."


def _is_degree(text: str, most: float) -> bool:
    try:
        return abs(float(text)) <= most
    except ValueError:
        return False


def hosts_of(scaffold: Scaffold, env: Mapping[str, str]) -> list[str]:
    """The hosts that visitors' browsers ask: those of its addresses, else the usual ones."""
    named = (host_of(env.get(value.name, "")) for value in scaffold.values if value.kind == "address")
    return sorted(set(filter(None, named))) or scaffold.hosts


def host_of(address: str) -> str:
    """The host of an address that may be asked; empty for any other."""
    try:
        parts = urlsplit(address.strip())
        return (parts.hostname or "") if parts.scheme == "https" and " " not in address.strip() else ""
    except ValueError:
        return ""


def agent_words(scaffolds: Iterable[Scaffold], files: Mapping[str, bytes]) -> str:
    """What the model is told of those that are set up; empty where none is."""
    lines = [f"- {one.title} (`{one.folder}/`): {one.agent}" for one in scaffolds if is_applied(one, files)]
    return "Set up in this app, keep to it:\n" + "\n".join(lines) if lines else ""

"""The forms of advisories in public collections: OSV's document and the list of Retire.js.

What is not named here is not read.
"""

from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, Field, JsonValue, StringConstraints, TypeAdapter

Version = Annotated[str, StringConstraints(pattern=r"^\d{1,9}(\.\d{1,9}){0,2}(-[0-9A-Za-z.-]{1,100})?$")]
Id = Annotated[str, StringConstraints(pattern=r"^(GHSA|CVE|MAL|OSV)-[0-9A-Za-z-]{4,40}$")]
Weight = Literal["info", "none", "low", "medium", "moderate", "high", "critical"]


def _small(word: object) -> object:
    return word.lower() if isinstance(word, str) else word


class Package(BaseModel):
    ecosystem: str
    name: str


class Event(BaseModel):
    introduced: Version | None = None
    fixed: Version | None = None
    last_affected: Version | None = None


class Events(BaseModel):
    type: str
    events: list[Event] = Field(default=[], max_length=200)


class Labels(BaseModel):
    """`database_specific` of GitHub's documents."""

    severity: Annotated[Weight, BeforeValidator(_small)] = "info"
    cwe_ids: list[str] = []
    last_known_affected_version_range: str = ""


class Affected(BaseModel):
    package: Package
    ranges: list[Events] = Field(default=[], max_length=200)
    versions: list[str] = []
    database_specific: Labels = Labels()


class Document(BaseModel):
    id: Id
    withdrawn: str | None = None
    affected: list[Affected] = Field(max_length=2_000)
    database_specific: Labels = Labels()


class Span(BaseModel):
    at_or_above: Version | None = Field(default=None, alias="atOrAbove")
    above: Version | None = None
    at_or_below: Version | None = Field(default=None, alias="atOrBelow")
    below: Version | None = None


class Identifiers(BaseModel):
    github: Id | None = Field(default=None, alias="githubID")
    cve: list[Id] = Field(default=[], alias="CVE")


class Weakness(BaseModel):
    ranges: list[Span] = Field(max_length=200)
    severity: Weight
    cwe: list[str] = []
    identifiers: Identifiers


class Library(BaseModel):
    npmname: str | None = None
    vulnerabilities: list[JsonValue] = []


LIBRARIES = TypeAdapter(dict[str, Library])

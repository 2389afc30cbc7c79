"""What a tool is: a name, strict parameters, and a typed result that never raises for a model's mistake."""

import functools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, NamedTuple, TypeVar

from pydantic import BaseModel, ConfigDict

from shared.domain.agent.egress import Egress, UntrustedSource
from shared.domain.agent.model_messages import ToolSpec
from shared.domain.agent.outgoing import OutAnswer, OutRequest
from shared.domain.apps.autonomy import Effect
from shared.domain.apps.project_state import ProjectState, StateChange
from shared.domain.assets.catalog import Catalog
from shared.domain.base import Files
from shared.domain.builds.compile_report import CompileReport
from shared.domain.builds.worker_task import WorkerTask
from shared.domain.diagnostics import Diagnostic
from shared.domain.limits import DEFAULT_LIMITS, Limits
from shared.domain.quality.advisories import Advisories
from shared.domain.revisions.revision import DistManifest
from shared.domain.runs.events import AnyChunk
from shared.domain.runs.run_parts import Stage
from shared.domain.runs.turn import Turn
from shared.domain.text.ranking import Passage

ToolKind = Literal["read", "write", "check", "worker", "finish", "command"]
_EFFECTS: Mapping[ToolKind, Effect] = {
    "read": "read", "check": "check", "worker": "check", "write": "write", "command": "command", "finish": "finish",
}  # fmt: skip
_HEAD = _TAIL = 5_000
READS_MOST = 60_000


class Params(BaseModel):
    """Base of tool parameters. On the wire every field is required; optional ones are nullable."""

    model_config = ConfigDict(extra="forbid", frozen=True)


P = TypeVar("P", bound=Params)


class ReportText(NamedTuple):
    """The latest report in words, and whether a page wrote some of them."""

    text: str
    by_browser: bool


@dataclass
class Workspace:
    """The candidate tree that a run's tools read and edit. Nothing here touches the app's draft.

    `refusals` counts refused edits by path over the whole run; `checked` is the tree whose rules were looked up last.
    `may_fix`: what is certain may be put right without asking; not where writes wait for a person.
    `turn`: the run at work and what was asked of it.
    `granted`: the call that runs now is one that a person has approved.
    `reads_most`: characters of files that one call may show.
    `lines`: all there are of the catalog, of which `catalog` is the tree's.
    What lies beyond the tree is reached by functions; None where a workspace does not have it.
    """

    files: Files
    catalog: Catalog
    catalog_lock: str
    compile: Callable[[Files], CompileReport]
    limits: Limits = DEFAULT_LIMITS
    refusals: dict[str, int] = field(default_factory=dict)
    checked: tuple[Files, list[Diagnostic]] | None = None
    may_fix: bool = True
    egress: Egress = Egress()
    turn: tuple[str, str] = ("", "")
    granted: bool = False
    reads_most: int = READS_MOST
    lines: tuple[Catalog, ...] = ()
    build_result: Callable[[], ReportText] | None = None
    change_state: Callable[[StateChange], ProjectState] | None = None
    fetch: Callable[[OutRequest], OutAnswer] | None = None
    guides: Callable[[], Files] | None = None
    turns: Callable[[], list[Turn]] | None = None
    known: Callable[[], Iterator[Passage]] | None = None
    built: Callable[[Files], DistManifest | None] | None = None
    advisories: Callable[[], Advisories] | None = None


@dataclass(frozen=True)
class ToolResult:
    """`text` is for the model, `data` for people's timelines; `files` is the new tree when the tool wrote.

    `chunks` are further events of the run's stream. `task` is work that the loop hands to the worker for the tool.
    `ran` is false for a call that was never tried.
    `untrusted`: strangers' text that the model reads in this result.
    `fitted`: the tool has bounded its text itself, and a second cut would only take its parts apart.
    """

    ok: bool
    text: str
    data: dict[str, Any] = field(default_factory=dict)
    files: Files | None = None
    changed_paths: tuple[str, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    chunks: tuple[AnyChunk, ...] = ()
    task: WorkerTask | None = None
    ran: bool = True
    untrusted: tuple[UntrustedSource, ...] = ()
    fitted: bool = False


@dataclass(frozen=True)
class Tool(Generic[P]):
    """One thing the agent may do. `run` answers mistakes as results, so that the model can correct itself."""

    name: str
    description: str
    kind: ToolKind
    stage: Stage
    params: type[P]
    run: Callable[[P, Workspace], ToolResult]
    effect: Callable[[P, Workspace], Effect] | None = None

    def effect_of(self, params: P, workspace: Workspace) -> Effect:
        """What a call with these parameters does; by the tool's kind when it has no word of its own."""
        return self.effect(params, workspace) if self.effect is not None else _EFFECTS[self.kind]

    def spec(self) -> ToolSpec:
        """The tool as a model is told of it."""
        return _spec(self.name, self.description, self.params)


@functools.cache
def _spec(name: str, description: str, params: type[Params]) -> ToolSpec:
    """Made once for each tool: a schema takes milliseconds, and every request needs them all."""
    return ToolSpec(name=name, description=description, parameters=strict_schema(params))


def strict_schema(params: type[Params]) -> dict[str, Any]:
    """A JSON schema in which every property is required and no other is allowed, at every level."""
    schema = params.model_json_schema()
    whole: dict[str, Any] = _inlined(schema, schema.pop("$defs", {}))
    _make_strict(whole)
    return whole


def _inlined(node: Any, parts: dict[str, Any]) -> Any:
    """The schema with its parts where they are used: shorter, and no server need follow references."""
    if isinstance(node, list):
        return [_inlined(part, parts) for part in node]
    if not isinstance(node, dict):
        return node
    if "$ref" in node:
        return _inlined(parts[node["$ref"].rpartition("/")[2]], parts)
    return {name: _inlined(part, parts) for name, part in node.items()}


def _make_strict(node: Any) -> None:
    if isinstance(node, list):
        for part in node:
            _make_strict(part)
    if not isinstance(node, dict):
        return
    for noise in ("title", "default"):
        if not isinstance(node.get(noise), dict):
            node.pop(noise, None)
    _shorten(node)
    if node.get("type") == "object":
        node["required"] = list(node.get("properties", {}))
        node["additionalProperties"] = False
    for part in node.values():
        _make_strict(part)


def _shorten(node: dict[str, Any]) -> None:
    """A value that may be null as a list of types, where it is a plain one."""
    match node.get("anyOf"):
        case [{"type": str(kind), **rest}, {"type": "null"}] if not rest:
            del node["anyOf"]
            node["type"] = [kind, "null"]


def clip(text: str) -> str:
    """At most 5,000 characters from each end; says how much was left out and how to see it."""
    if len(text) <= _HEAD + _TAIL:
        return text
    left_out = len(text) - _HEAD - _TAIL
    return (
        f"{text[:_HEAD]}\n[... {left_out} characters left out; ask for a line range to see them ...]\n{text[-_TAIL:]}"
    )


def refuse(message: str, *diagnostics: Diagnostic) -> ToolResult:
    """A result that says why nothing was done."""
    return ToolResult(ok=False, text=message, diagnostics=diagnostics)


def not_run(message: str) -> ToolResult:
    """A result that says why the call was never tried."""
    return ToolResult(ok=False, text=message, ran=False)

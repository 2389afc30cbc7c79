"""`search_docs`: the catalog, the templates' guides, the project's own documents and what is known of it, without a
network.
"""

import re
from collections.abc import Collection, Iterator
from itertools import islice
from pathlib import Path

from pydantic import Field

from shared.domain.assets.catalog import Catalog, CatalogFramework, CatalogPackage, declared_versions
from shared.domain.assets.framework_of import framework_of
from shared.domain.base import Files
from shared.domain.text.ranking import Passage, excerpt, preferring, scored
from shared.domain.work_budget import PASSAGES
from shared.tools.base import Params, Tool, ToolResult, Workspace, clip, refuse
from shared.tools.reading import text_or_none

_SHOWN = 8
_CATALOG = "catalog"
_HEADING = re.compile(r"^#{1,6} (.{1,200})$", re.MULTILINE)
_DOCUMENTS = (".md", ".mdx", ".markdown", ".txt")
_SECTIONS = 400
_OUTSIDE = re.compile(
    r"\bforms?\b.{0,20}\b(?:submi|servic|send|backend|handl)|\b(?:submi\w+|send\w*|contact)\b.{0,20}\bforms?\b|"
    r"\be-?mails?\b|\bsmtp\b|\blog ?-?in\b|\bsign ?-?(?:in|up)\b|\bauth\w*|\baccounts?\b|\bpayments?\b|\bpay\b|"
    r"\bcheckout\b|\bstripe\b|\bpaypal\b|\bsupabase\b|\bfirebase\b|\bback-?end\b|\bdatabases?\b|\bshared data\b|"
    r"\boutside services?\b|\bpublic keys?\b|\bapi keys?\b|\bformspree\b|\ballowed hosts?\b",
    re.IGNORECASE,
)
"""What an app needs a service for: the product's own guide answers before any package."""
_OUTSIDE_GUIDE = Path(__file__).resolve().parent.parent / "prompts" / "outside_services.md"
_GUIDE_TITLE, _GUIDE = "Outside services", "guide"


class SearchDocsParams(Params):
    query: str = Field(description="A few words.")


def _run(params: SearchDocsParams, workspace: Workspace) -> ToolResult:
    if not params.query.strip():
        return refuse("The query is empty. Say what you look for in a few words.")
    query = params.query[:400]
    manifest = text_or_none(workspace.files, "package.json") or ""
    passages = [*islice(_passages(workspace, framework_of(manifest)), PASSAGES)]
    found = [one.whole() for one in _ready_first(query, passages, _ready(manifest, workspace.catalog))]
    guide = _OUTSIDE_GUIDE.read_text("utf-8").strip() if _OUTSIDE.search(query) else None
    if not found and guide is None:
        return ToolResult(ok=True, text="Nothing in the catalog, the guides or the project's documents speaks of it.")
    told = "\n".join(f"- {one.title} [{one.source}]\n  {excerpt(one, query)}" for one in found)
    results = [{"source": one.source, "title": one.title} for one in found]
    if guide is not None:
        told = f"- {_GUIDE_TITLE} [{_GUIDE}]\n{guide}\n{told}".rstrip()
        results = [{"source": _GUIDE, "title": _GUIDE_TITLE}, *results]
    return ToolResult(ok=True, text=clip(told), data={"results": results})


def _ready(manifest: str, catalog: Catalog) -> Collection[str]:
    """The titles of packages that cost no wait: what is on every machine, and what the app declares."""
    declared = {name for name, _ in declared_versions(manifest)}
    return {_title(one) for one in catalog.packages.values() if not one.on_demand or one.name in declared}


def _ready_first(query: str, passages: list[Passage], ready: Collection[str]) -> list[Passage]:
    """The best; of the packages among them, those that are ready stand before others not twice as good."""
    scores = scored(query, passages)
    best = sorted((at for at, score in enumerate(scores) if score > 0), key=lambda at: -scores[at])
    packages = [at for at in best if passages[at].source == _CATALOG]
    order = preferring([scores[at] for at in packages], [passages[at].title in ready for at in packages])
    ordered = (packages[place] for place in order)
    return [passages[next(ordered) if passages[at].source == _CATALOG else at] for at in best[:_SHOWN]]


def _passages(workspace: Workspace, framework: CatalogFramework) -> Iterator[Passage]:
    """What this project can use: packages and guides of other frameworks are none of its business."""
    yield from _packages(workspace.catalog, framework)
    if workspace.guides is not None:
        own = "vanilla" if framework == "any" else framework
        yield from _sections({path: data for path, data in workspace.guides().items() if own in path})
    yield from _sections({path: data for path, data in workspace.files.items() if path.endswith(_DOCUMENTS)})
    if workspace.known is not None:
        yield from workspace.known()


def _packages(catalog: Catalog, framework: CatalogFramework) -> Iterator[Passage]:
    for package in catalog.for_framework(framework):
        known_as = " ".join(alias for alias, name in catalog.aliases.items() if name == package.name)
        told = f"{package.summary} {package.use_when} ({package.category})"
        instead = f" Stands in for: {known_as}." if known_as else ""
        yield Passage(_CATALOG, _title(package), told + instead)


def _title(package: CatalogPackage) -> str:
    return f"{package.name}@{package.version}"


def _sections(files: Files) -> Iterator[Passage]:
    """Each document by its headings."""
    for path in sorted(files):
        text = text_or_none(files, path) or ""
        places = [(0, path), *((found.start(), found[1].strip()) for found in _HEADING.finditer(text))][:_SECTIONS]
        ends = [at for at, _ in places[1:]] + [len(text)]
        for (start, title), end in zip(places, ends, strict=True):
            if text[start:end].strip():
                yield Passage(path, title, text[start:end])


SEARCH_DOCS = Tool(
    name="search_docs",
    description="Find packages, guides and the project's documents.",
    kind="read",
    stage="inspect",
    params=SearchDocsParams,
    run=_run,
)

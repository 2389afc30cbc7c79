"""The agent's tools for people and programs: by our names, and by the names and paths that older clients know."""

from collections.abc import Mapping
from contextlib import nullcontext
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query

from functions.api.access.callers import Deps, ToolReader, ToolUser
from functions.api.container import Container
from functions.api.http.idempotency import IdempotentRoute
from functions.api.http.operation import GATED, operation
from functions.api.http.view import Answer, View
from shared.domain.agent.tool_aliases import ours
from shared.domain.base import Input
from shared.domain.errors import Conflict, FeatureDisabled, NotFound, RunActive
from shared.domain.identity import Principal
from shared.services.access.take_turns import Work
from shared.services.sessions.list_tools import ToolList, list_tools
from shared.services.sessions.use_tool import ToolAnswer, ToolRequest, use_tool

router = APIRouter(tags=["tools"], route_class=IdempotentRoute)
_WORK: Mapping[str, Work] = {
    "search_code": "read", "search_docs": "read", "search_messages": "read", "security_scan": "read",
    "db_query": "read", "compile_project": "compile",
}  # fmt: skip
"""Tools that cost much here; those that the worker does have its places."""
ToolName = Annotated[str, Path(max_length=64)]


class TextFile(View):
    """One text file."""

    path: str
    content: str


class EditBody(Input):
    """A whole new content, or pieces to replace."""

    path: str
    new_content: str | None = None
    content: str | None = None
    edits: list[dict[str, Any]] | None = None
    base_revision_id: str | None = None


class CommandBody(Input):
    command: str
    cwd: str = ""
    run_id: str | None = None


class SearchBody(Input):
    query: str


class ProjectSearch(SearchBody):
    """Which project, where the path does not say it."""

    project_id: str


@router.get("/api/tools")
@operation("listTools", ToolList)
def tools(who: ToolReader) -> ToolList:
    """The tools that may be called, each with the schema of its `params`."""
    return list_tools()


@router.post("/api/tools/{tool}")
@operation("useTool", ToolAnswer, Conflict, RunActive, FeatureDisabled, *GATED)
def call(tool: ToolName, request: ToolRequest, who: ToolUser, deps: Deps) -> ToolAnswer:
    """Run a tool on the draft (or on a run's candidate). A write is a save. 409 REVISION_CONFLICT, 422, 429."""
    return _use(tool, request, who, deps)


@router.get("/projects/{project_id}/files/content")
@operation("readDraftFile", TextFile)
def read_content(
    project_id: str,
    who: ToolUser,
    deps: Deps,
    path: Annotated[str, Query(max_length=1000)],
    run_id: str | None = None,
) -> Answer:
    """One text file of the draft (or of a run's candidate)."""
    request = ToolRequest(project_id=project_id, run_id=run_id, params={"path": path})
    answer = _use("read_file", request, who, deps)
    if not answer.success:
        raise NotFound(answer.stderr)
    return TextFile(path=path, content=answer.data["content"])


@router.post("/projects/{project_id}/files/apply_edit")
@operation("editFile", ToolAnswer, Conflict, RunActive, FeatureDisabled, *GATED)
def apply_edit(project_id: str, body: EditBody, who: ToolUser, deps: Deps) -> ToolAnswer:
    """Write a file, or replace pieces of it; saved as a revision."""
    content = body.new_content if body.new_content is not None else body.content
    change = {"edits": body.edits} if body.edits is not None else {"content": content}
    request = ToolRequest(
        project_id=project_id, base_revision_id=body.base_revision_id, params={"path": body.path, **change}
    )
    return _use("edit_file" if body.edits is not None else "write_file", request, who, deps)


@router.post("/projects/{project_id}/terminal/run")
@operation("runCommand", ToolAnswer, Conflict, RunActive, FeatureDisabled, *GATED)
def run_terminal(project_id: str, body: CommandBody, who: ToolUser, deps: Deps) -> ToolAnswer:
    """Run one of the project's own commands in the worker."""
    params = {"command": body.command, "cwd": body.cwd}
    return _use("run_terminal", ToolRequest(project_id=project_id, run_id=body.run_id, params=params), who, deps)


@router.post("/projects/{project_id}/search/docs")
@operation("searchDocs", ToolAnswer, Conflict, RunActive, FeatureDisabled, *GATED)
def search_docs(project_id: str, body: SearchBody, who: ToolUser, deps: Deps) -> ToolAnswer:
    """The catalog, the guides and the project's documents."""
    return _use("search_docs", ToolRequest(project_id=project_id, params={"query": body.query}), who, deps)


@router.post("/projects/{project_id}/search/messages")
@operation("searchMessages", ToolAnswer, Conflict, RunActive, FeatureDisabled, *GATED)
def search_messages(project_id: str, body: SearchBody, who: ToolUser, deps: Deps) -> ToolAnswer:
    """The project's earlier turns."""
    return _use("search_messages", ToolRequest(project_id=project_id, params={"query": body.query}), who, deps)


@router.post("/search/docs")
@operation("searchDocsOf", ToolAnswer, Conflict, RunActive, FeatureDisabled, *GATED, found=True)
def search_docs_of(body: ProjectSearch, who: ToolUser, deps: Deps) -> ToolAnswer:
    """`search_docs` with the project in the body."""
    return search_docs(body.project_id, body, who, deps)


@router.post("/search/messages")
@operation("searchMessagesOf", ToolAnswer, Conflict, RunActive, FeatureDisabled, *GATED, found=True)
def search_messages_of(body: ProjectSearch, who: ToolUser, deps: Deps) -> ToolAnswer:
    """`search_messages` with the project in the body."""
    return search_messages(body.project_id, body, who, deps)


def _use(tool: str, request: ToolRequest, who: Principal, deps: Container) -> ToolAnswer:
    work = _WORK.get(ours(tool, request.params).tool)
    with deps.turns.turn(who, work) if work else nullcontext():
        return use_tool(principal=who, tool=tool, request=request, ports=deps.ports)

"""A candidate tree and the tools on it, as the loop uses them."""

import json
from collections.abc import Callable
from typing import Any

from devkit.fakes.samples import SAMPLE_FILES
from shared.domain.base import Files
from shared.domain.builds.compile_report import CompileReport
from shared.services.assets.load_catalog import load_catalog, load_catalog_lock
from shared.tools.base import ToolResult, Workspace
from shared.tools.registry import CODER_TOOLS, call_tool

NOT_TEXT = {"public/logo.png": b"\x89PNG\r\n\x1a\n\0\0"}
HOSTILE_PATHS = [
    "", ".", "..", "../x.ts", "src/../../x.ts", "/etc/passwd", "C:\\x.ts", "src\\a.ts", "src/a\x00.ts", "src/a\n.ts",
    "src/\u202ea.ts", "src/\uff0e\uff0e/a.ts", ".env", ".git/config", "node_modules/a.js", "src/" + "a" * 5_000 + ".ts",
    "src/" + "a/" * 50 + "b.ts", "src/a.exe", "src/a.ts/", "src//a.ts", "\ud800.ts",
]  # fmt: skip


def a_workspace(files: Files | None = None, compile: Callable[[Files], CompileReport] | None = None) -> Workspace:
    return Workspace(
        files={**SAMPLE_FILES, **NOT_TEXT, **(files or {})},
        catalog=load_catalog(),
        lines=(load_catalog(), *load_catalog().others),
        catalog_lock=load_catalog_lock(),
        compile=compile or (lambda tree: CompileReport(ok=True)),
    )


def use(workspace: Workspace, tool: str, **arguments: Any) -> ToolResult:
    """Call a tool as a model does, every parameter named, and take over what it wrote."""
    fields = {name: None for name in CODER_TOOLS[tool].params.model_fields} | arguments
    before = dict(workspace.files)
    result = call_tool(CODER_TOOLS, tool, json.dumps(fields), workspace)
    assert workspace.files == before, "a tool answers with a tree; it changes none"
    assert (result.files is None) or result.ok or tool == "compile_project"  # which may put right a part only
    if result.files is not None:
        workspace.files = result.files
    return result


def check_refused(workspace: Workspace, tool: str, **arguments: Any) -> str:
    """The words of a refusal, which has changed nothing and can be sent and stored."""
    before = dict(workspace.files)
    result = use(workspace, tool, **arguments)
    assert not result.ok and result.files is None and workspace.files == before
    result.text.encode()
    return result.text

"""Which tools exist, and the one way to call them."""

import json
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from pydantic import ValidationError

from shared.domain.json_weight import parse_bounded
from shared.tools.add_check import ADD_CHECK
from shared.tools.add_dependency import ADD_DEPENDENCY
from shared.tools.api_request import API_REQUEST
from shared.tools.apply_patch_dry_run import APPLY_PATCH_DRY_RUN
from shared.tools.base import Params, Tool, ToolResult, Workspace, refuse
from shared.tools.browser import BROWSER
from shared.tools.build_project_worker import BUILD_PROJECT_WORKER
from shared.tools.compile_project import COMPILE_PROJECT
from shared.tools.db_query import DB_QUERY
from shared.tools.delete_file import DELETE_FILE
from shared.tools.delete_files import DELETE_FILES
from shared.tools.design_guide import DESIGN_GUIDE
from shared.tools.edit_file import EDIT_FILE
from shared.tools.finish import FINISH
from shared.tools.list_files import LIST_FILES
from shared.tools.meant import structured
from shared.tools.prepare_static_bundle import PREPARE_STATIC_BUNDLE
from shared.tools.rare import RARE
from shared.tools.read_build_result import READ_BUILD_RESULT
from shared.tools.read_file import READ_FILE
from shared.tools.read_files import READ_FILES
from shared.tools.remove_dependency import REMOVE_DEPENDENCY
from shared.tools.rename_file import RENAME_FILE
from shared.tools.run_command import RUN_COMMAND
from shared.tools.run_targeted_tests import RUN_TARGETED_TESTS
from shared.tools.search_code import SEARCH_CODE
from shared.tools.search_docs import SEARCH_DOCS
from shared.tools.search_messages import SEARCH_MESSAGES
from shared.tools.security_scan import SECURITY_SCAN
from shared.tools.update_state import UPDATE_STATE
from shared.tools.verify import VERIFY
from shared.tools.write_file import WRITE_FILE

_ALL: tuple[Tool[Any], ...] = (
    LIST_FILES,
    READ_FILE,
    READ_FILES,
    SEARCH_CODE,
    SEARCH_DOCS,
    SEARCH_MESSAGES,
    DESIGN_GUIDE,
    DB_QUERY,
    WRITE_FILE,
    EDIT_FILE,
    RENAME_FILE,
    DELETE_FILES,
    DELETE_FILE,
    ADD_DEPENDENCY,
    REMOVE_DEPENDENCY,
    APPLY_PATCH_DRY_RUN,
    ADD_CHECK,
    UPDATE_STATE,
    API_REQUEST,
    COMPILE_PROJECT,
    VERIFY,
    BUILD_PROJECT_WORKER,
    RUN_TARGETED_TESTS,
    RUN_COMMAND,
    BROWSER,
    PREPARE_STATIC_BUNDLE,
    SECURITY_SCAN,
    READ_BUILD_RESULT,
    FINISH,
)
_SHOWN = 8
CODER_TOOLS: Mapping[str, Tool[Any]] = {tool.name: tool for tool in _ALL}
"""In a fixed order: the list is part of the byte-stable prefix of every request."""


def call_tool(tools: Mapping[str, Tool[Any]], name: str, arguments: str, workspace: Workspace) -> ToolResult:
    """Run a tool a model asked for. An unknown tool or unusable arguments come back as a refusal, never raised."""
    tool = tools.get(name)
    if tool is None:
        return refuse(f"There is no tool {name}. Use one of: {', '.join(tools)}.")
    params = parse_arguments(tool, arguments)
    return params if isinstance(params, ToolResult) else tool.run(params, workspace)


def parse_arguments(tool: Tool[Any], arguments: str) -> Params | ToolResult:
    """The tool's parameters, or a refusal that says what does not fit."""
    try:
        params = _validated(tool.params, parse_bounded(arguments or "{}"))
    except ValidationError as error:
        return refuse(f"The arguments of {tool.name} do not fit: {_problems(error)} Call it again.{_form(tool)}")
    except ValueError as error:
        told = f"The arguments of {tool.name} are not valid JSON ({error}). Call it again with a JSON object."
        return refuse(told + _form(tool))
    return params


def _validated(params: type[Params], given: object) -> Params:
    """The parameters; where they do not fit as they came, with the lists and objects read that came as text."""
    try:
        return params.model_validate(given)
    except ValidationError:
        meant = structured(params.model_fields, given)
        with suppress(ValidationError):
            return params.model_validate(meant)
        raise


def _form(tool: Tool[Any]) -> str:
    """What a tool takes that the model was not shown."""
    return f" It takes: {json.dumps(tool.spec().parameters)}" if tool.name in RARE else ""


def _problems(error: ValidationError) -> str:
    return (
        "; ".join(
            f"{'.'.join(str(part) for part in problem['loc']) or 'arguments'}: {problem['msg']}"
            for problem in error.errors()[:_SHOWN]
        )
        + "."
    )

"""Tools by the names that older clients know: one tool with actions stands for several of ours."""

import shlex
from typing import Any, NamedTuple

from shared.domain.errors import Invalid
from shared.domain.tree.paths import normalise_path

Params = dict[str, Any]


class ToolCallByName(NamedTuple):
    """Our own tool and its parameters; `done` is the answer where nothing is left to do."""

    tool: str
    params: Params
    done: str | None = None


_FILE = {
    "read": "read_file", "write": "write_file", "list": "list_files", "edit": "edit_file", "delete": "delete_file",
    "rename": "rename_file",
}  # fmt: skip
_HERE = ("", ".", "./", "/")


def ours(tool: str, params: Params) -> ToolCallByName:
    """The call as we know it; a name that is no alias stays. Invalid for an action that nothing stands for."""
    match tool:
        case "file":
            return _file(dict(params))
        case "run" | "run_terminal":
            return ToolCallByName("run_command", _command(dict(params)))
        case "api":
            return ToolCallByName("api_request", _request(dict(params)))
        case "browser" if "action" in params or "url" in params:
            return ToolCallByName("browser", _page(dict(params)))
        case "db":
            return ToolCallByName("db_query", _query(dict(params)))
    return ToolCallByName(tool, params)


def _file(params: Params) -> ToolCallByName:
    action = params.pop("action", None)
    if action == "mkdir":
        return ToolCallByName("list_files", _folder(params), "Nothing to do: a folder is there once a file is in it.")
    tool = _FILE.get(str(action))
    if tool is None:
        raise Invalid(f"The file tool has the actions {', '.join(_FILE)} and mkdir.")
    if tool == "write_file" and "new_content" in params:
        params["content"] = params.pop("new_content")
    if tool == "edit_file" and "edits" not in params:
        params["edits"] = [{name: params.pop(name) for name in ("old", "new") if name in params}]
    if tool == "list_files":
        folder = str(params.pop("path", "") or "")
        params.setdefault("prefix", None if folder in _HERE else folder)
    return ToolCallByName(tool, params)


def _folder(params: Params) -> Params:
    """The folder as a prefix, checked as every path is."""
    return {"prefix": normalise_path(str(params.get("path") or "").rstrip("/")) + "/"}


def _command(params: Params) -> Params:
    params.pop("action", None)
    if (params.pop("cwd", None) or "") not in _HERE:
        raise Invalid("Commands run in the project's root only.")
    command = params.get("command")
    return params | {"command": shlex.join(map(str, command)) if isinstance(command, list) else command}


def _request(params: Params) -> Params:
    action = params.pop("action", None)
    method = str(params.pop("method", None) or action or "GET").upper()
    headers = params.get("headers")
    if isinstance(headers, dict):
        params["headers"] = [{"name": name, "value": value} for name, value in headers.items()]
    return params | {"method": method}


def _page(params: Params) -> Params:
    action = params.pop("action", "navigate")
    if action not in ("navigate", "screenshot"):
        raise Invalid("The browser tool has the actions navigate and screenshot.")
    return params | {"path": params.pop("url")} if "url" in params else params


def _query(params: Params) -> Params:
    params.pop("action", None)
    sql = params.pop("query", None)
    return params | {"sql": sql} if sql is not None else params

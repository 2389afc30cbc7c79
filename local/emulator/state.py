"""What of the emulator's memory is written to disk, and when.

Objects in S3 are written through by the emulator. Everything else is a snapshot: taken on the event loop, so it is
one consistent cut, written by a thread, renamed into place. A service is written only when something changed it.
"""

import asyncio
import json
import logging
import os
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

log = logging.getLogger("local.emulator.state")

READS = ("Get", "Query", "Scan", "BatchGet", "List", "Describe", "Head", "Filter", "TransactGet")
SILENT_SERVICES = frozenset({"s3", "logs", "monitoring", "sts", "execute-api"})
SERVICE_KEYS: dict[str, frozenset[str]] = {
    "dynamodb": frozenset({"dynamodb"}),
    "states": frozenset({"stepfunctions"}),
    "events": frozenset({"eventbridge"}),
    "secretsmanager": frozenset({"secretsmanager"}),
}
EVERYTHING = frozenset({"*"})
SAVED = frozenset({
    "acm", "apigateway", "apigateway_v1", "cloudformation", "cloudfront", "codebuild", "cognito", "dynamodb",
    "eventbridge", "iam", "lambda", "s3", "scheduler", "secretsmanager", "ssm", "stepfunctions",
})  # fmt: skip
EXECUTIONS_KEPT_SECONDS = 3600


def credential_service(authorization: str) -> str:
    """The service a SigV4 header was signed for: the fourth part of the credential scope."""
    _, found, scope = authorization.partition("Credential=")
    parts = scope.split(",", 1)[0].split("/")
    return parts[3] if found and len(parts) > 3 else ""


def touched_by(method: str, path: str, headers: Mapping[bytes, bytes]) -> frozenset[str]:
    """State keys a request may change: none, some, or everything."""
    action = headers.get(b"x-amz-target", b"").decode("latin-1").rpartition(".")[2]
    service = credential_service(headers.get(b"authorization", b"").decode("latin-1"))
    is_invoke = service == "lambda" and path.endswith("/invocations")
    if not service or service in SILENT_SERVICES or is_invoke or action.startswith(READS):
        return frozenset()
    if method in ("GET", "HEAD"):
        return frozenset()
    return SERVICE_KEYS.get(service, EVERYTHING)


class StateSaver:
    """Remembers which services changed and writes those when asked."""

    def __init__(self, loaded_services: Callable[[], dict[str, Any]]) -> None:
        self._dirty: set[str] = set()
        self._loaded_services = loaded_services
        self.held_seconds = 0.0  # processor time the last snapshot took of the event loop; a busy machine adds nothing

    def note(self, method: str, path: str, headers: Mapping[bytes, bytes]) -> None:
        """A request is about to run."""
        self._dirty |= touched_by(method, path, headers)

    def mark_all(self) -> None:
        """Write everything at the next save."""
        self._dirty |= EVERYTHING

    async def save(self) -> int:
        """Snapshot what changed and write it; the number of files written."""
        wanted = self._take()
        if not wanted:
            return 0
        began = time.thread_time()
        states = {key: state() for key, state in wanted.items()}
        snapshots = {key: encode(key, state) for key, state in states.items() if state is not None}
        self.held_seconds = time.thread_time() - began
        self._dirty |= {key for key, content in snapshots.items() if content is None}
        return await asyncio.to_thread(write_all, {k: v for k, v in snapshots.items() if v is not None})

    def _take(self) -> dict[str, Any]:
        dirty, self._dirty = self._dirty, set()
        if executions_running():
            self._dirty.add("stepfunctions")
            dirty = dirty | {"stepfunctions"}
        if not dirty:
            return {}
        getters = state_getters(self._loaded_services())
        return getters if dirty >= EVERYTHING else {k: v for k, v in getters.items() if k in dirty}


def executions_running() -> bool:
    """Whether a state machine is at work (it changes state without any request)."""
    from ministack.services import stepfunctions

    return any(e.get("status") == "RUNNING" for e in stepfunctions._executions.all_values())


def state_getters(loaded: Mapping[str, Any]) -> dict[str, Any]:
    """State key -> function that gives its state, for each service we use; large ones without the deep copy.

    Services nobody uses are left out: restoring one costs its import at the next start. Log lines are not kept.
    """
    getters = {key: getter for key, getter in loaded.items() if key in SAVED}
    getters["dynamodb"] = dynamodb_state
    getters["stepfunctions"] = stepfunctions_state
    return getters


def dynamodb_state() -> dict[str, Any]:
    """The tables as they are; not copied, because they are encoded before the event loop goes on."""
    from ministack.core.responses import AccountRegionScopedDict
    from ministack.services import dynamodb

    tables = AccountRegionScopedDict()
    for (account, region, name), table in dynamodb._tables.all_items():
        kept = {k: v for k, v in table.items() if k != dynamodb._INDEX_MEMBERS}
        tables.set_scoped(account, region, name, kept)
    names = ("tags", "ttl_settings", "pitr_settings", "resource_policies")
    return {"tables": tables, **{n: getattr(dynamodb, f"_{n}") for n in names}}


def stepfunctions_state() -> dict[str, Any]:
    """State machines and executions as they are, without executions that ended more than an hour ago."""
    from ministack.services import stepfunctions

    horizon = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(time.time() - EXECUTIONS_KEPT_SECONDS))
    executions = stepfunctions._executions._data
    for key in [k for k, e in list(executions.items()) if e.get("stopDate") and str(e["stopDate"]) < horizon]:
        executions.pop(key, None)
    names = ("state_machines", "executions", "tags", "activities", "state_machine_versions", "state_machine_aliases")
    return {name: getattr(stepfunctions, f"_{name}") for name in (*names, "map_runs")}


def encode(key: str, state: Any) -> bytes | None:
    """One service's state in the emulator's own file format; None when it cannot be written now.

    A thread of an execution may change what is being written: then it is written by the next save.
    """
    from ministack.core import persistence

    try:
        wrapped = {"__ministack_format__": persistence._state_format_version(key), "payload": state}
        return json.dumps(wrapped, default=persistence._json_default).encode()
    except (TypeError, ValueError, RuntimeError) as error:
        log.error("cannot encode the state of %s: %s", key, error)
        return None


def write_all(files: Mapping[str, bytes]) -> int:
    """Write each file beside its old version and rename it over; a full disk loses nothing already saved."""
    written = 0
    for key, content in files.items():
        try:
            write_file(Path(os.environ["STATE_DIR"]) / f"{key}.json", content)
            written += 1
        except OSError as error:
            log.error("cannot save the state of %s: %s", key, error)
    return written


def write_file(path: Path, content: bytes) -> None:
    """Durable replacement of one file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_suffix(".tmp")
    with temporary.open("wb") as handle:
        handle.write(content)
        handle.flush()
        os.fsync(handle.fileno())
    temporary.replace(path)

"""One iteration of the agent loop; and, asked by the API itself, a commit message, an intent, a connection test."""

from functools import cache
from typing import TYPE_CHECKING, Any

from shared.domain.autopilot.intent import READ_INTENT, IntentTask
from shared.domain.runs.message_task import COMMIT_MESSAGE, MessageTask
from shared.domain.runs.steps import is_newer, read_loop
from shared.ports.model import ModelServer
from shared.runtime.loop import own_loop_ports as _ports
from shared.runtime.model import open_model
from shared.runtime.observability import observed
from shared.runtime.settings import Settings
from shared.services.agent.model.write_message import write_message
from shared.services.agent.run_iteration import run_iteration
from shared.services.autopilot.read_intent import read_intent
from shared.services.runs.end.refuse_newer import refuse_newer

if TYPE_CHECKING:
    from shared.ports.connection_tests import ConnectionTestStore

_TEST_CONNECTION = "test_connection"
"""`task` of a `ConnectionTask`, whose module only a test imports."""


@cache
def _model() -> ModelServer:
    return open_model(Settings.from_env())


@observed("agent_step")
def handler(event: dict[str, Any], context: object) -> dict[str, Any]:
    """`LoopState` in, `LoopState` out; for the API `MessageTask` in, `WrittenMessage` out, and so with intents.

    A connection test is stored as it is made: its task comes without anyone who waits for an answer.
    """
    if event.get("task") == COMMIT_MESSAGE:
        return _write(MessageTask.model_validate(event))
    if event.get("task") == READ_INTENT:
        return _read(IntentTask.model_validate(event))
    if event.get("task") == _TEST_CONNECTION:
        return _test(event)
    if is_newer(event):
        return refuse_newer(event, ports=_ports()).model_dump(mode="json")
    state = run_iteration(read_loop(event), ports=_ports(), model=_model())
    return state.model_dump(mode="json")


def _write(task: MessageTask) -> dict[str, Any]:
    name = Settings.from_env().model
    return write_message(task, ports=_ports(), model=_model(), default_model=name).model_dump(mode="json")


def _read(task: IntentTask) -> dict[str, Any]:
    name = Settings.from_env().model
    return read_intent(task, ports=_ports(), model=_model(), default_model=name).model_dump(mode="json")


def _tests() -> "ConnectionTestStore":
    from shared.adapters import aws_clients
    from shared.adapters.dynamo.connection_tests import DynamoConnectionTestStore
    from shared.adapters.dynamo.table.table import Table

    return DynamoConnectionTestStore(Table(aws_clients.dynamodb(), Settings.from_env().table))


def _test(event: dict[str, Any]) -> dict[str, Any]:
    from shared.domain.spending.connection import ConnectionTask  # few processes ever make a test
    from shared.services.spending.connection_tests import run_connection_test

    task = ConnectionTask.model_validate(event)
    run_connection_test(task, tests=_tests(), model=_model(), ports=_ports())
    return {}

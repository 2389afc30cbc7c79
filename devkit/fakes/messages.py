"""The function that may use the model, in this process: the real service over a fake model."""

import json

from shared.domain.autopilot.intent import Intent, IntentTask
from shared.domain.errors import AppError
from shared.domain.runs.message_task import MessageTask, WrittenMessage
from shared.domain.spending.connection import ConnectionTask
from shared.ports.connection_tests import ConnectionTestStore
from shared.ports.model import ModelServer
from shared.services.agent.model.write_message import write_message
from shared.services.autopilot.read_intent import read_intent
from shared.services.loop_ports import LoopPorts
from shared.services.spending.connection_tests import run_connection_test


class FakeMessages:
    """`MessageWriter`; with `fault` no request arrives. Tests of connections wait in `tests` until `make_tests`."""

    def __init__(self, ports: LoopPorts, model: ModelServer, fault: AppError | None = None) -> None:
        self.tasks: list[MessageTask] = []
        self.intents: list[IntentTask] = []
        self.tests: list[ConnectionTask] = []
        self._ports = ports
        self._model = model
        self._fault = fault

    def write(self, task: MessageTask) -> WrittenMessage:
        self.tasks.append(task)
        if self._fault is not None:
            raise self._fault
        sent = MessageTask.model_validate(json.loads(task.model_dump_json()))
        return write_message(sent, ports=self._ports, model=self._model, default_model="fake")

    def read_intent(self, task: IntentTask) -> Intent:
        self.intents.append(task)
        if self._fault is not None:
            raise self._fault
        sent = IntentTask.model_validate(json.loads(task.model_dump_json()))
        return read_intent(sent, ports=self._ports, model=self._model, default_model="fake")

    def start_test(self, task: ConnectionTask) -> None:
        if self._fault is not None:
            raise self._fault
        self.tests.append(task)

    def make_tests(self, store: ConnectionTestStore) -> None:
        """As the function does when the tasks arrive there."""
        for task in self.tests:
            sent = ConnectionTask.model_validate(json.loads(task.model_dump_json()))
            run_connection_test(sent, tests=store, model=self._model, ports=self._ports)

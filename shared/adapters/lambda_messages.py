"""Asks the function that has the model's key for a commit message, directly."""

from typing import Any

from pydantic import ValidationError

from shared.adapters.aws_errors import translated
from shared.domain.errors import Unavailable
from shared.domain.runs.message_task import MessageTask, WrittenMessage


class LambdaMessages:
    """`MessageWriter`. The client's own time is how long a person waits; a call is never made twice."""

    def __init__(self, client: Any, function: str) -> None:
        self._client = client
        self._function = function

    def write(self, task: MessageTask) -> WrittenMessage:
        with translated():
            answer = self._client.invoke(FunctionName=self._function, Payload=task.model_dump_json().encode())
            payload = answer["Payload"].read()
        if answer.get("FunctionError"):
            raise Unavailable("The function that asks the model failed.")
        try:
            return WrittenMessage.model_validate_json(payload)
        except ValidationError as error:
            raise Unavailable("The function that asks the model gave no answer.") from error

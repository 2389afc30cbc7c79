"""Secrets: a value from the environment, or an ARN of Secrets Manager."""

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any

from shared.adapters.aws_errors import translated

if TYPE_CHECKING:
    from aws_lambda_powertools.utilities.parameters import SecretsProvider

MAX_AGE_SECONDS = 300


class Secrets:
    """Reads each secret at most once in five minutes. The client is only made when an ARN is asked for."""

    def __init__(self, make_client: Callable[[], Any]) -> None:
        self._make_client = make_client

    def resolve(self, value: str, arn: str) -> str:
        """`value` when there is one, else what the ARN holds; empty when neither is set."""
        return value if value or not arn else self._read(arn)

    def _read(self, arn: str) -> str:
        from aws_lambda_powertools.utilities.parameters.exceptions import GetParameterError

        with translated():
            try:
                return str(self.provider.get(arn, max_age=MAX_AGE_SECONDS))
            except GetParameterError as failed:  # it hides the client's error, which we translate
                raise (failed.__context__ or failed) from None

    @cached_property
    def provider(self) -> "SecretsProvider":
        """Powertools' cache. It is loaded late: most functions have no secret."""
        from aws_lambda_powertools.utilities.parameters import SecretsProvider

        return SecretsProvider(boto3_client=self._make_client())

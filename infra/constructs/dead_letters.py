"""Where events lie that nobody could handle: one queue for each function that is called asynchronously."""

from collections.abc import Iterable

import aws_cdk as cdk
from aws_cdk import aws_sqs as sqs
from constructs import Construct

from infra.constructs.functions import camel
from infra.dead_letters import queue_name

KEPT_DAYS = 14


class DeadLetters(Construct):
    """Queues by the function whose events they hold: what the rule could not deliver, and what the function refused."""

    def __init__(self, scope: Construct, id: str, *, prefix: str, names: Iterable[str]) -> None:
        super().__init__(scope, id)
        self.queues = {
            name: sqs.Queue(
                self, camel(name), queue_name=queue_name(prefix, name), enforce_ssl=True,
                encryption=sqs.QueueEncryption.SQS_MANAGED, retention_period=cdk.Duration.days(KEPT_DAYS),
            )
            for name in names
        }  # fmt: skip

"""Dead letters on the embedded AWS: a function that keeps failing leaves its event, a replay hands it over again."""

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from devkit.fakes.samples import zipped
from infra.dead_letters import ASYNCHRONOUS, queue_name
from infra.replay import main
from local.emulator.emulator import Emulator
from tests.support.aws.ministack import ministack
from toolchain.aws import LIVE

STACK = "Replayed"
CODE = zipped(
    {
        "handler.py": """
import json, os
def handler(event, context):
    if os.environ["WORKS"] == "no" or event.get("detail", {}).get("poison"):
        raise RuntimeError("the table does not answer")
    return {"handled": True}
"""
    }
)


@pytest.fixture(scope="module")
def aws(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Emulator]:
    with ministack(tmp_path_factory.mktemp("aws")) as emulator:
        client, sqs = emulator.client("lambda"), emulator.client("sqs")
        for name in ASYNCHRONOUS:
            url = sqs.create_queue(QueueName=queue_name(STACK, name))["QueueUrl"]
            arn = sqs.get_queue_attributes(QueueUrl=url, AttributeNames=["QueueArn"])["Attributes"]["QueueArn"]
            client.create_function(
                FunctionName=f"{STACK}-{name}", Runtime="python3.13", Role="arn:aws:iam::000000000000:role/test",
                Handler="handler.handler", Code={"ZipFile": CODE}, Environment={"Variables": {"WORKS": "yes"}},
                DeadLetterConfig={"TargetArn": arn},
            )  # fmt: skip
            version = client.publish_version(FunctionName=f"{STACK}-{name}")["Version"]
            client.create_alias(FunctionName=f"{STACK}-{name}", Name=LIVE, FunctionVersion=version)
        yield emulator


def works(aws: Emulator, name: str, answer: str) -> None:
    client, function = aws.client("lambda"), f"{STACK}-{name}"
    client.update_function_configuration(FunctionName=function, Environment={"Variables": {"WORKS": answer}})
    version = client.publish_version(FunctionName=function)["Version"]
    client.update_alias(FunctionName=function, Name=LIVE, FunctionVersion=version)


def put(aws: Emulator, name: str, detail: dict[str, Any]) -> None:
    """As EventBridge leaves what it could not hand over."""
    sqs = aws.client("sqs")
    attributes = {"ERROR_MESSAGE": "Rate exceeded", "RULE_ARN": "arn:aws:events:us-east-1:000000000000:rule/r"}
    sqs.send_message(
        QueueUrl=url(aws, name),
        MessageBody=json.dumps({"detail-type": "It ended", "detail": detail}),
        MessageAttributes={key: {"DataType": "String", "StringValue": value} for key, value in attributes.items()},
    )


def url(aws: Emulator, name: str) -> str:
    return str(aws.client("sqs").get_queue_url(QueueName=queue_name(STACK, name))["QueueUrl"])


def lying(aws: Emulator, name: str) -> int:
    answer = aws.client("sqs").get_queue_attributes(
        QueueUrl=url(aws, name), AttributeNames=["ApproximateNumberOfMessages"]
    )
    return int(answer["Attributes"]["ApproximateNumberOfMessages"])


def run(aws: Emulator, *arguments: str) -> int:
    return main(["--stack", STACK, *arguments], clients=aws.client)


def test_what_is_handled_is_gone_and_what_is_not_stays(aws: Emulator, capsys: pytest.CaptureFixture[str]) -> None:
    for number in range(12):
        put(aws, "run_ended", {"name": f"run_{number}-0", "status": "FAILED"})
    put(aws, "worker_done", {"build-id": "bld_1", "poison": True})
    assert run(aws, "--dry-run") == 1
    said = capsys.readouterr().out
    assert "run_11-0 FAILED" in said and "because: Rate exceeded" in said and "13 dead letters, 0 handled" in said
    assert (lying(aws, "run_ended"), lying(aws, "worker_done")) == (12, 1), "a dry run leaves everything to be seen"
    assert run(aws) == 1
    said = capsys.readouterr().out
    assert "13 dead letters, 12 handled, 1 left" in said and "failed again" in said and "does not answer" in said
    assert (lying(aws, "run_ended"), lying(aws, "worker_done")) == (0, 1)
    assert run(aws, "--function", "run_ended") == 0
    aws.client("sqs").purge_queue(QueueUrl=url(aws, "worker_done"))


def test_a_function_that_keeps_failing_leaves_its_event_for_the_day_it_works(aws: Emulator) -> None:
    works(aws, "sweeper", "no")
    event = {"detail-type": "Scheduled Event", "detail": {}}
    aws.client("lambda").invoke(
        FunctionName=f"{STACK}-sweeper:{LIVE}", InvocationType="Event", Payload=json.dumps(event).encode()
    )
    until = time.monotonic() + 120
    while lying(aws, "sweeper") == 0 and time.monotonic() < until:
        time.sleep(0.2)
    assert lying(aws, "sweeper") == 1
    assert run(aws, "--function", "sweeper") == 1
    works(aws, "sweeper", "yes")
    assert run(aws, "--function", "sweeper") == 0
    assert lying(aws, "sweeper") == 0


def test_nobody_types_a_queue_that_does_not_exist(aws: Emulator, tmp_path: Path) -> None:
    with pytest.raises(SystemExit):
        run(aws, "--function", "api")

"""`python -m infra.replay [--dry-run] [--function NAME] [--stack NAME]`: hands dead letters to their functions again.

Lists what lies in each queue and why, calls the version at work with the same event, and deletes what it handled. What
fails again stays where it is, with its new reason. Handling an event twice does no harm. Run it with an operator's
credentials, once the cause is repaired; the exit code is 1 while something is left.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from infra.dead_letters import ASYNCHRONOUS, queue_name
from toolchain.aws import LIVE, Clients, in_one_line, own_clients

HIDDEN_SECONDS = 900
"""While we work on them, nobody else sees the letters; afterwards what is left is put back at once."""
SHOWN = 160
REASONS = ("ERROR_MESSAGE", "ErrorMessage", "ERROR_CODE", "ErrorCode")


@dataclass(frozen=True)
class Letter:
    """One event that was not handled."""

    id: str
    handle: str
    body: str
    reason: str
    sent_ms: int

    @property
    def about(self) -> str:
        try:
            event = json.loads(self.body)
        except ValueError:
            return self.body[:SHOWN]
        detail = event.get("detail") or {}
        words = (event.get("detail-type", "?"), detail.get("name") or detail.get("build-id"), detail.get("status"))
        return " ".join(str(word) for word in words if word)[:SHOWN]


@dataclass(frozen=True)
class Outcome:
    """How many letters a queue had, and how many of them were handled now."""

    found: int
    handled: int


def letters(sqs: Any, url: str) -> Iterator[Letter]:
    """Every message that lies there now, each once."""
    seen: set[str] = set()
    while True:
        answer = sqs.receive_message(
            QueueUrl=url, MaxNumberOfMessages=10, VisibilityTimeout=HIDDEN_SECONDS, WaitTimeSeconds=1,
            MessageAttributeNames=["All"], AttributeNames=["SentTimestamp"],
        )  # fmt: skip
        fresh = [each for each in answer.get("Messages", []) if each["MessageId"] not in seen]
        if not fresh:
            return
        seen.update(each["MessageId"] for each in fresh)
        yield from map(letter_of, fresh)


def letter_of(message: dict[str, Any]) -> Letter:
    """EventBridge and Lambda name the error in attributes of different spelling."""
    attributes = {name: each.get("StringValue", "") for name, each in message.get("MessageAttributes", {}).items()}
    reason = next((attributes[name] for name in REASONS if attributes.get(name)), "unknown")
    sent = int(message.get("Attributes", {}).get("SentTimestamp", 0))
    return Letter(message["MessageId"], message["ReceiptHandle"], message["Body"], reason, sent)


def deliver(client: Any, function: str, letter: Letter) -> str:
    """Empty when the function handled it, else what it said."""
    answer = client.invoke(FunctionName=function, InvocationType="RequestResponse", Payload=letter.body.encode())
    said = answer["Payload"].read().decode("utf-8", "replace")
    return said[:SHOWN] if "FunctionError" in answer else ""


def replay(function: str, *, stack: str, sqs: Any, client: Any, dry_run: bool) -> Outcome:
    """Go through one queue, oldest first."""
    url = sqs.get_queue_url(QueueName=queue_name(stack, function))["QueueUrl"]
    waiting = sorted(letters(sqs, url), key=lambda letter: letter.sent_ms)
    handled = 0
    for letter in waiting:
        print(f"{function}  {letter.id}  {letter.about}\n    because: {letter.reason[:SHOWN]}")
        error = "" if dry_run else deliver(client, f"{stack}-{function}:{LIVE}", letter)
        if dry_run or error:
            print(f"    failed again: {error}" if error else "    left (dry run)")
            sqs.change_message_visibility(QueueUrl=url, ReceiptHandle=letter.handle, VisibilityTimeout=0)
            continue
        sqs.delete_message(QueueUrl=url, ReceiptHandle=letter.handle)
        handled += 1
        print("    handled")
    return Outcome(len(waiting), handled)


def main(arguments: Sequence[str] | None = None, *, clients: Clients | None = None) -> int:
    """0 when nothing is left."""
    parser = argparse.ArgumentParser(prog="python -m infra.replay", description=__doc__)
    parser.add_argument("--stack", default="ChatBuilder", help="another deployment than ChatBuilder")
    parser.add_argument("--function", choices=ASYNCHRONOUS, action="append", help="only this one's letters")
    parser.add_argument("--dry-run", action="store_true", help="only list what lies there")
    options = parser.parse_args(arguments)
    of = clients or own_clients()
    sqs, client = of("sqs"), of("lambda")
    done = [
        replay(name, stack=options.stack, sqs=sqs, client=client, dry_run=options.dry_run)
        for name in options.function or ASYNCHRONOUS
    ]
    found, handled = sum(each.found for each in done), sum(each.handled for each in done)
    print(f"{found} dead letters, {handled} handled, {found - handled} left")
    return 0 if found == handled else 1


if __name__ == "__main__":
    sys.exit(in_one_line(main))

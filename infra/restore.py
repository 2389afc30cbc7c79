"""`python -m infra.restore --to NAME [--at TIME] [--stack NAME]`: the table as it was at a moment, under a new name.

Restores with point-in-time recovery beside the table in use, waits for it, gives the copy what a restore leaves out
(expiry of items, point-in-time recovery, protection from deletion), and prints how to look at it and how to use it.
Changes nothing about the stack. docs/recovery.md has the whole story.
"""

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any

from toolchain.aws import Clients, in_one_line, own_clients, stack_outputs

TTL = "ttl"
POLL_SECONDS = 10.0


def restore_table(
    dynamodb: Any, *, source: str, target: str, at: datetime | None, sleep: Callable[[float], object] = time.sleep
) -> str:
    """The new table's name, once it is ready to be used. Calling it again goes on where it was cut off."""
    moment = {"RestoreDateTime": at} if at else {"UseLatestRestorableTime": True}
    if status(dynamodb, target) is None:
        dynamodb.restore_table_to_point_in_time(SourceTableName=source, TargetTableName=target, **moment)
    while status(dynamodb, target) != "ACTIVE":
        sleep(POLL_SECONDS)
    complete(dynamodb, target)
    return target


def complete(dynamodb: Any, table: str) -> None:
    """What a restored table does not have from its source."""
    kept = dynamodb.describe_time_to_live(TableName=table)["TimeToLiveDescription"]["TimeToLiveStatus"]
    if kept not in ("ENABLED", "ENABLING"):
        expiry = {"Enabled": True, "AttributeName": TTL}
        dynamodb.update_time_to_live(TableName=table, TimeToLiveSpecification=expiry)
    dynamodb.update_continuous_backups(
        TableName=table, PointInTimeRecoverySpecification={"PointInTimeRecoveryEnabled": True}
    )
    dynamodb.update_table(TableName=table, DeletionProtectionEnabled=True)


def status(dynamodb: Any, table: str) -> str | None:
    """The table's state, or None when there is no such table."""
    try:
        return str(dynamodb.describe_table(TableName=table)["Table"]["TableStatus"])
    except dynamodb.exceptions.ResourceNotFoundException:
        return None


def moment(text: str) -> datetime:
    """`2026-11-22T06:15:00Z`; without a zone it is UTC."""
    given = datetime.fromisoformat(text.replace("Z", "+00:00"))
    return given if given.tzinfo else given.replace(tzinfo=UTC)


def main(arguments: Sequence[str] | None = None, *, clients: Clients | None = None) -> int:
    """0 when the table is there."""
    parser = argparse.ArgumentParser(prog="python -m infra.restore", description=__doc__)
    parser.add_argument("--to", required=True, metavar="NAME", help="the new table")
    parser.add_argument("--at", type=moment, metavar="TIME", help="2026-11-22T06:15:00Z; the latest moment without it")
    parser.add_argument("--source", metavar="TABLE", help="another table than the one the stack uses")
    parser.add_argument("--stack", default="ChatBuilder", help="another deployment than ChatBuilder")
    options = parser.parse_args(arguments)
    of = clients or own_clients()
    source = options.source or stack_outputs(of("cloudformation"), options.stack)["TableName"]
    restore_table(of("dynamodb"), source=source, target=options.to, at=options.at)
    print(f"{options.to} holds what {source} held. Nothing uses it yet.")
    print(f"look:  python -m infra.check_data --table {options.to} --stack {options.stack}")
    print(f'use:   make deploy ARGS="--table {options.to}"      (back again: --table "")')
    return 0


if __name__ == "__main__":
    sys.exit(in_one_line(main))

"""A place in a project's feed, as the id that a client sends back to go on from there."""

import re
from collections.abc import Mapping
from typing import NamedTuple

_MOST_RUNS = 10
_ID = r"(?:[a-z]{2,4}_[0-9a-z]{26}|-)"
_RUN = rf"{_ID}\.[0-9]{{1,6}}\.[0-9]{{1,6}}"
_TEXT = re.compile(rf"({_ID})~({_ID})~((?:{_RUN}(?:,{_RUN}){{0,{_MOST_RUNS - 1}}})?)(~f)?\Z")


class Seen(NamedTuple):
    """What was shown of a run that goes on: a number of messages, and the iteration it had come to."""

    messages: int
    iteration: int


class FeedPlace(NamedTuple):
    """The draft that was shown, the newest run that was, and how far the runs were that had not ended.

    `failed`: that the draft's page fails was shown too.
    """

    draft: str | None
    newest: str
    runs: Mapping[str, Seen]
    failed: bool = False

    @property
    def name(self) -> str:
        """As an event id; of more than ten runs that go on, the newest ten."""
        runs = sorted(self.runs.items())[-_MOST_RUNS:]
        runs_part = ",".join(f"{run}.{seen.messages}.{seen.iteration}" for run, seen in runs)
        return f"{self.draft or '-'}~{self.newest or '-'}~{runs_part}{'~f' if self.failed else ''}"


NOWHERE = FeedPlace(None, "", {})
"""Of an id that names no place."""


def read_place(name: str | None) -> FeedPlace | None:
    """The place that an id names, or None when it is no id of a feed."""
    found = _TEXT.match(name or "")
    if found is None:
        return None
    draft, newest, runs_part, failed = (("" if part in ("-", None) else part) for part in found.groups())
    parts = (run.split(".") for run in runs_part.split(",") if run)
    runs = {run: Seen(int(messages), int(at)) for run, messages, at in parts}
    return FeedPlace(draft or None, newest, runs, failed != "")

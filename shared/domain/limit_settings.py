"""A deployment's limits, each a line such as `day=20,month=200`: what may be said, and what is refused in words."""

import re
from collections.abc import Mapping
from typing import NamedTuple


class Range(NamedTuple):
    """The field of `Limits` that a name sets, and the numbers that it may have, in `unit`s of the field."""

    field: str
    least: int
    most: int
    unit: int = 1


_KB, _MB = 1024, 1024**2
FILES: Mapping[str, Range] = {
    "files": Range("files", 10, 2_000),
    "text_kb": Range("text_file_bytes", 64, 1_024, _KB),
    "binary_kb": Range("binary_file_bytes", 64, 5_120, _KB),
    "project_kb": Range("project_bytes", 256, 20_480, _KB),
}
WORKER: Mapping[str, Range] = {
    "seconds": Range("worker_seconds", 10, 600),
    "command_seconds": Range("worker_command_seconds", 10, 300),
    "memory_mb": Range("worker_memory_bytes", 512, 6_144, _MB),
    "processes": Range("worker_processes", 64, 1_024),
    "dist_mb": Range("dist_bytes", 1, 100, _MB),
    "dist_files": Range("dist_files", 10, 5_000),
}
_PATTERNS: Mapping[str, tuple[re.Pattern[str], str]] = {
    "budgets": (
        re.compile(r"(day|month)=(none|\d+(\.\d+)?)|(day|month)_tokens=(none|\d+)"),
        "`day=20,month=200,day_tokens=4000000,month_tokens=40000000`, or `none` for no cap",
    ),
    "builds": (
        re.compile(r"at_once=[1-9]\d*|(day|month)=(none|\d+)"),
        "`at_once=2,day=14400,month=144000`: builds, and seconds or `none` for no cap",
    ),
    "run_caps": (
        re.compile(r"(calls|tokens|seconds)=[1-9]\d*|dollars=(?!0+(\.0+)?$)\d+(\.\d+)?"),
        "`calls=60,tokens=1500000,dollars=4,seconds=3600`: what one run may spend",
    ),
    "rate_limits": (
        re.compile(r"(chat|tools|person|tenant|at_once)=[1-9]\d*"),
        "`chat=10,tools=60,person=60,tenant=300,at_once=4`: requests a minute, and costly ones of a tenant at once",
    ),
    "stream_limits": (
        re.compile(r"(person|tenant|run)=[1-9]\d*"),
        "`person=10,tenant=50,run=3`: streams open at the same time",
    ),
}
_RANGES: Mapping[str, Mapping[str, Range]] = {"file_limits": FILES, "worker_limits": WORKER}
NAMES = (*_PATTERNS, *_RANGES)


def refuse_unreadable(name: str, text: str) -> None:
    """ValueError where the setting `name` is a line that no function could do what it says with."""
    if name in _RANGES:
        read_ranges(name, text)
        return
    pattern, form = _PATTERNS[name]
    if not all(pattern.fullmatch(part) for part in text.split(",") if part):
        raise ValueError(f"{name} is {form}")


def read_ranges(name: str, text: str) -> dict[str, int]:
    """The fields of `Limits` that `file_limits` or `worker_limits` set; ValueError with what may be said."""
    known = _RANGES[name]
    return dict(_field(name, part, known) for part in text.split(",") if part)


def _field(name: str, part: str, known: Mapping[str, Range]) -> tuple[str, int]:
    key, _, number = part.partition("=")
    one = known.get(key)
    if one is None or not re.fullmatch(r"[0-9]{1,9}", number) or not one.least <= int(number) <= one.most:
        said = ", ".join(f"{key}={each.least} to {each.most}" for key, each in known.items())
        raise ValueError(f"{name} is one or more of {said}")
    return one.field, int(number) * one.unit

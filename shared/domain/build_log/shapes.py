"""What tools print on a line or two, each one expression: tsc, svelte-check, vite, rolldown, esbuild, Node, the shell.

The names of an expression's groups are those of a finding. `zero` is a column that counts from 0, `caret` the space
before a caret, `word` what a message of our own words is about.
"""

import json
import re
from typing import NamedTuple

from shared.domain.build_log.lines import Lines, Read, finding, one_based
from shared.domain.diagnostics import Severity

_WINDOW = 24
_SVELTE_URL = re.compile(r"https://svelte\.dev/e/(\w+)")
_NO_PROGRAM = "The script in package.json names a program that no declared package brings."


class Shape(NamedTuple):
    """`pattern` is matched from the start of a line on. `code`: where it names none, or its beginning ("svelte/")."""

    pattern: re.Pattern[str]
    code: str = ""
    message: str = ""
    path: str | None = None
    hint: str | None = None
    severity: Severity = "error"


def _shape(
    pattern: str,
    code: str = "",
    message: str = "",
    *,
    path: str | None = None,
    hint: str | None = None,
    severity: Severity = "error",
) -> Shape:
    return Shape(re.compile(pattern, re.MULTILINE), code, message, path, hint, severity)


SHAPES = (
    _shape(
        r"(?P<path>\S.{0,300}?)[(:](?P<line>\d+)[,:](?P<column>\d+)(?:\):| -) (?P<severity>error|warning) "
        r"(?P<code>TS\d+): (?P<message>.+)(?:\n(?P<hint>  .*\S.*)){0,20}"
    ),
    _shape(r"error (?P<code>TS\d+): (?P<message>.+)"),
    _shape(
        r'\d+ (?P<severity>ERROR|WARNING) "(?P<path>[^"\n]+)" (?P<line>\d+):(?P<column>\d+) (?P<message>".*")$',
        "svelte",
    ),
    _shape(
        r"(?P<path>/\S+):(?P<line>\d+):(?P<column>\d+)\n(?P<severity>Error|Warn): (?P<message>.+?)"
        r"(?: \((?P<code>ts|js|svelte|css|postcss|scss)\))?$(?:\nhttps://svelte\.dev/e/\w+)?",
        "svelte",
    ),
    _shape(r"No test files found, exiting with code 1", "NO_TESTS", "No test files were found."),
    _shape(r"\[(?P<code>[A-Z][A-Z_]{3,40})\] (?P<message>.+)"),
    _shape(
        r'.*Rolldown failed to resolve import "(?P<word>[^"\n]+)" from "(?P<path>[^"\n]+)"',
        "UNRESOLVED_IMPORT",
        'Could not resolve "{}".',
    ),
    _shape(
        r"\[builtin:[\w-]+\] plugin `[^`\n]+` threw an error\n(?:\n|Caused by.*\n){0,4}"
        r'\s*\d+: Failed to load tsconfig "(?P<path>[^"\n]+)".*message: "(?P<message>[^"\n]+)", '
        r"line: (?P<line>\d+), column: (?P<zero>\d+)",
        "TSCONFIG",
    ),
    _shape(
        r"\[builtin:(?P<code>[\w-]+)\] plugin `[^`\n]+` threw an error(?:\n|\nCaused by.*){0,4}\n(?P<message>.*\S.*)"
    ),
    _shape(
        r"(?:.* )?failed to load config from (?P<path>/\S+)\n(?:.*\n)?"
        r"\w*Error(?: \[\w+\])?: (?!Build failed with)(?P<message>.+)",
        "CONFIG_ERROR",
    ),
    _shape(
        r"Unable to parse HTML; (?P<message>.+)\n.* at (?P<path>/\S+):(?P<line>\d+):(?P<column>\d+)$",
        "HTML",
        severity="warning",
    ),
    _shape(
        r"(?:\S+(?: [AP]M)? )?\[vite-plugin-svelte\] (?P<path>\S+\.svelte):(?P<line>\d+):(?P<zero>\d+) (?P<message>.+)"
        r"(?:\nhttps://svelte\.dev/e/\w+)?",
        "svelte",
        severity="warning",
    ),
    _shape(
        r"(?P<word>\S+) referenced in \S+ didn't resolve at build time",
        "UNRESOLVED_ASSET",
        "{} was not found.",
        severity="warning",
    ),
    _shape(
        r"[✘▲] \[(?P<severity>ERROR|WARNING)\] (?P<message>.+?)(?: \[(?P<rule>[\w:-]+)\])?$"
        r"(?:\n(?:.*\n)?    (?P<path>\S+?):(?P<line>\d+):(?P<zero>\d+):$)?",
        "esbuild",
    ),
    _shape(
        r"(?P<path>(?:file://)?/project/\S+):(?P<line>\d+)\n(?P<shown>.*)\n(?:.*\n)?(?P<caret> *)\^+ *\n(?:.*\n){0,8}?"
        r"(?:Uncaught )?(?P<kind>\w*Error)(?: \[(?P<code>\w+)\])?: (?P<message>.+)(?:\n\s*at .*){0,12}"
    ),
    _shape(
        r"sh: (?:\d+|line \d+): (?P<word>[\w@./-]+): (?:command )?not found$",
        "COMMAND_NOT_FOUND",
        "{}: not found",
        path="package.json",
        hint=_NO_PROGRAM,
    ),
    _shape(r"FATAL ERROR: .*JavaScript heap out of memory", "OUT_OF_MEMORY", "Node ran out of memory."),
)


def read_shape(lines: Lines, at: int) -> Read | None:
    """The first expression that fits the lines from here on."""
    window = "\n".join(lines[at : at + _WINDOW])
    for shape in SHAPES:
        if found := shape.pattern.match(window):
            return _read(shape, found, at)
    return None


def _read(shape: Shape, found: re.Match[str], at: int) -> Read:
    groups = found.groupdict()
    caret, word = groups.get("caret"), groups.get("word")
    column = groups.get("column") or (len(caret) + 1 if caret is not None else one_based(groups.get("zero")))
    item = finding(
        _code(shape, found),
        shape.message.format(word) if shape.message else _words(groups["message"]),
        groups.get("path") or shape.path,
        groups.get("line"),
        column,
        severity="warning" if (groups.get("severity") or "").lower().startswith("warn") else shape.severity,
        hint=groups.get("hint") or shape.hint,
        shown=groups.get("shown"),
    )
    return Read((item,), at + found[0].count("\n") + 1)


def _code(shape: Shape, found: re.Match[str]) -> str:
    url = _SVELTE_URL.search(found[0]) if shape.code == "svelte" else None
    if url:
        return f"svelte/{url[1]}"
    groups = found.groupdict()
    if groups.get("rule"):
        return f"{shape.code}/{groups['rule']}"
    return groups.get("code") or groups.get("kind") or shape.code


def _words(message: str) -> str:
    """The first line of what is a text, or a text as JSON."""
    try:
        return str(json.loads(message)).partition("\n")[0] if message.startswith('"') else message
    except ValueError:
        return message.strip('"')

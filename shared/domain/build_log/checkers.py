"""Readers of what checkers print: tsc and vue-tsc, svelte-check, vitest."""

import json
import re
from itertools import takewhile

from shared.domain.build_log.lines import Finding, Lines, Read, finding, is_frame, one_based

_TSC = re.compile(r"(\S.{0,300}?)\((\d+),(\d+)\): (error|warning) (TS\d+): (.+)")
_TSC_PRETTY = re.compile(r"(\S.{0,300}?):(\d+):(\d+) - (error|warning) (TS\d+): (.+)")
_TSC_GLOBAL = re.compile(r"error (TS\d+): (.+)")
_TSC_LINES = 20

_SVELTE_PLACE = re.compile(r"(/\S+):(\d+):(\d+)$")
_SVELTE_SAYS = re.compile(r"(Error|Warn): (.+?)(?: \((ts|js|svelte|css|postcss|scss)\))?$")
_SVELTE_MACHINE = re.compile(r'\d+ (ERROR|WARNING) "([^"]+)" (\d+):(\d+) (".*")$')
_SVELTE_URL = re.compile(r"https://svelte\.dev/e/(\w+)")

_VITEST_FAIL = re.compile(r" FAIL  (\S+)(?: > (.+)| \[ .+ \])$")
_VITEST_UNHANDLED = re.compile(r"⎯+ (Uncaught Exception|Unhandled Rejection|Unhandled Error) ⎯+$")
_VITEST_FRAME = re.compile(r" ❯ (?:.* )?([^\s:]+):(\d+):(\d+)$")
_VITEST_STACK = re.compile(r" ❯ ")
_VITEST_FILE = re.compile(r"  File: (/\S+?):(\d+):(\d+)$")
_VITEST_END = re.compile(r"⎯{5,}|This error originated in")
_VITEST_LINES = 120
_VITEST_CHARACTERS = 2_000
_VITEST_NONE = re.compile(r"No test files found, exiting with code 1")
_BOX = re.compile(r"\s*╭─\[")


def read_tsc(lines: Lines, at: int) -> Read | None:
    """A finding of the TypeScript compiler, plain or pretty, with the reasons indented below it."""
    found = _TSC.match(lines[at]) or _TSC_PRETTY.match(lines[at])
    if found is None:
        whole = _TSC_GLOBAL.match(lines[at])
        return Read((finding(whole[1], whole[2]),), at + 1) if whole else None
    end = at + 1
    while end < min(at + _TSC_LINES, len(lines)) and lines[end].startswith("  ") and lines[end].strip():
        end += 1
    reasons = lines[at + 1 : end]
    item = finding(
        found[5],
        found[6],
        found[1],
        found[2],
        found[3],
        severity="error" if found[4] == "error" else "warning",
        hint=reasons[-1] if reasons else None,
    )
    return Read((item,), end)


def read_svelte_check(lines: Lines, at: int) -> Read | None:
    """A finding of svelte-check, for people or for machines."""
    if machine := _SVELTE_MACHINE.match(lines[at]):
        return Read((_machine_finding(machine),), at + 1)
    place = _SVELTE_PLACE.match(lines[at])
    says = _SVELTE_SAYS.match(lines[at + 1]) if place and at + 1 < len(lines) else None
    if place is None or says is None:
        return None
    url = _SVELTE_URL.match(lines[at + 2]) if at + 2 < len(lines) else None
    code = f"svelte/{url[1]}" if url else says[3] or "svelte"
    severity = "error" if says[1] == "Error" else "warning"
    item = finding(code, says[2], place[1], place[2], place[3])
    return Read((Finding(item.diagnostic.model_copy(update={"severity": severity})),), at + 2)


def _machine_finding(found: re.Match[str]) -> Finding:
    try:
        text = str(json.loads(found[5]))
    except ValueError:
        text = found[5].strip('"')
    message, _, rest = text.partition("\n")
    url = _SVELTE_URL.search(rest)
    code = f"svelte/{url[1]}" if url else "svelte"
    item = finding(code, message, found[2], found[3], found[4])
    severity = "error" if found[1] == "ERROR" else "warning"
    return Finding(item.diagnostic.model_copy(update={"severity": severity}))


def read_vitest(lines: Lines, at: int) -> Read | None:
    """A failed test, a test file that could not be loaded, or an error nobody caught."""
    if _VITEST_NONE.match(lines[at]):
        return Read((finding("NO_TESTS", "No test files were found."),), at + 1)
    failed, unhandled = _VITEST_FAIL.match(lines[at]), _VITEST_UNHANDLED.match(lines[at])
    if failed is None and unhandled is None:
        return None
    end = at + 1
    while end < min(at + _VITEST_LINES, len(lines)) and not _ends_test(lines[end]):
        end += 1
    body = lines[at + 1 : end]
    framed = next((index for index, line in enumerate(body) if _BOX.match(line)), None)
    if framed is not None:
        return Read((), at + framed)
    name = failed[2] if failed else None
    code = "TEST_FAILED" if name else "TEST_ERROR"
    path, line, column = _place(body) or (failed[1] if failed else None, None, None)
    said = _message(body, whole=name is not None)
    return Read((finding(code, f"{name}: {said}" if name else said, path, line, column),), end)


def _message(body: Lines, *, whole: bool) -> str:
    """The first line; of a failed test also what it compared, or the page it looked at, up to the place."""
    words = list(takewhile(lambda line: not _VITEST_STACK.match(line), body))
    text = "\n".join(line for line in (words if whole else body) if line.strip())
    return text[:_VITEST_CHARACTERS] if whole else text.partition("\n")[0]


def _ends_test(line: str) -> bool:
    return bool(_VITEST_FAIL.match(line) or _VITEST_END.match(line))


def _place(body: Lines) -> tuple[str, str, int | None] | None:
    for line in body:
        if found := _VITEST_FILE.match(line):
            return found[1], found[2], one_based(found[3])
        frame = None if is_frame(line) else _VITEST_FRAME.match(line)
        if frame and not frame[1].startswith(("node_modules/", "node:")):
            return frame[1], frame[2], int(frame[3])
    return None


READERS = (read_tsc, read_svelte_check, read_vitest)

"""Fails when a new status could be forgotten somewhere, or a status is written as a bare string: `make check`.

Every enum of status gets a made-up member, and one run of the type checker must name each place of `PLACES`, and no
other: the `match` statements that decide what a status means. In the same run the enums are no strings, so that a
comparison with one does not type-check. All of that happens in copies: `--shadow-file` and a cache of its own.
"""

import ast
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DOMAIN = ROOT / "shared" / "domain"
MADE_UP = "MADE_UP"
FIELDS = {"status", "build_status", "review_status", "evaluator_verdict"}
PLACES = {
    "AdditionStatus": [],
    "BlueprintStatus": [],
    "BuildOutcome": [],
    "BuildStatus": ["build_status.BuildStatus.finished", "build_status.BuildStatus.sentence"],
    "CheckStatus": ["check_status.CheckStatus.ran", "stop_at_cap._doubt"],
    "ConnectionStatus": [],
    "DiffStatus": [
        "diff_status.DiffStatus.became", "diff_status.DiffStatus.shown_as", "diff_status.DiffStatus.traits",
        "find_diff.closed",
    ],
    "ExecutionEnd": ["execution_end.ExecutionEnd.of_run"],
    "FileStatus": ["file_status.FileStatus.words"],
    "InterruptAnswer": [],
    "JobStatus": [],
    "Judgement": [],
    "NodeStatus": [],
    "ProbeStatus": [],
    "PublishStatus": [],
    "ResultStatus": [],
    "RunFilter": [],
    "RunOutcome": ["measure._counted"],
    "RunStatus": ["continue_work.kind_of", "run_status.RunStatus.outcome", "run_status.RunStatus.shown_as"],
    "SessionStatus": [],
    "ShownDiffStatus": [],
    "ShownRunStatus": [],
    "StepStatus": ["step_status.StepStatus.traits"],
    "SuiteOutcome": [],
    "TaskState": ["standing._reason", "standing._status"],
    "TaskStatus": ["change_tasks.decide"],
    "TickStatus": [],
    "WorkKind": ["work_outcome.WorkKind.by_a_person", "work_outcome.WorkKind.words"],
    "WorkOutcome": ["open_run._sentence"],
}  # fmt: skip
"""By enum: `module.function` of each place that must know all its members."""
_NAMED = re.compile(rf'(?P<file>[^:]+):(?P<line>\d+): error: .*Literal\[(?P<enum>\w+)\.{MADE_UP}\].*; expected "Never"')
_BARE = re.compile(r"[^:]+:\d+: error: Non-overlapping .*\[comparison-overlap\]")


def main() -> int:
    """0 when the type checker names what it should; else 1, and what is missing or too much, a line each."""
    with tempfile.TemporaryDirectory() as folder:
        said = type_check(Path(folder))
    named = sorted(places_in(said))
    known, product = words(), [*sources(ROOT / "shared"), *sources(ROOT / "functions")]
    wrong = [
        *differences(PLACES, named),
        *(f"a bare string: {line}" for line in said if _BARE.match(line)),
        *(f"a bare string: {found}" for source in product for found in bare_values(source, known)),
    ]
    print(*wrong or [f"{len(PLACES)} kinds of status, {len(named)} places that decide about all their words"], sep="\n")
    return 1 if wrong else 0


def type_check(folder: Path) -> list[str]:
    """What mypy says of the product with a member more in each enum."""
    if (ROOT / ".mypy_cache").is_dir():
        shutil.copytree(ROOT / ".mypy_cache", folder / "cache")
    shadows: list[str] = []
    for path in sorted(DOMAIN.rglob("*.py")):
        changed = changed_source(path.read_text())
        if changed is not None:
            shadow = folder / f"{len(shadows)}.py"
            shadow.write_text(changed)
            shadows += ["--shadow-file", str(path.relative_to(ROOT)), str(shadow)]
    command = [sys.executable, "-m", "mypy", "--cache-dir", str(folder / "cache"), *shadows]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False).stdout.splitlines()


def changed_source(source: str) -> str | None:
    """With a member more in each enum of status, or, of their base, without the string; None for other modules."""
    if "class Status(StrEnum)" in source:
        return source.replace("StrEnum", "Enum")
    lines = source.splitlines()
    for enum in kinds(source):
        last = max(each.end_lineno or 0 for each in enum.body if isinstance(each, ast.Assign))
        lines[last - 1] += f'; {MADE_UP} = "made_up"'  # on the same line, so that the others keep their numbers
    return "\n".join(lines) if kinds(source) else None


def kinds(source: str) -> list[ast.ClassDef]:
    """The enums of status in a module."""
    return [
        node
        for node in ast.parse(source).body
        if isinstance(node, ast.ClassDef) and any(ast.unparse(base) == "Status" for base in node.bases)
    ]


def places_in(said: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Each enum with a member that is not handled, and the `module.function` where it is not."""
    for found in filter(None, map(_NAMED.match, said)):
        path = ROOT / found["file"]
        yield found["enum"], f"{path.stem}.{function_at(path.read_text(), int(found['line']))}"


def function_at(source: str, line: int) -> str:
    """The function around a line, with its class; empty outside of any."""
    around = [
        node
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.ClassDef | ast.FunctionDef) and node.lineno <= line <= (node.end_lineno or 0)
    ]
    return ".".join(node.name for node in sorted(around, key=lambda node: node.lineno))


def differences(wanted: Mapping[str, Sequence[str]], named: Iterable[tuple[str, str]]) -> Iterator[str]:
    """What the list and the type checker do not agree on."""
    known = {enum.name for source in sources(DOMAIN) for enum in kinds(source)}
    yield from (f"not in PLACES: {enum}" for enum in sorted(known - wanted.keys()))
    yield from (f"no such enum: {enum}" for enum in sorted(wanted.keys() - known))
    found, listed = set(named), {(enum, place) for enum, places in wanted.items() for place in places}
    yield from (f"no longer exhaustive for {enum}: {place}" for enum, place in sorted(listed - found))
    yield from (f"not in PLACES for {enum}: {place}" for enum, place in sorted(found - listed))


def words() -> set[str]:
    members = (each for source in sources(DOMAIN) for enum in kinds(source) for each in enum.body)
    return {str(ast.literal_eval(each.value)) for each in members if isinstance(each, ast.Assign)}


def bare_values(source: str, words: Set[str]) -> Iterator[str]:
    """Words of status that stand as strings where no type checker looks: in a dictionary, or in `change`."""
    for node in ast.walk(ast.parse(source)):
        for name, value in _named(node):
            if name in FIELDS and words & set(_strings(value)):
                yield f"{name!r}: {ast.unparse(value)} (line {value.lineno})"


def _named(node: ast.AST) -> Iterator[tuple[object, ast.expr]]:
    if isinstance(node, ast.Dict):
        keys = (key.value if isinstance(key, ast.Constant) else None for key in node.keys)
        yield from zip(keys, node.values, strict=True)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "change":
        yield from ((keyword.arg, keyword.value) for keyword in node.keywords)


def _strings(value: ast.expr) -> Iterator[str]:
    """The value, or those that it chooses from."""
    if isinstance(value, ast.IfExp):
        yield from (*_strings(value.body), *_strings(value.orelse))
    if isinstance(value, ast.Constant) and isinstance(value.value, str):
        yield value.value


def sources(folder: Path) -> list[str]:
    """The modules below a folder."""
    return [path.read_text() for path in sorted(folder.rglob("*.py"))]


if __name__ == "__main__":
    sys.exit(main())

"""Diagnostics from logs that the real tools printed over really broken projects.

The logs are made by `tests/support/record_build_logs.py`; `expected.json` was read through line by line against the
broken sources. `read` is what the log alone says, `mended` the places once the project's files are at hand.
"""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.domain.build_log.read import MOST_DIAGNOSTICS, diagnostics_from_log
from shared.domain.diagnostics import Diagnostic
from tests.support.record_build_logs import CASES, CLASSIC

LOGS = Path(__file__).parent / "build_logs"
EXPECTED: dict[str, dict[str, list[str]]] = json.loads((LOGS / "expected.json").read_text("utf-8"))
NAMES = sorted(path.stem for path in LOGS.glob("*.log"))
GOOD = {"good_react", "good_svelte", "good_vitest", "plain_css_unclosed"}


def read_log(name: str) -> str:
    return (LOGS / f"{name}.log").read_text("utf-8")


def place(found: Diagnostic) -> str:
    return ":".join(str(part) for part in (found.path, found.line, found.column) if part is not None)


def as_line(found: Diagnostic) -> str:
    return f"{found.severity} {found.code} {place(found) or '-'} {found.message}"


def files_of(name: str) -> dict[str, bytes]:
    case = CASES.get(name.removeprefix(CLASSIC))
    return {path: text.encode() for path, text in case.files.items()} if case else {}


@pytest.mark.parametrize("name", NAMES)
def test_the_log_alone(name: str) -> None:
    assert [as_line(found) for found in diagnostics_from_log(read_log(name))][:8] == EXPECTED[name]["read"]


@pytest.mark.parametrize("name", NAMES)
def test_the_log_and_the_files(name: str) -> None:
    found = diagnostics_from_log(read_log(name), files_of(name))
    assert [place(item) for item in found][:8] == EXPECTED[name]["mended"]


@pytest.mark.parametrize("name", NAMES)
def test_every_failure_has_an_error_and_no_success_has_one(name: str) -> None:
    errors = [found for found in diagnostics_from_log(read_log(name)) if found.severity == "error"]
    warned_only = name in ("vite_html", "css_missing_url", "svelte_warnings", "oxlint")
    assert bool(errors) == (name not in GOOD and not warned_only)


@pytest.mark.parametrize("name", NAMES)
def test_nothing_of_the_sandbox_is_told(name: str) -> None:
    for found in diagnostics_from_log(read_log(name)):
        words = f"{found.message} {found.hint} {found.path}"
        assert "/project/" not in words and "file://" not in words and "\x1b" not in words and ".vite-temp" not in words


@pytest.mark.parametrize("name", sorted(CASES))
def test_a_mended_place_exists(name: str) -> None:
    """A line given for a file at hand is a line of it; a column may stand just past its end (a missing `}`)."""
    files = files_of(name)
    for found in diagnostics_from_log(read_log(name), files):
        if found.path in files and found.line is not None:
            lines = files[found.path].decode().split("\n")
            assert found.line <= len(lines)
            assert found.column is None or found.column <= len(lines[found.line - 1]) + 2


def test_colours_change_nothing() -> None:
    plain = read_log("vite_syntax")
    coloured = plain.replace("[builtin", "\x1b[31m[builtin").replace("Unexpected", "\x1b[1mUnexpected\x1b[22m")
    coloured = coloured.replace("╭─[ ", "\x1b[38;5;246m╭─[\x1b[0m ").replace("\n", "\r\n")
    assert coloured != plain
    assert diagnostics_from_log(coloured) == diagnostics_from_log(plain)


def test_the_same_finding_is_told_once() -> None:
    log = read_log("tsc_types")
    assert diagnostics_from_log(log + log) == diagnostics_from_log(log)


def test_the_number_is_bounded_and_errors_come_first() -> None:
    warnings = "".join(f"src/a.ts({line},1): warning TS1: later\n" for line in range(1, 100))
    errors = "".join(f"src/a.ts({line},1): error TS1: first\n" for line in range(1, 40))
    found = diagnostics_from_log(warnings + errors)
    assert len(found) == MOST_DIAGNOSTICS
    assert [item.severity for item in found[:39]] == ["error"] * 39


@pytest.mark.parametrize(
    "given_path",
    [
        "/etc/passwd",
        "../x.ts",
        "/project/../x.ts",
        "node_modules/a/b.ts",
        "/project/node_modules/a.ts",
        "node:fs",
        "a b\x00.ts",
    ],
)
def test_a_place_outside_of_the_project_is_no_place(given_path: str) -> None:
    found = diagnostics_from_log(f"{given_path}(1,2): error TS1: x\n")
    assert [item.path for item in found] in ([None], [])


def test_a_line_of_transformed_code_is_mended_to_the_real_one() -> None:
    log = "[PARSE_ERROR] Twice\n   ╭─[ src/a.tsx:5:1 ]\n   │\n 5 │ const b = 2;\n───╯\n"
    files = {"src/a.tsx": b"const b = 2;\n\n\nconst b = 2;\n"}
    assert place(diagnostics_from_log(log, files)[0]) == "src/a.tsx:4:1"
    assert place(diagnostics_from_log(log, {"src/a.tsx": b"nothing like it\n"})[0]) == "src/a.tsx"
    assert place(diagnostics_from_log(log, {"src/other.tsx": b""})[0]) == "src/a.tsx:5:1"


@given(st.sampled_from(NAMES), st.integers(0, 4000), st.integers(0, 4000), st.text(max_size=40))
def test_a_log_cut_or_garbled_anywhere_never_fails(name: str, start: int, length: int, noise: str) -> None:
    log = read_log(name)
    for found in diagnostics_from_log(log[start : start + length] + noise + log[:start], files_of(name)):
        assert found.line is None or found.line > 0
        assert found.path is None or not found.path.startswith(("/", ".."))


@pytest.mark.parametrize("name", ["vite_jsx_in_js", "classic_vite_jsx_in_js"])
def test_jsx_in_a_js_file_says_to_rename_it(name: str) -> None:
    (found,) = diagnostics_from_log(read_log(name), files_of(name))
    assert (found.path, found.line, found.hint) == ("src/Old.js", 2, "Rename the file to .jsx or .tsx")

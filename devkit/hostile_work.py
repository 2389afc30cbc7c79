"""The worst input of the largest size for each part that reads what strangers send, and what it may cost.

`steps` are those of `work_meter`, `held` is the peak of the memory that is allocated meanwhile. The test measures
both, `make bench NAME=hostile_input` prints seconds and megabytes of the same cases. Add a row for each further parser,
matcher or reader; larger groups have files of their own (`hostile_git.py`), which are joined here.
"""

import io
import itertools
import json
import random
import zipfile
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from devkit.fakes.clock import START
from devkit.fakes.samples import a_run, an_app
from devkit.hostile_case import MB, Case, Load
from devkit.hostile_files import FILE_CASES
from devkit.hostile_git import GIT_CASES
from devkit.hostile_model import MODEL_CASES
from shared.domain.brain.decision import Decision

_FILE = 256 * 1024


def _random(seed: int, letters: str, lines: int) -> str:
    choose = random.Random(seed)  # noqa: S311
    return "".join(f"{choose.choice(letters)}\n" for _ in range(lines))


# ---- patches and differences ---------------------------------------------------------------------------------------


def _patch(head: str, files: dict[str, bytes]) -> Callable[[Load], Callable[[], Any]]:
    def prepare(load: Load) -> Callable[[], Any]:
        reading, making = load("shared.domain.diffs.patch_reading"), load("shared.domain.diffs.patch_operations")
        return lambda: making.patch_operations(reading.read_patch(head), files)

    return prepare


def _parts(count: int, hunk: str) -> str:
    return f"--- a/src/a.ts\n+++ b/src/a.ts\n{hunk}" * count


def _near_miss(lines: int) -> str:
    return _parts(1, f"@@ -9,{lines + 1} +9,{lines} @@\n" + " a\n" * lines + "-b\n")


def _moved_hunks() -> str:
    return _parts(1, "".join(f"@@ -1 +1 @@\n-{number:x}\n+b\n" for number in range(0, 40_000, 2)))


def _trees(before: str, after: str) -> Callable[[Load], Callable[[], Any]]:
    def prepare(load: Load) -> Callable[[], Any]:
        diffs = load("shared.domain.diffs.changes")
        return lambda: diffs.file_changes({"src/a.ts": before.encode()}, {"src/a.ts": after.encode()})

    return prepare


def _just_below_one_percent() -> Callable[[Load], Callable[[], Any]]:
    choose = random.Random(1)  # noqa: S311
    texts = ["".join(f"{choose.randrange(101)}\n" for _ in range(9_990)) for _ in range(2)]
    return _trees(*texts)


def _merge(load: Load) -> Callable[[], Any]:
    merging = load("shared.domain.diffs.merge3")
    sides = [{"src/a.ts": _random(seed, "ab", 60_000).encode()} for seed in range(3)]
    return lambda: merging.merge_files(*sides)


def _story(load: Load) -> Callable[[], Any]:
    stories = load("shared.domain.diffs.change_story")
    sides = [{"src/a.ts": _random(seed, "ab", 60_000).encode()} for seed in range(2)]
    return lambda: stories.tell_files(*sides)


# ---- edits ---------------------------------------------------------------------------------------------------------


def _edits(files: dict[str, bytes], edits: list[tuple[str, str, bool]]) -> Callable[[Load], Callable[[], Any]]:
    def prepare(load: Load) -> Callable[[], Any]:
        operations, types = load("shared.domain.tree.operations"), load("shared.domain.tree.operation_types")
        asked = [{"old": old, "new": new, "replace_all": every} for old, new, every in edits]
        wanted = [{"op": "edit_file", "path": path, "edits": asked} for path in files]
        read = types.parse_operations(wanted)
        return lambda: _refused(lambda: operations.apply_operations(files, read))

    return prepare


def _refused(act: Callable[[], Any]) -> Any:
    """A refusal is an answer too."""
    try:
        return act()
    except Exception as error:  # each module that was brought in has classes of its own
        if not hasattr(error, "diagnostics") and not hasattr(error, "message"):
            raise
        return error


def _letters() -> list[tuple[str, str, bool]]:
    """Lines of single letters: no word of them tells the place."""
    return [(" ".join(_random(seed, "ab", 75).split()), "y", False) for seed in range(1_000, 1_040)]


def _lettered() -> bytes:
    return "\n".join(" ".join(_random(seed, "ab", 75).split()) for seed in range(490)).encode()


def _indents() -> list[str]:
    return ["".join(each) for each in itertools.product(" \t", repeat=12)]


# ---- logs, reports -------------------------------------------------------------------------------------------------


LOGS = ["x", "[plugin ", "(1,1): error TS1: ", "\u256d\u2500[ ", " \u276f a", "\x1b[", "src/a.ts(1,1): error TS1: x\n"]
LOGS += [" FAIL  a > b\n", "[plugin a]\n", "\n", "/project/a.svelte:1:1\n", "file:///project/a.js:1\n"]
LOGS += ["Error: a\n    at b\n"]
"""What a log says again and again."""


def _log(log: str, files: dict[str, bytes]) -> Callable[[Load], Callable[[], Any]]:
    def prepare(load: Load) -> Callable[[], Any]:
        return lambda: load("shared.domain.build_log.read").diagnostics_from_log(log, files)

    return prepare


def _quoting(findings: int) -> str:
    words = " ".join(f"'{number:03d}x'" for number in range(150))
    return "".join(f"src/a.css(0,1): error TS{number}: {number} {words}\n" for number in range(findings))


def _unplaced() -> str:
    return "".join(
        f"[plugin vite:css]\nError: {number} broken\n{number}  | nothing{number}\n   |  ^\n    at a\n"
        for number in range(60)
    )


def _vitest(load: Load) -> Callable[[], Any]:
    suites = [
        {
            "name": f"/project/a{number}.ts",
            "assertionResults": [{"status": "failed", "fullName": "x", "failureMessages": ["y"]}],
        }
        for number in range(20_000)
    ]
    report = json.dumps({"testResults": suites}).encode()
    return lambda: load("worker.vitest_report").summary_of(report)


# ---- tools ---------------------------------------------------------------------------------------------------------


def _tool(
    module: str, name: str, params: dict[str, Any], files: dict[str, bytes]
) -> Callable[[Load], Callable[[], Any]]:
    def prepare(load: Load) -> Callable[[], Any]:
        tool = getattr(load(f"shared.tools.{module}"), name)
        read = tool.params(**params)
        catalog = SimpleNamespace(packages={}, aliases={}, for_framework=lambda framework: [])
        workspace = SimpleNamespace(files=files, catalog=catalog, guides=None, turns=None, known=None)
        return lambda: tool.run(read, workspace)

    return prepare


def _alike_paths() -> dict[str, bytes]:
    return {f"src/{'ab' * 40}{number:04}{'ba' * 40}.ts": b"" for number in range(400)}


def _documents() -> dict[str, bytes]:
    return {f"src/{number}.md": ("# a\nb\n" * 500 + _marks(8_000)).encode() for number in range(10)}


# ---- names, manifests, archives, bodies ----------------------------------------------------------------------------


def _marks(length: int) -> str:
    return ("\u0345\u0316\u0301\u0327" * length)[:length]


def _path(load: Load) -> Callable[[], Any]:
    name = _marks(1_000_000)
    return lambda: load("shared.domain.tree.paths").path_faults(name)


def _archive(load: Load) -> Callable[[], Any]:
    into = io.BytesIO()
    with zipfile.ZipFile(into, "w") as archive:
        for number in range(20):
            archive.writestr(f"{number}{_marks(20_000)}", b"")
    return lambda: _refused(lambda: load("shared.domain.imports.zip_reading").read_zip(into.getvalue()))


def _manifest(load: Load) -> Callable[[], Any]:
    text = json.dumps(
        {"scripts": {"build": "x"}, "dependencies": {f"react-{number:x}": "1" for number in range(9_000)}}
    )
    catalog = load("shared.services.assets.load_catalog").load_catalog()
    return lambda: load("shared.domain.tree.package_rules").check_package(text, catalog)


def _import(load: Load) -> Callable[[], Any]:
    text = json.dumps({"dependencies": {f"react-{number:x}": "1" for number in range(9_000)}}).encode()
    catalog = load("shared.services.assets.load_catalog").load_catalog()
    return lambda: load("shared.domain.imports.import_package").map_package(text, catalog)


def _keys(load: Load) -> Callable[[], Any]:
    text = "{" + ",".join(f'"{number:x}":1' for number in range(25_000)) + "}"
    return lambda: load("shared.domain.text.json_places").read_json(text)


def _imports(load: Load) -> Callable[[], Any]:
    text = 'from"./a"\n' * 25_000
    files = {f"src/{number}.ts": text.encode() for number in range(20)}
    context = load("shared.services.agent.context.choose_files")
    return lambda: [context.imports_of(path, text, files) for path in files]


# ---- what a model is shown -----------------------------------------------------------------------------------------

_TEXTS = [b"<h1" * 80_000, b"export " * 35_000, b'"' * _FILE, b"let {" * 50_000, b">" + b" " * 260_000, b"aB" * 130_000]
ODD_PARTS = [
    "/*" * 2_000, "<!--" * 1_000, "defineProps<{" * 300, "export function a(" * 230, "export type A = {" * 240,
    "export const a = {\n" * 200, '"a" | ' * 700, "const {" * 600, "a?: " * 1_000, "{<(" * 1_300,
    "type A = b;\n " * 400, "\0" * 4_000,
]  # fmt: skip


def odd_kit() -> dict[str, str]:
    """Parts of an app's kit that no reader of them likes."""
    ends = ("tsx", "vue", "svelte", "ts")
    return {f"src/ui/Odd{n}.{end}": text * 2 for n, text in enumerate(ODD_PARTS) for end in ends}


def _opened(message: str, files: dict[str, bytes]) -> Callable[[Load], Callable[[], Any]]:
    """The files that a run begins with are chosen."""

    def prepare(load: Load) -> Callable[[], Any]:
        run = a_run(an_app(), message=message)
        return lambda: load("shared.services.agent.context.build_context").opening(run, files)

    return prepare


_ELEMENT = "\n\n### p\ntag: p\ntext: odd words\npath: main > p\nclasses: odd (+[ words\n"
_MINIFIED = b'<p class="odd words">odd words</p>{t.odd.words}'
_LARGEST = ("odd words and 'odd', /odd/7 (+[ " * 1_010)[: 32_000 - 4 * len(_ELEMENT)] + 4 * _ELEMENT
"""A message of the largest size: clauses, quotes, addresses and selected elements."""


def _minified() -> dict[str, bytes]:
    """Files of a megabyte in one line, which take their texts from scripts as large."""
    kinds = {"tsx": _MINIFIED, "vue": _MINIFIED, "svelte": _MINIFIED, "ts": b'odd:{words:"odd words"},'}
    head = b"".join(b'import t from"./odd%d"\n' % number for number in range(9))
    return {
        f"src/odd{n}.{end}": head + part * (1_000_000 // len(part)) for end, part in kinds.items() for n in range(2)
    }


def _many() -> dict[str, bytes]:
    """Files whose names are patterns, each of which holds texts or draws those of all others."""
    draws = b'import t from "./(+[0]*)"\nexport default () => <p className="odd">odd {t.odd.words}</p>\n'
    holds = b'export default { odd: { words: "odd words" } }\nconst routes = [{ path: "odd/:id" }]\n'
    return {f"src/(+[{n}]*).{'ts' if n % 2 else 'tsx'}": holds if n % 2 else draws for n in range(5_000)}


_ODD_DRAWN = ["<" * 90_000, ">" * 90_000, "a: {" * 20_000, 'class="' * 9_000, "{" * 90_000, "path:'" * 9_000]
_ODD_SAID = [
    "### a\n" + "tag: a\n" * 4_000, "### a\ntag: (((\nclasses: [[[ *\npath: \\\n", "/" * 30_000, "/a" * 15_000,
    "\u201e" * 9_000, ", " * 15_000, "a and " * 5_000, "Aa" * 15_000, ("ab cd" * 6 + " ") * 1_000,
]  # fmt: skip


def _oddly_drawn(load: Load) -> Callable[[], Any]:
    """Messages that no reader of clauses, addresses and elements likes, about files that no reader of markup likes."""
    files = {
        f"src/{n}.{end}": f"import t from './{n}'\n{text}".encode()
        for n, text in enumerate(_ODD_DRAWN)
        for end in ("tsx", "ts")
    }
    runs = [a_run(an_app(), message=message + _ELEMENT) for message in _ODD_SAID]
    return lambda: [load("shared.services.agent.context.build_context").opening(run, files) for run in runs]


def _kit(load: Load) -> Callable[[], Any]:
    return lambda: load("shared.domain.assets.ui_kit").kit_text(odd_kit())


# ---- certain fixes -------------------------------------------------------------------------------------------------


def _fixes(
    files: dict[str, bytes], exports: dict[str, list[str]], undeclared: list[str]
) -> Callable[[Load], Callable[[], Any]]:
    def prepare(load: Load) -> Callable[[], Any]:
        used = dict.fromkeys(files, undeclared)
        report = load("shared.domain.builds.compile_report").CompileReport(ok=True, exports=exports, undeclared=used)
        catalog = load("shared.services.assets.load_catalog").load_catalog()
        project = load("shared.domain.fixes.project").Project(files, report, catalog)
        return lambda: load("shared.domain.fixes.plan").plan_fixes(project)

    return prepare


_LINES = b"a\n" * (_FILE // 2)
# ---- what is known of a project -------------------------------------------------------------------------------------


def _pieces(load: Load) -> Callable[[], Any]:
    """A document of the largest size, in one line."""
    pieces = load("shared.domain.text.pieces")
    return lambda: list(pieces.pieces_of("a " * 2_500_000))


def _forbidden(load: Load) -> Callable[[], Any]:
    """As many forbidden words as there may be, in as much text as is looked through."""
    alignment = load("shared.domain.brain.alignment")
    decisions = [
        Decision(
            decision=f"No {'a' * 60} {number}", at=START, forbids=[f"{'a' * 20}{number}{other}" for other in range(20)]
        )
        for number in range(100)
    ]
    action = alignment.Action("file_edit", ("src/a.ts",), "a" * 200_000)
    return lambda: alignment.findings_of(action, None, decisions)


CASES: tuple[Case, ...] = (
    Case("a hunk that nearly fits everywhere", 6_000_000, _patch(_near_miss(12_000), {"src/a.ts": _LINES}), 22 * MB),
    Case("a long hunk that nearly fits", 10_000_000, _patch(_near_miss(60_000), {"src/a.ts": _LINES}), 28 * MB),
    Case("hunks that all stand elsewhere", 210_000_000, _patch(_moved_hunks(), {
        "src/a.ts": "\n".join(f"{number:x}" for number in range(40_000)).encode(),
    }), 20 * MB),
    Case("one file in many parts of a patch", 6_000_000, _patch(_parts(200, "@@ -9,2 +9,1 @@\n a\n-b\n"), {
        "src/a.ts": _LINES,
    })),
    Case("lines that repeat just under 1 %", 2_000_000, _just_below_one_percent()),
    Case("two kinds of line", 14_000_000, _trees(_random(1, "ab", 128_000), _random(2, "ab", 128_000)), 48 * MB),
    Case("every other line changed", 3_000_000, _trees(
        "".join(f"k{number}\nx{number}\n" for number in range(4_900)),
        "".join(f"k{number}\ny{number}\n" for number in range(4_900)),
    )),
    Case("all lines in the other order", 7_000_000, _trees(
        "".join(f"{number}\n" for number in range(30_000)), "".join(f"{number}\n" for number in range(30_000, 0, -1))
    ), 20 * MB),
    Case("a merge of two rewritten sides", 7_000_000, _merge, 25 * MB),
    Case("a change in words", 15_000_000, _story, 32 * MB),
    Case("40 edits that fit nowhere", 25_000_000, _edits({"src/a.ts": _lettered()}, _letters())),
    Case("a large piece that nearly fits one line", 9_000_000, _edits({"src/a.ts": b"a" * _FILE}, [
        ("a" * 5_000 + "b", "y", False),
    ])),
    Case("edits that fit nowhere, in many files", 300_000_000, _edits(
        {f"src/{number}.ts": b"ab\n" * 4_000 for number in range(100)},
        [(f"zq{number}\nq", "y", False) for number in range(20)],
    )),
    Case("edits that fit nowhere, in large files", 320_000_000, _edits(
        {f"src/{number}.ts": b"ab\n" * (_FILE // 3) for number in range(20)},
        [(f"zq{number}\nq", "y", False) for number in range(4)],
    ), 34 * MB),
    *(Case(f"an edit in a file of {name}", 8_000_000, _edits({"src/a.ts": text.encode()}, [("q\u00e9", "y", False)]))
      for name, text in {
        "marks": "a" + "\u0301\u0316" * (_FILE // 4),
        "letters of many marks": ("a" + "\u0316\u0301" * 15) * (_FILE // 64),
        "Korean syllables": ("\u1100" + "\u1161") * (_FILE // 6),
    }.items()),
    Case("a replacement for every letter", 28_000_000, _edits(
        {"src/a.ts": b"a" * _FILE}, [("a", "b" * 900_000, True)]
    )),
    Case("every letter replaced many times over", 9_000_000, _edits(
        {"src/a.ts": b"a" * _FILE}, [("a", "b" * number, True) for number in range(1, 50)]
    ), 75 * MB),
    Case("thousands of indentations", 10_000_000, _edits(
        {"src/a.ts": b"x\n" * 4_096},
        [("\n".join(f"{each}x" for each in _indents()), "\n".join(f"{each}y" for each in _indents() * 2), False)],
    )),
    Case("an indentation that grows", 18_000_000, _edits(
        {"src/a.ts": b"x\n" + b" " * 100_000 + b"x\n"}, [("x\n x", "x\n" + " " * 200_000 + "y\n" * 20_000, False)]
    )),
    Case("a block that stands in a hundred places", 21_000_000, _edits(
        {"src/a.ts": b" a\n" * 60_000}, [("a\na", "z\n" * 200_000, False)]
    )),
    Case("typographic quotes everywhere", 14_000_000, _edits(
        {"src/a.ts": "\u201c".encode() * 80_000}, [('"' * 1_000, '"' * 1_000 + "z" * 400_000, False)]
    )),
    Case("findings that quote 150 words each", 25_000_000, _log(_quoting(500), {"src/a.css": b"x\n" * 20_000})),
    *(Case(f"a log of {said!r}", 90_000_000 if said.startswith("Error") else 4_000_000, _log(
        (said * _FILE)[:_FILE], {"a.css": b"x\n" * 1_000},
    )) for said in LOGS),
    Case("findings without a file", 3_000_000, _log(_unplaced(), {f"src/{n}.css": b"x\n" * 20_000 for n in range(10)})),
    Case("a report of 20,000 failed tests", 5_000_000, _vitest),
    Case("a path that resembles all others", 1_000_000, _tool(
        "read_file", "READ_FILE", {"path": "src/" + "aabb" * 48}, _alike_paths()
    )),
    Case("a search that finds every line", 11_000_000, _tool(
        "search_code", "SEARCH_CODE", {"query": "a"}, {"src/a.ts": _LINES, "src/b.ts": _LINES}
    )),
    Case("documents of headings and marks", 4_000_000, _tool(
        "search_docs", "SEARCH_DOCS", {"query": " ".join(f"a{number}" for number in range(90))}, _documents()
    )),
    Case("a document in one line", 30_000_000, _pieces),
    Case("a hundred decisions that forbid", 10_000_000, _forbidden),
    Case("a path of combining marks", 1_000_000, _path),
    Case("an archive of such paths", 7_000_000, _archive),
    Case("9,000 packages that are not in the catalog", 4_000_000, _manifest),
    Case("an import with 9,000 such packages", 4_000_000, _import),
    Case("a JSON of one line", 3_000_000, _keys),
    Case("thousands of imports a file", 31_000_000, _imports),
    Case("odd texts in files to choose from", 25_000_000, _opened("odd let export h1 aB " * 500, {
        f"src/odd{n}.{end}": data for n, data in enumerate(_TEXTS) for end in ("tsx", "svelte", "css", "test.ts", "md")
    })),
    Case("minified files of a megabyte, a message of the largest size", 38_000_000, _opened(_LARGEST, _minified())),
    Case("5,000 files named like patterns, a message of the largest size", 32_000_000, _opened(_LARGEST, _many())),
    Case("odd messages about oddly drawn files", 82_000_000, _oddly_drawn),
    Case("mentions and imports that never end", 4_000_000, _opened("@" * 30_000 + " @" + "a." * 10_000, {
        "src/main.tsx": b"import" + b" " * 250_000, "src/App.tsx": b'from "' * 40_000,
    })),
    Case("a kit of odd parts", 2_000_000, _kit),
    Case("thousands of names that many modules export", 3_000_000, _fixes(
        {"src/App.tsx": b"export const a = 1;\n"},
        {f"src/{number}.tsx": [f"T{each:x}" for each in range(8_000)] for number in range(4)},
        [f"T{each:x}" for each in range(8_000)],
    )),
    Case("comments that never end", 2_000_000, _fixes({"src/a.ts": b"a/*" * 30_000}, {}, ["useState"])),
    Case("thousands of imports that never end", 40_000_000, _fixes(
        {"src/a.tsx": b"import a\n" * 10_000}, {}, ["useState"]
    )),
    *GIT_CASES,
    *MODEL_CASES,
    *FILE_CASES,
)  # fmt: skip

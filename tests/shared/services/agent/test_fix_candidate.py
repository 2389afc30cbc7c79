"""What is certain to be wrong is put right by the loop itself: no further call of the model, nothing hidden."""

import json
import re

import pytest

from devkit.fakes.model import Reply, call, calls
from devkit.fakes.world import World
from devkit.loop import LoopDriver
from devkit.scripted_model.replies import finish
from shared.domain.base import Files
from shared.domain.builds.compile_report import CompileReport
from shared.domain.diagnostics import Diagnostic
from shared.domain.errors import Unavailable
from shared.domain.runs.run import Run

BUTTON = "export function Button() { return null }\n"
FILES: Files = {
    "index.html": b'<!doctype html><script type="module" src="/src/main.tsx"></script>\n',
    "package.json": b'{"scripts": {"build": "vite build"}, "dependencies": {"react": "19.3.1"}}\n',
    "package-lock.json": b"{}\n",
    "src/main.tsx": b"export {}\n",
    "src/ui/Button.tsx": BUTTON.encode(),
}
WRONG_PATH = 'import { Button } from "./Button";\nButton();\n'
WRONG_ICON = 'import { Calender } from "lucide-react";\nexport const icon = <Calender />;\n'


def small_gate(files: Files) -> CompileReport:
    """Knows relative imports, bare imports and named exports of one line each, one icon, and names used undeclared."""
    texts = {path: data.decode() for path, data in files.items() if path.endswith(".tsx")}
    found = [each for path, text in texts.items() for each in _findings(path, text, files)]
    exports = {path: re.findall(r"export (?:const|function) (\w+)", text) for path, text in texts.items()}
    undeclared = {path: names for path, text in texts.items() if (names := _undeclared(text))}
    return CompileReport(ok=not found, diagnostics=found, exports=exports, undeclared=undeclared)


def _undeclared(text: str) -> list[str]:
    return [name for name in re.findall(r"(?:<|= )(Button|useState)\b", text) if f"{{ {name} }}" not in text]


def _findings(path: str, text: str, files: Files) -> list[Diagnostic]:
    declared = json.loads(files["package.json"]).get("dependencies", {})
    found = []
    for name in re.findall(r'^import .*"(.+)";$', text, re.MULTILINE):
        if name.startswith("./") and f"src/{name[2:]}.tsx" not in files:
            found.append(Diagnostic(code="LOCAL_IMPORT_UNRESOLVED", message=f'Cannot resolve "{name}"', path=path))
        if not name.startswith(".") and name not in declared:
            message = f'"{name}" is not declared in package.json'
            found.append(Diagnostic(code="BARE_IMPORT_UNDECLARED", message=message, path=path))
    if "{ Calender }" in text:
        message, hint = 'lucide-react (1.72.0) has no export "Calender"', 'Did you mean "Calendar"?'
        found.append(Diagnostic(code="PACKAGE_EXPORT_NOT_FOUND", message=message, path=path, hint=hint))
    return found


def write(content: str, path: str = "src/main.tsx") -> Reply:
    return call("write_file", path=path, content=content)


def a_loop(*replies: Reply) -> LoopDriver:
    world = World()
    world.compiler.respond = small_gate
    return LoopDriver(list(replies), world=world)


def play(loop: LoopDriver, **over: str) -> Run:
    app, _ = loop.world.make_app(FILES, tenant_id="acme", **over)
    return loop.follow(loop.start(app_id=app.id))


def committed(loop: LoopDriver, run: Run, path: str = "src/main.tsx") -> str:
    revision = loop.world.revisions.get(run.tenant_id, run.app_id, run.outcome.revision_id or "")
    return loop.world.snapshots.get(run.tenant_id, run.app_id, revision.tree)[path].decode()


@pytest.mark.parametrize(
    ("text", "path", "part"),
    [
        (WRONG_PATH, "src/main.tsx", '"./ui/Button"'),
        ('import { clsx } from "clsx";\n', "package.json", '"clsx": "2.1.1"'),
        ('import { clsx } from "clsx";\n', "package-lock.json", '"node_modules/clsx"'),
        (WRONG_ICON, "src/main.tsx", "{ Calendar as Calender }"),
        ("export const a = <Button />;\n", "src/main.tsx", 'import { Button } from "./ui/Button";'),
        ("export const a = useState(0);\n", "src/main.tsx", 'import { useState } from "react";'),
    ],
)
def test_a_turn_with_the_mistake_needs_no_further_call(text: str, path: str, part: str) -> None:
    loop = a_loop(write(text), finish())
    run = play(loop)
    assert run.status == "completed" and len(loop.model.requests) == 2
    assert part in committed(loop, run, path)


def test_it_is_told_in_the_timeline_and_counts_among_the_operations() -> None:
    loop = a_loop(write(WRONG_PATH), finish())
    run = play(loop)
    stages = [chunk["data"] for chunk in loop.chunks(run) if chunk["type"] == "data-stage"]
    assert any(each["stage"] == "repair" and "Fixed without asking" in each["message"] for each in stages)
    turn = loop.world.turns.turn(run.tenant_id, run.app_id, run.turn_id)
    assert {"tool": "fix_project", "path": "src/main.tsx"} in turn.operations


def test_the_compile_tool_repairs_and_says_so() -> None:
    loop = a_loop(write(WRONG_PATH), call("compile_project"), finish())
    run = play(loop)
    request = loop.model.requests[2].items[-1].output
    assert request.startswith("Fixed without asking:\n- src/main.tsx imports './ui/Button' now")
    assert "The project compiles. Types" in request
    turn = loop.world.turns.turn(run.tenant_id, run.app_id, run.turn_id)
    assert {"tool": "compile_project", "path": "src/main.tsx"} in turn.operations
    assert '"./ui/Button"' in committed(loop, run)


def test_what_is_left_is_given_back_with_what_was_repaired() -> None:
    both = WRONG_PATH + 'import "left-pad";\n'
    loop = a_loop(calls(*write(both).calls, *finish().calls), write(WRONG_PATH), finish())
    run = play(loop)
    request = loop.model.requests[1].items[-1].output
    assert (
        "Fixed without asking" in request
        and '"left-pad" is not declared' in request
        and "Cannot resolve" not in request
    )
    assert run.status == "completed"


def test_the_model_hears_of_it_when_the_build_comes_back() -> None:
    loop = a_loop(write(WRONG_PATH), call("build_project_worker"), finish())
    play(loop)
    *_, output, request = loop.model.requests[2].items
    assert "The build succeeded" in output.output and request.content.startswith("Fixed without asking")
    assert sum("Fixed without asking" in getattr(item, "content", "") for item in loop.model.requests[2].items) == 1


@pytest.mark.parametrize("mode", ["suggest", "semi_auto"])
def test_where_writes_wait_it_is_only_a_hint(mode: str) -> None:
    loop = a_loop(call("compile_project"), finish())
    app, _ = loop.world.make_app({**FILES, "src/main.tsx": WRONG_PATH.encode()}, tenant_id="acme", autonomy_mode=mode)
    run = loop.follow(loop.start(app_id=app.id))
    request = loop.model.requests[1].items[-1].output
    assert "Certain fixes, for you to make:\n- src/main.tsx" in request and "does not compile" in request
    assert run.candidate_tree == run.base_tree


def test_a_compiler_that_goes_silent_keeps_the_tree_as_it_was() -> None:
    loop = a_loop(write(WRONG_PATH + 'import "left-pad";\n'), finish(), write("export const ok = 1\n"), finish())
    answers = iter([True, False, False])

    def moody(files: Files) -> CompileReport:
        if not next(answers, True):
            raise Unavailable("down")
        return small_gate(files)

    loop.world.compiler.respond = moody
    run = play(loop)
    assert "Fixed without asking" not in loop.model.requests[2].items[-1].output
    assert run.status == "completed" and committed(loop, run) == "export const ok = 1\n"


def test_a_repair_that_makes_it_worse_is_not_kept() -> None:
    def stubborn(files: Files) -> CompileReport:
        report = small_gate(files)
        if b"./ui/Button" in files["src/main.tsx"]:
            found = [Diagnostic(code="SYNTAX_ERROR", message="no", path="src/main.tsx")]
            return CompileReport(ok=False, diagnostics=found)
        return report

    loop = a_loop(write(WRONG_PATH), finish(), write("export const ok = 1\n"), finish())
    loop.world.compiler.respond = stubborn
    run = play(loop)
    assert "Fixed without asking" not in loop.model.requests[2].items[-1].output
    assert committed(loop, run) == "export const ok = 1\n"


def test_a_project_without_mistakes_is_compiled_once() -> None:
    loop = a_loop(write("export const fine = 1\n"), finish())
    run = play(loop)
    assert run.status == "completed" and len(loop.world.compiler.compiled) == 1

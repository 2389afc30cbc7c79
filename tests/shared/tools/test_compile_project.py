"""`compile_project`: the fast gate."""

from devkit.fakes.broken import raising
from shared.domain.base import Files
from shared.domain.builds.compile_report import CompileReport
from shared.domain.diagnostics import Diagnostic
from shared.domain.errors import Transient, Unavailable
from tests.support.workspace import a_workspace, check_refused, use


def test_a_project_that_compiles_is_said_to() -> None:
    result = use(a_workspace(), "compile_project")
    assert result.ok and result.text.startswith("The project compiles. Types are checked by")


def test_findings_come_with_place_and_hint() -> None:
    found = Diagnostic(code="UNRESOLVED", message="No such file.", path="src/a.ts", line=3, column=7, hint="Add it.")
    workspace = a_workspace(compile=lambda files: CompileReport(ok=False, diagnostics=[found]))
    result = use(workspace, "compile_project")
    assert result.text.splitlines()[1:] == ["src/a.ts:3:7: error UNRESOLVED: No such file.", "    hint: Add it."]
    assert result.diagnostics == (found,)


def test_ten_thousand_findings_stay_readable() -> None:
    found = [Diagnostic(code="X", message="m" * 200, path=f"src/{n}.ts") for n in range(10_000)]
    workspace = a_workspace(compile=lambda files: CompileReport(ok=False, diagnostics=found))
    assert len(use(workspace, "compile_project").text) < 10_200


def test_a_tree_against_the_rules_is_not_compiled() -> None:
    never = raising(AssertionError("the compiler was asked"))
    workspace = a_workspace({"package.json": b'{"dependencies": {"left-pad": "1.3.0"}}'}, compile=never)
    assert "left-pad" in check_refused(workspace, "compile_project")


def test_a_compiler_that_stumbles_is_asked_once_more() -> None:
    answers: list[CompileReport | Exception] = [Transient("busy"), CompileReport(ok=True)]

    def compile_once(files: Files) -> CompileReport:
        answer = answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    assert use(a_workspace(compile=compile_once), "compile_project").ok


def test_a_compiler_that_is_down_is_a_result_and_no_error() -> None:
    workspace = a_workspace(compile=raising(Unavailable("down")))
    assert "no fault of the project" in check_refused(workspace, "compile_project")

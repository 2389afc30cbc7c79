"""`apply_patch_dry_run`: it says what would happen, and nothing happens."""

import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from devkit.fakes.samples import SAMPLE_FILES
from shared.domain.builds.compile_report import CompileReport
from shared.domain.diagnostics import Diagnostic
from shared.domain.diffs.changes import unified_diff
from shared.domain.diffs.patch_operations import patch_operations
from shared.domain.diffs.patch_reading import read_patch
from shared.domain.errors import Invalid
from shared.domain.tree.operations import apply_operations
from tests.support.workspace import HOSTILE_PATHS, a_workspace, check_refused, use

PATCH = """diff --git a/src/App.tsx b/src/App.tsx
--- a/src/App.tsx
+++ b/src/App.tsx
@@ -1,3 +1,3 @@
 export function App() {
-  return "Hello";
+  return "Hallo";
 }
"""


def dry(**arguments: Any) -> Any:
    return use(a_workspace(), "apply_patch_dry_run", **arguments)


def refused(**arguments: Any) -> str:
    return check_refused(a_workspace(), "apply_patch_dry_run", **arguments)


def test_operations_are_told_file_by_file() -> None:
    done = dry(
        operations=[
            {"op": "upsert_file", "path": "src/new.ts", "content": "export {};\n"},
            {"op": "edit_file", "path": "src/App.tsx", "edits": [{"old": "Hello", "new": "Hallo"}]},
            {"op": "delete_file", "path": "public/logo.png"},
            {"op": "rename_file", "path": "src/main.tsx", "new_path": "src/start.tsx"},
        ]
    )
    assert done.text.splitlines() == [
        "It would apply. Nothing was applied.", "R src/main.tsx -> src/start.tsx", "D public/logo.png (binary)",
        "M src/App.tsx (+1 -1)", "A src/new.ts (+1 -0)",
    ]  # fmt: skip
    assert done.files is None and done.data == {"files": 4}


def test_a_patch_is_told_file_by_file() -> None:
    assert dry(patch=PATCH).text.splitlines()[1:] == ["M src/App.tsx (+1 -1)"]
    new = "--- /dev/null\n+++ b/src/n.ts\n@@ -0,0 +1,2 @@\n+export {};\n+// end\n"
    gone = "--- a/src/main.tsx\n+++ /dev/null\n@@ -1,2 +0,0 @@\n" + "".join(
        f"-{line}\n" for line in SAMPLE_FILES["src/main.tsx"].decode().splitlines()
    )
    assert dry(patch=new + gone).text.splitlines()[1:] == ["D src/main.tsx (+0 -2)", "A src/n.ts (+2 -0)"]


def test_a_hunk_whose_lines_moved_is_found_and_one_that_does_not_fit_is_named() -> None:
    assert dry(patch=PATCH.replace("@@ -1,3 +1,3 @@", "@@ -40,3 +40,3 @@")).ok
    text = refused(patch=PATCH.replace("Hello", "Servus"))
    assert "hunk 1 does not fit: line 2 should be '  return \"Servus\";' but is '  return \"Hello\";'" in text
    workspace = a_workspace({"src/twice.ts": b"a\nb\na\nb\n"})
    twice = "--- a/src/twice.ts\n+++ b/src/twice.ts\n@@ -9,2 +9,1 @@\n a\n-b\n"
    assert "fits at 2 places" in check_refused(workspace, "apply_patch_dry_run", patch=twice)


def test_what_the_rules_refuse_is_told() -> None:
    text = refused(operations=[{"op": "upsert_file", "path": "../x.ts", "content": "x"}])
    assert text.startswith("It would be refused.") and "othing was applied" in text
    assert "othing was applied" in refused(operations=[{"op": "edit_file", "path": "src/App.tsx", "edits": []}])
    edit = {"op": "edit_file", "path": "src/App.tsx", "edits": [{"old": "Helo World, not here", "new": "x"}]}
    assert "matches 0 places" in refused(operations=[edit])


def test_the_result_is_compiled_when_asked() -> None:
    seen: list[bytes] = []

    def compiled(tree: dict[str, bytes]) -> CompileReport:
        seen.append(tree["src/App.tsx"])
        return CompileReport(ok=False, diagnostics=[Diagnostic(code="SYNTAX", message="No.", path="src/App.tsx")])

    workspace = a_workspace(compile=compiled)
    workspace.files = {**SAMPLE_FILES}
    result = use(workspace, "apply_patch_dry_run", patch=PATCH, compile=True)
    assert b"Hallo" in seen[0] and not result.ok and "SYNTAX: No." in result.text
    assert "does not compile" in result.text and result.files is None


@pytest.mark.parametrize(
    "arguments",
    [
        {},
        {"operations": [], "patch": ""},
        {"operations": [{"op": "delete_file", "path": "src/App.tsx"}], "patch": PATCH},
        {"operations": [{"op": "upsert_file", "path": "src/a.ts"}]},
        {"operations": [{"op": "rename_file", "path": "src/App.tsx"}]},
        {"operations": [{"op": "chmod", "path": "src/App.tsx"}]},
        {"operations": [{"op": "upsert_file", "path": path, "content": "x"} for path in HOSTILE_PATHS]},
        {"operations": [{"op": "delete_file", "path": f"src/{n}.ts"} for n in range(5_000)]},
        {"patch": "hello"},
        {"patch": "--- a/src/App.tsx\n+++ b/src/App.tsx\n@@ -1,3 +1,3 @@\n"},
        {"patch": "--- a/src/App.tsx\n+++ b/src/App.tsx\n@@ -1,3 +1,3 @@\n*what\n"},
        {"patch": "--- a/nowhere.ts\n+++ b/nowhere.ts\n@@ -1 +1 @@\n-a\n+b\n"},
        {"patch": "--- a/../../etc/passwd\n+++ b/../../etc/passwd\n@@ -1 +1 @@\n-a\n+b\n"},
        {"patch": "--- /dev/null\n+++ b/../../x.ts\n@@ -0,0 +1 @@\n+b\n"},
        {"patch": "--- /dev/null\n+++ /dev/null\n@@ -0,0 +1 @@\n+b\n"},
        {"patch": "rename from src/App.tsx\n"},
        {"patch": "diff --git a/public/logo.png b/public/logo.png\nGIT binary patch\nliteral 3\nabc\n"},
        {"patch": "--- a/public/logo.png\n+++ b/public/logo.png\n@@ -1 +1 @@\n-a\n+b\n"},
        {"patch": "@@ -1,9999999 +1,9999999 @@\n" * 50_000},
        {"patch": "--- a/x\n+++ b/x\n" * 100_000},
        {"patch": "\x00\ud800"},
    ],
    ids=lambda arguments: ascii(arguments)[:50],
)
def test_what_is_no_change_is_refused(arguments: dict[str, Any]) -> None:
    assert len(refused(**arguments)) < 12_000


TEXT = st.lists(st.sampled_from(["a", "b", "", "}", "  x"]), max_size=12).map(lambda lines: "\n".join(lines))
ENDED = st.sampled_from(["", "\n"])
TREES = st.dictionaries(
    st.sampled_from(["src/a.ts", "src/b.ts", "src/c d.ts", "src/é.ts"]),
    st.tuples(TEXT, ENDED).map(lambda parts: "".join(parts).encode() or b"x"),
    max_size=4,
)


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(TREES, TREES)
def test_our_own_diffs_are_read_back_to_the_tree_they_lead_to(
    before: dict[str, bytes], after: dict[str, bytes]
) -> None:
    text = unified_diff(before, after)
    if not text:
        return
    operations, faults = patch_operations(read_patch(text), before)
    assert not faults
    assert apply_operations(before, operations) == after


@settings(max_examples=200, deadline=None)
@given(
    st.text(alphabet="-+@ ab/\n01,\\", max_size=200).map(
        lambda noise: "--- a/src/a\n+++ b/src/a\n@@ -1 +1 @@\n" + noise
    )
)
def test_no_text_whatever_breaks_the_reader(text: str) -> None:
    try:
        patch_operations(read_patch(text), {"src/a": b"a\nb\n"})
    except Invalid as error:
        assert error.message


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
def test_what_git_writes_is_read(tmp_path: Path) -> None:
    before = {
        "src/a.ts": b"one\ntwo\nthree\n",
        "src/old.ts": b"same\n" * 9,
        "src/gone.ts": b"x\n",
        "src/e.ts": b"no end",
    }
    after = {"src/a.ts": b"one\n2\nthree\nfour\n", "src/new name.ts": b"same\n" * 9, "src/e.ts": b"no end\n"}
    after["src/\u00e9.ts"] = b"y\n"
    for number, tree in enumerate((before, after)):
        for path, data in tree.items():
            file = tmp_path / str(number) / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(data)
    made = subprocess.run(
        ["git", "diff", "--no-index", "-M", "0", "1"], cwd=tmp_path, capture_output=True, check=False
    ).stdout.decode()
    text = made.replace("a/0/", "a/").replace("b/1/", "b/").replace("from 0/", "from ").replace("to 1/", "to ")
    operations, faults = patch_operations(read_patch(text.replace('"b/1/', '"b/')), before)
    assert not faults and apply_operations(before, operations) == after

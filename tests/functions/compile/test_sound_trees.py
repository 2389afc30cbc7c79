"""What is known to be sound raises no alarm: the templates, and the solution of every task of the benchmark."""

import pytest

from benchmarks.quality.task import load_tasks
from benchmarks.quality.trees import reference_of
from devkit.node.real_compile import real_compile
from shared.domain.base import Files
from shared.services.assets.load_templates import load_templates

QUIET = {"PACKAGE_EXPORT_NOT_FOUND", "CSS_PROPERTY_UNKNOWN", "CSS_VALUE_INVALID", "CSS_AT_RULE_UNKNOWN"}
TREES = {
    **{f"template {name}": template.files for name, template in load_templates().items()},
    **{f"task {task.id}": reference_of(task).files for task in load_tasks()[0]},
}


@pytest.mark.parametrize("files", TREES.values(), ids=TREES)
def test_it_passes_without_a_word_on_names_or_dropped_css(files: Files) -> None:
    report = real_compile({path: content for path, content in files.items() if _is_text(content)})
    assert report.ok, report.diagnostics
    assert [found for found in report.diagnostics if found.code in QUIET] == []


def _is_text(content: bytes) -> bool:
    try:
        content.decode()
    except UnicodeDecodeError:
        return False
    return True

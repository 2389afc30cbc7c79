"""What is proved is bound to the files it depends on; a drawn part of it is shown each time."""

import os
import subprocess
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks.quality import prove
from benchmarks.quality.records import Records, Setting
from benchmarks.quality.run_tasks import Bench, Wanted, run_all, scripted_bench
from benchmarks.quality.task import load_tasks
from benchmarks.quality.try_task import try_task
from local.openai_server.reply import call
from tests.support.drawn import drawn_of

TASKS, _ = load_tasks()
TREES, TRANSCRIPTS = drawn_of(__file__, ["trees", "transcripts"], lambda _: ("benchmarks/quality/",), one_in=6)
"""Of a task that the commit draws: one of them by every third commit, both by `make test-deep`."""


def draw(salt: str) -> int:
    """Another one for each commit, the same one for everybody who has that commit."""
    done = subprocess.run(["git", "rev-parse", "HEAD"], cwd=prove.ROOT, capture_output=True, text=True, check=False)
    seed = os.environ.get("QUALITY_DRAW", done.stdout.strip())
    return int.from_bytes((seed + salt).encode(), "big") * 2_654_435_761 // 97 % len(TASKS)


def test_the_corpus_has_the_mix_that_was_wanted() -> None:
    kinds = Counter(task.kind for task in TASKS)
    assert kinds == {"create": 6, "change": 8, "fix": 5, "refactor": 2, "conversation": 2, "plan": 1, "refuse": 1}
    assert {task.template for task in TASKS} == {"react", "vue", "svelte", "vanilla"}


def test_what_is_not_shown_yet_is_stale() -> None:
    assert prove.stale({}) == list(prove.wanted())


def test_what_is_shown_as_it_is_now_is_not_stale() -> None:
    assert prove.stale({name: {"digest": digest} for name, digest in prove.wanted().items()}) == []


def test_a_transcript_makes_trials_stale_and_trees_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / "todo"
    home.mkdir()
    (home / "good.json").write_text("1")
    monkeypatch.setattr(prove, "TASKS", tmp_path)
    monkeypatch.setattr(prove, "ROOT", Path("/"))
    monkeypatch.setattr(prove, "_platform", lambda template: [])
    before = prove.trees_digest("todo", "react"), prove.trials_digest("todo", "react")
    (home / "good.json").write_text("2")
    after = prove.trees_digest("todo", "react"), prove.trials_digest("todo", "react")
    assert (before[0] == after[0], before[1] == after[1]) == (True, False)
    (home / "check.py").write_text("3")
    assert prove.trees_digest("todo", "react") != after[0]


def test_a_module_may_move_and_a_name_or_a_line_may_not_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prove, "ROOT", tmp_path)
    file = tmp_path / "judge.py"

    def digest_of(text: str) -> str:
        file.write_text(text)
        return prove.digest([file])

    before = digest_of("from z.old import a, b\nimport os\n\n\nprint(a, b, os)\n")
    moved = "import os\n\nfrom a.new.room import (\n    a,\n)\nfrom z.old import b\n\nprint(a, b, os)\n"
    assert digest_of(moved) == before
    assert digest_of(moved.replace("import b", "import c as b")) != before
    assert digest_of(moved.replace("print(a, b", "print(b, a")) != before
    assert digest_of(moved.replace("import os", "import sys")) != before


@pytest.mark.e2e
@pytest.mark.parametrize("_", [TREES])
def test_the_trees_of_a_drawn_task_do_as_they_should(_: str) -> None:
    task = TASKS[draw("trees")]
    assert [str(one) for one in try_task(task) if not one.right] == []


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    """The product, and a model that plays transcripts."""
    with scripted_bench(tmp_path_factory.mktemp("bench")) as running:
        yield running


@pytest.mark.e2e
@pytest.mark.parametrize("_", [TRANSCRIPTS])
def test_drawn_transcripts_pass_through_the_product(bench: Bench, _: str) -> None:
    drawn = [Wanted(TASKS[draw(kind)], kind, 1) for kind in ("good", "bad")]
    records = Records(bench.out / "drawn.jsonl", Setting("scripted"))
    lines = list(run_all(bench, drawn, records))
    assert all(line.startswith("ok ") for line in lines), lines
    made = sorted(records.trials(), key=lambda one: str(one["kind"]))
    assert [one["failed_gates"] + one["refused_calls"] > 0 for one in made] == [True, False]


@pytest.mark.e2e
@pytest.mark.parametrize("_", [TRANSCRIPTS])
def test_a_model_that_never_finishes_is_one_line_and_the_next_task_is_tried(bench: Bench, _: str) -> None:
    assert bench.script is not None
    task = next(task for task in TASKS if task.id == "text-and-colour")
    endless = call("read_files", paths=["src/content.ts"])
    bench.script.push(endless, repeat=True)
    records = Records(bench.out / "endless.jsonl", Setting("scripted"))
    tried = [Wanted(task, "model", number) for number in (1, 2)]
    lines = list(run_all(Bench(bench.stack, None, bench.out), tried, records))
    assert [line[:4] for line in lines] == ["BAD ", "BAD "] and all("message 1 ended" in line for line in lines), lines
    assert not any("\n" in line for line in lines)
    assert [one["infrastructure"] for one in records.trials()] == [False, False]

"""`run_command`: what it hands to the worker, what it refuses, and whom it makes wait."""

import pytest

from shared.domain.builds.worker_task import WorkerTask
from shared.tools.run_command import RUN_COMMAND, RunCommandParams
from tests.support.workspace import a_workspace, check_refused, use


def test_a_command_of_the_list_goes_to_the_worker_as_words() -> None:
    result = use(a_workspace(), "run_command", command='npx vitest run "src/a b.test.ts"')
    assert result.task == WorkerTask(task="command", command=["npx", "vitest", "run", "src/a b.test.ts"])


@pytest.mark.parametrize(
    ("command", "effect"),
    [
        ("npm test", "command"),
        ("npm run typecheck", "command"),
        ("npm run dev", "unlisted_command"),
        ("node -p 1", "unlisted_command"),
        ("rm -rf .", "check"),
        ("npm test; id", "check"),
        ("pytest", "check"),
        ("python build.py", "check"),
    ],
)
def test_only_what_could_run_waits_for_a_person(command: str, effect: str) -> None:
    assert RUN_COMMAND.effect_of(RunCommandParams(command=command), a_workspace()) == effect


def test_what_a_person_allowed_goes_to_the_worker_too() -> None:
    assert use(a_workspace(), "run_command", command="node -p 1").task == WorkerTask(
        task="command", command=["node", "-p", "1"]
    )


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("rm -rf src", "`rm` is never run."),
        ("git push origin main", "`git push` is never run."),
        ("npm test && npm run build", "contains `&`"),
        ("npm install left-pad", "add_dependency"),
        ("npx vitest run ../../etc", "leaves the project"),
        ("pytest", "no Python in the worker"),
        ("python -m pytest", "no Python in the worker"),
        ("python3 x.py", "no Python in the worker"),
        ("", "empty"),
    ],
)
def test_a_refusal_says_why_and_what_would_run(command: str, said: str) -> None:
    text = check_refused(a_workspace(), "run_command", command=command)
    assert said in text and "npx tsc --noEmit" in text and len(text) < 600

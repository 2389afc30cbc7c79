"""Which commands run, wait or are refused; and that nothing forbidden ever runs, however it is dressed."""

import shlex

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from shared.domain.builds.commands import Allowed, Forbidden, NeedsApproval, classify, runs_linter, runs_tests


@pytest.mark.parametrize(
    "command",
    [
        "npm test", "npm run build", "npm run lint", "npm run test", "npm run typecheck", "  npm   test  ",
        "npm test -- --reporter=dot", "npx vitest run", "npx vitest run src/a.test.ts tests/b", "npx tsc --noEmit",
        'npx vitest run -t "adds two (quickly)"', "npx tsc --noEmit -p tsconfig.app.json",
        "npx eslint src --max-warnings 0",
        "npx oxlint src", "npx eslint src/env",
    ],
)  # fmt: skip
def test_the_list_runs_at_once(command: str) -> None:
    assert classify(command) == Allowed(tuple(shlex.split(command)))


@pytest.mark.parametrize(
    "command",
    [
        "npm run dev", "npm run deploy", "npm start", "npx vite", "npx vitest", "npx vitest watch", "npx tsc",
        "npx -y vitest run",
        "npx tsc --noEmit --watch", "npx tsc --noEmit false", "node build.mjs",
        "git status", "ls src", "npm --prefix x test", "npm run --prefix x test", "npm test --prefix x",
        "NPM test", "ts-node x",
        "npm run lint --silent", "npx --package x vitest run",
    ],
)  # fmt: skip
def test_everything_else_waits_for_a_person(command: str) -> None:
    verdict = classify(command)
    assert isinstance(verdict, NeedsApproval) and verdict.argv == tuple(shlex.split(command))


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ("rm -rf src", "`rm`"), ("npm test -- rm", "`rm`"), ("/bin/rm x", "`rm`"), ("npm test; ls", "`;`"),
        ("npm test && ls", "`&`"), ("npm test & ls", "`&`"), ("npm test | tee log", "`|`"),
        ("npm test > log", "redirection"),
        ("npm test 2>/dev/null", "redirection"), ("npm test < x", "redirection"), ("npm test `id`", "backtick"),
        ("npm test $(id)", "`$`"), ("npm test ${HOME}", "`$`"), ("npm test\nid", "line break"),
        ("npm test\rid", "line break"),
        ("sudo npm test", "`sudo`"), ("curl x", "`curl`"), ("bash -c id", "`bash`"), ("git push", "git push"),
        ("git -c a=b push origin main", "git push"), ("npx vitest run /etc/passwd", "outside the project"),
        ("npx eslint --config=/etc/x", "outside the project"), ("npx vitest run ../other", "leaves the project"),
        ("npx vitest run a/../../b", "leaves the project"), ("npx eslint ~/x", "outside the project"),
        ("npx eslint --rulesdir=a:../b", "leaves the project"), ("npx vitest run 'open", "quotes"), ("", "empty"),
        ("''", "empty"), ("npm ''", "empty"), ("npm install left-pad", "add_dependency"), ("npm publish", "Deploying"),
        ("NODE_OPTIONS=--inspect npm test", "Variables"), ("npx eslint https://x", "outside the project"),
        ("npm t\\est", "backslash"),
        ("npm test \x00", "cannot be shown"), ("npm test \u202e", "cannot be shown"), ("x" * 501, "at most 500"),
        ("RM x", "`rm`"), ("./rm x", "`rm`"), ("npm exec vitest run", "`exec`"),
        ("pytest", "no Python"), ("python -m pytest -q", "no Python"), ("./python3 x.py", "no Python"),
        ("npx eslint file:/etc/passwd", "outside the project"),
    ],
)  # fmt: skip
def test_what_is_never_run_is_refused_with_its_reason(command: str, why: str) -> None:
    verdict = classify(command)
    assert isinstance(verdict, Forbidden) and why in verdict.reason


ALLOWED = st.sampled_from([
    "npm test", "npm run build", "npm run lint --", "npx vitest run", "npx eslint src", "npx oxlint",
    "npx tsc --noEmit",
    "npm test -- x",
])  # fmt: skip
PARTS = st.sampled_from([
    ";", "&&", "||", "|", "&", ">", ">>", "<", "`id`", "$(id)", "$HOME", "\n", "\r\n", "rm", "/bin/rm", "sudo",
    "curl", "sh",
    "bash", "/etc/passwd", "--x=/etc", "..", "../x", "a/../b", "~", "~root/x", "https://h/x", "\x00", "--c=~/x",
    "RM", "a:/b",
])  # fmt: skip
GLUE = st.sampled_from([" ", "  ", "\t", " -- ", ' "x" ', " 'y' "])


@given(ALLOWED, PARTS, GLUE, st.booleans(), st.sampled_from(["", '"', "'"]), st.integers(0, 40))
@example("npm test", "rm", " ", True, '"', 0)
def test_a_forbidden_part_is_never_allowed(
    allowed: str, part: str, glue: str, before: bool, quote: str, place: int
) -> None:
    dressed = f"{quote}{part}{quote}"
    command = f"{dressed}{glue}{allowed}" if before else f"{allowed}{glue}{dressed}"
    assert isinstance(classify(command), Forbidden), command
    if part in (";", "&&", "|", ">", "<", "`id`", "$(id)", "\n"):
        inside = allowed[:place] + part + allowed[place:]
        assert isinstance(classify(inside), Forbidden), inside


@given(st.text(max_size=60) | st.text(st.sampled_from("npmxrutes vi-\"'=/.:~$;&|<>`\\\n"), max_size=60))
def test_any_text_has_a_verdict_and_only_plain_words_run(command: str) -> None:
    match classify(command):
        case Allowed(argv):
            assert argv[0] in ("npm", "npx")
            assert not set("".join(argv)) & set(";&|<>`$\\\n")
        case NeedsApproval(argv, reason):
            assert argv and reason and not set("".join(argv)) & set(";&|<>`$\\\n")
        case Forbidden(reason):
            assert reason


@pytest.mark.parametrize(
    ("command", "what"),
    [
        ("npm test", "tests"), ("npm run test -- src/lint.ts", "tests"), ("npx vitest run src/lint", "tests"),
        ("npm run test:unit", "tests"), ("npm run lint", "linter"), ("npx eslint src/a.test.ts", "linter"),
        (" npx  oxlint test", "linter"), ("npm run build", None), ("npx tsc --noEmit", None), ("", None),
        ("node test.js", None), ("npx", None),
    ],
)  # fmt: skip
def test_what_a_command_runs_is_its_program_and_not_a_name_among_its_words(command: str, what: str | None) -> None:
    assert (runs_tests(command), runs_linter(command)) == (what == "tests", what == "linter")

"""Which commands may run in the worker. A command is a list of words: no shell ever reads it."""

import re
import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass

_MOST_CHARS = 500
_SHELL = (
    ("\n", "a line break"), ("\r", "a line break"), (";", "`;`"), ("&", "`&`"), ("|", "`|`"), ("<", "a redirection"),
    (">", "a redirection"), ("`", "a backtick"), ("$", "`$`"), ("\\", "a backslash"),
)  # fmt: skip
_PROGRAMS = frozenset({
    "rm", "rmdir", "unlink", "shred", "dd", "mkfs", "mount", "umount", "chmod", "chown", "chgrp", "ln", "sudo",
    "su", "doas", "curl", "wget", "nc", "ncat", "netcat", "socat", "telnet", "ftp", "ssh", "scp", "sftp", "rsync",
    "sh", "bash", "dash", "zsh", "ksh", "csh", "eval", "exec", "env", "xargs", "nohup", "setsid", "kill", "killall",
    "pkill", "shutdown", "reboot", "systemctl", "docker", "podman", "kubectl", "aws", "gcloud", "apt", "apt-get",
    "yum", "dnf", "apk", "brew", "snap",
})  # fmt: skip
_PYTHON = frozenset({"python", "python2", "python3", "pytest", "pip", "pip3", "uv", "poetry", "tox"})
_NPM_OTHERS = {
    "install": "Use the tool add_dependency.", "i": "Use the tool add_dependency.",
    "add": "Use the tool add_dependency.",
    "ci": "The packages are already there.", "uninstall": "Edit package.json.", "remove": "Edit package.json.",
    "update": "The catalog pins the versions.", "publish": "Deploying is publish, never a command.",
    "login": "There are no accounts here.", "adduser": "There are no accounts here.",
    "token": "There are no accounts here.",
}  # fmt: skip
_SCRIPTS = frozenset({"build", "lint", "test", "typecheck"})
_ASSIGNMENT = re.compile(r"[A-Za-z_][A-Za-z0-9_]*=")
_PROGRAM = re.compile(r"\s{0,9}(?:npm {1,9}run {1,9}|np[mx] {1,9})?([a-z]+)")
_TESTERS, _LINTERS = ("test", "vitest"), ("lint", "eslint", "oxlint")
_SOME_URL = re.compile(r"[a-z][a-z0-9+.-]*:/", re.IGNORECASE)


@dataclass(frozen=True)
class Allowed:
    """On the allowlist: it may run at once."""

    argv: tuple[str, ...]


@dataclass(frozen=True)
class NeedsApproval:
    """A command that a person decides on."""

    argv: tuple[str, ...]
    reason: str


@dataclass(frozen=True)
class Forbidden:
    """A command that never runs, and why."""

    reason: str


Verdict = Allowed | NeedsApproval | Forbidden


def runs_tests(command: str) -> bool:
    """Whether it is tests that a command runs. Its other words may be names of files, such as `src/a.test.ts`."""
    return _program(command) in _TESTERS


def runs_linter(command: str) -> bool:
    return _program(command) in _LINTERS


def _program(command: str) -> str:
    found = _PROGRAM.match(command)
    return found[1] if found else ""


def classify(command: str) -> Verdict:
    """What becomes of `command`. Forbidden parts count wherever they stand, also inside quotes."""
    words = _words(command)
    if isinstance(words, Forbidden):
        return words
    forbidden = _forbidden_start(words) or next(filter(None, map(_forbidden_word, words)), None)
    if forbidden is not None:
        return Forbidden(forbidden)
    if any(allows(words) for allows in _ALLOWLIST):
        return Allowed(words)
    return NeedsApproval(words, "It is not on the list of commands that run without asking.")


def _words(command: str) -> tuple[str, ...] | Forbidden:
    if len(command) > _MOST_CHARS:
        return Forbidden(f"A command has at most {_MOST_CHARS} characters.")
    for part, name in _SHELL:
        if part in command:
            return Forbidden(f"It contains {name}. There is no shell: one program and its arguments, nothing else.")
    if not command.isprintable():
        return Forbidden("It contains characters that cannot be shown.")
    try:
        words = tuple(shlex.split(command))
    except ValueError:
        return Forbidden("Its quotes do not match.")
    return words if words and all(words) else Forbidden("It is empty, or one of its words is.")


def _forbidden_word(word: str) -> str | None:
    if word.lower() in _PROGRAMS:
        return f"`{word.lower()}` is never run."
    for part in re.split(r"[=:,\s]", word):
        if part.startswith(("/", "~")):
            return f"`{word}` names a place outside the project. Use paths of the project."
        if ".." in part.split("/"):
            return f"`{word}` leaves the project. Use paths of the project."
    if _SOME_URL.search(word):
        return f"`{word}` is an address. There is no network."
    return None


def _forbidden_start(words: Sequence[str]) -> str | None:
    if _ASSIGNMENT.match(words[0]):
        return "Variables cannot be set for a command."
    lowered = [word.lower() for word in words]
    name = lowered[0].rpartition("/")[2]
    if name in _PROGRAMS:
        return f"`{name}` is never run."
    if name in _PYTHON:
        return "There is no Python in the worker, projects are Vite projects."
    if lowered[0] == "git" and "push" in lowered:
        return "`git push` is never run."
    if lowered[0] in ("npm", "pnpm", "yarn", "bun") and len(words) > 1 and lowered[1] in _NPM_OTHERS:
        return f"`{words[0]} {words[1]}` is never run. {_NPM_OTHERS[lowered[1]]}"
    return None


def _is_script(words: Sequence[str]) -> bool:
    match list(words):
        case ["npm", "test", *rest]:
            return _after_dashes(rest)
        case ["npm", "run", name, *rest]:
            return name in _SCRIPTS and _after_dashes(rest)
    return False


def _after_dashes(rest: Sequence[str]) -> bool:
    """Nothing, or arguments for the script: an option before `--` would be npm's own."""
    return not rest or rest[0] == "--"


def _is_package_program(words: Sequence[str]) -> bool:
    match list(words):
        case ["npx", "vitest", "run", *_] | ["npx", "eslint" | "oxlint", *_]:
            return True
        case ["npx", "tsc", "--noEmit"] | ["npx", "tsc", "--noEmit", "-p" | "--project", _]:
            return True
    return False


_ALLOWLIST: tuple[Callable[[Sequence[str]], bool], ...] = (_is_script, _is_package_program)

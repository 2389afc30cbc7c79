"""Scripts of a foreign package.json: one that runs what is not here is left out, the build becomes Vite's."""

import re
from collections.abc import Collection, Mapping
from typing import Any

from shared.domain.base import Files
from shared.domain.diagnostics import Diagnostic
from shared.domain.tree.managed_paths import CODE, extension
from shared.domain.tree.package_rules import PACKAGE_JSON

_BUILD = "vite build"
_STEP = re.compile(r"&&|\|\||[;|&]")
_VARIABLE = re.compile(r"\w+=")
_RUNS_HERE = frozenset({"vite", "vitest", "tsc", "vue-tsc", "svelte-check", "echo", "npm", "npx"})
_TYPES = frozenset({"tsc", "vue-tsc", "svelte-check"})
_OF_BUILD = frozenset({"vite", "tsc", "vue-tsc", "svelte-check"})
_FEW = 5


def fit_scripts(package: dict[str, Any], *, is_whole: bool = True) -> list[Diagnostic]:
    """Changes `package`. Unless it `is_whole`, with all its packages, no build stops at types that are missing."""
    scripts = package.setdefault("scripts", {})
    if not isinstance(scripts, dict):
        return []
    found = []
    build = scripts.get("build")
    if not isinstance(build, str) or not _programs(build) <= _OF_BUILD:
        scripts["build"] = _BUILD
        was = f"was {build[:100]!r} and " if isinstance(build, str) else ""
        found.append(_about("BUILD_SCRIPT_MAPPED", f"The script 'build' {was}is now {_BUILD!r}."))
    elif not is_whole and (checked := _without_types(build)) != build:
        scripts["build"] = checked
        message = (
            f"The script 'build' was {build[:100]!r} and no longer checks types, since packages of them are not here."
        )
        found.append(_about("BUILD_SCRIPT_MAPPED", message))
    gone = [name for name, text in scripts.items() if not isinstance(text, str) or not _programs(text) <= _RUNS_HERE]
    for name in gone:
        del scripts[name]
    if gone:
        names = ", ".join(sorted(gone)[:20])
        found.append(_about("SCRIPTS_DROPPED", f"Scripts that run what is not here were left out: {names[:300]}."))
    return found


def is_only_run(missing: Collection[str], package: Mapping[str, Any], files: Files) -> bool:
    """Whether what is not here are programs of scripts that no file names, such as a server of built files: types of
    none are missed. True where nothing is missing; of more than a few nobody asks.
    """
    scripts = package.get("scripts")
    texts = [text for text in scripts.values() if isinstance(text, str)] if isinstance(scripts, dict) else []
    run = frozenset[str]().union(*map(_programs, texts)) if missing else frozenset()
    return len(missing) <= _FEW and run.issuperset(missing) and not any(_is_named(name, files) for name in missing)


def _is_named(name: str, files: Files) -> bool:
    ways = [f"{quote}{name}{end}".encode("utf-8", "replace") for quote in "\"'" for end in (quote, "/")]
    read = [text for path, text in files.items() if path != PACKAGE_JSON and extension(path) in {*CODE, "json"}]
    return any(way in text for way in ways for text in read)


def _without_types(build: str) -> str:
    steps = [step.strip() for step in build.split("&&")]
    kept = [step for step in steps if not _programs(step) <= _TYPES]
    return " && ".join(kept) if kept and ";" not in build and "|" not in build else build


def _programs(text: str) -> frozenset[str]:
    """What the steps of a script run."""
    words = [[word for word in step.split() if not _VARIABLE.match(word)] for step in _STEP.split(text)]
    return frozenset(step[0] for step in words if step)


def _about(code: str, message: str) -> Diagnostic:
    return Diagnostic(severity="warning", code=code, message=message, path=PACKAGE_JSON)

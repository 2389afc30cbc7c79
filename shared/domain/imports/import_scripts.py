"""Scripts of a foreign package.json: one that runs what is not here is left out, the build becomes Vite's."""

import re
from typing import Any

from shared.domain.diagnostics import Diagnostic
from shared.domain.tree.package_rules import PACKAGE_JSON

_BUILD = "vite build"
_STEP = re.compile(r"&&|\|\||[;|&]")
_VARIABLE = re.compile(r"\w+=")
_RUNS_HERE = frozenset({"vite", "vitest", "tsc", "vue-tsc", "svelte-check", "echo", "npm", "npx"})
_OF_BUILD = frozenset({"vite", "tsc", "vue-tsc", "svelte-check"})


def fit_scripts(package: dict[str, Any]) -> list[Diagnostic]:
    """Changes `package`."""
    scripts = package.setdefault("scripts", {})
    if not isinstance(scripts, dict):
        return []
    found = []
    build = scripts.get("build")
    if not isinstance(build, str) or not _programs(build) <= _OF_BUILD:
        scripts["build"] = _BUILD
        was = f"was {build[:100]!r} and " if isinstance(build, str) else ""
        found.append(_about("BUILD_SCRIPT_MAPPED", f"The script 'build' {was}is now {_BUILD!r}."))
    gone = [name for name, text in scripts.items() if not isinstance(text, str) or not _programs(text) <= _RUNS_HERE]
    for name in gone:
        del scripts[name]
    if gone:
        names = ", ".join(sorted(gone)[:20])
        found.append(_about("SCRIPTS_DROPPED", f"Scripts that run what is not here were left out: {names[:300]}."))
    return found


def _programs(text: str) -> frozenset[str]:
    """What the steps of a script run."""
    words = [[word for word in step.split() if not _VARIABLE.match(word)] for step in _STEP.split(text)]
    return frozenset(step[0] for step in words if step)


def _about(code: str, message: str) -> Diagnostic:
    return Diagnostic(severity="warning", code=code, message=message, path=PACKAGE_JSON)

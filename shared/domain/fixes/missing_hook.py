"""Which of React's hooks a file calls without having them."""

import re
from collections.abc import Iterator

from shared.domain.fixes.missing_dependency import declares
from shared.domain.fixes.new_import import new_import
from shared.domain.fixes.project import Edit, Project, Source

_HOOKS = ("useState", "useEffect", "useMemo", "useRef", "useCallback", "useReducer", "useContext", "useId")
_HOOK = re.compile(r"\b(?:" + "|".join(_HOOKS) + r")\b")


def names_hook(text: str, imported: set[str]) -> bool:
    """Whether it is worth reading the text: it names a hook that no import clause does."""
    return not imported.issuperset(_HOOK.findall(text))


def hook_edits(project: Project, path: str, source: Source, called: "Calls") -> Iterator[tuple[Edit, str]]:
    """One import of all the hooks that are called and come from nowhere, in an app that declares React."""
    if not declares(project, "react"):
        return
    wanted = [hook for hook in _HOOKS if called.is_undeclared(hook) and hook not in project.exported]
    if not wanted:
        return
    joined = ", ".join(wanted)
    yield _react(source, joined), f"{path} imports {joined} from 'react' now."


def _react(source: Source, joined: str) -> Edit:
    for one in source.imports:
        if one.specifier == "react" and one.kind == "import" and not one.is_type and one.braces_end is not None:
            return one.braces_end, one.braces_end, f", {joined}"
    return new_import(source, f"{{ {joined} }}", "react")


class Calls:
    """What stands around the names of a module, each bracket known with what follows once it is closed."""

    def __init__(self, source: Source) -> None:
        self._tokens = source.tokens
        self._around = ["", *(token.text if token.kind in ("name", "punct") else "" for token in source.tokens), "", ""]
        self._after: dict[int, str] = {}
        opened: list[int] = []
        for at, text in enumerate(self._around[:-1]):
            if text == "(":
                opened.append(at)
            elif text == ")" and opened:
                self._after[opened.pop()] = self._around[at + 1]

    def is_undeclared(self, name: str) -> bool:
        """Called, and never anything but called. What is followed by a body might declare it."""
        uses = [at for at, token in enumerate(self._tokens) if token.kind == "name" and token.text == name]
        uses = [at for at in uses if self._around[at] not in (".", "?.")]
        return bool(uses) and all(self._is_call(at) for at in uses)

    def _is_call(self, at: int) -> bool:
        if self._around[at] in ("function", "*", "async", "get", "set"):
            return False
        after = self._around[at + 2]
        return after == "<" or (after == "(" and self._after.get(at + 2, "{") not in ("{", ":"))

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


def hook_edits(project: Project, path: str, source: Source) -> Iterator[tuple[Edit, str]]:
    """One import of all the hooks that are called and come from nowhere, in an app that declares React."""
    wanted = [hook for hook in _HOOKS if _is_undeclared_call(source, hook)] if declares(project, "react") else []
    exported = {name for names in project.report.exports.values() for name in names}
    wanted = [hook for hook in wanted if hook not in exported]
    if not wanted:
        return
    joined = ", ".join(wanted)
    yield _react(source, joined), f"{path} imports {joined} from 'react' now."


def _react(source: Source, joined: str) -> Edit:
    for one in source.imports:
        if one.specifier == "react" and one.kind == "import" and not one.is_type and one.braces_end is not None:
            return one.braces_end, one.braces_end, f", {joined}"
    return new_import(source, f"{{ {joined} }}", "react")


def _is_undeclared_call(source: Source, hook: str) -> bool:
    """Called, and never anything but called. What is followed by a body might declare it."""
    around = ["", *(token.text if token.kind in ("name", "punct") else "" for token in source.tokens), "", ""]
    uses = [at for at, token in enumerate(source.tokens) if token.kind == "name" and token.text == hook]
    uses = [at for at in uses if around[at] not in (".", "?.")]
    return bool(uses) and all(
        around[at] not in ("function", "*", "async", "get", "set") and _is_called(around, at + 1) for at in uses
    )


def _is_called(texts: list[str], at: int) -> bool:
    after = texts[at + 1]
    return after == "<" or (after == "(" and _after_brackets(texts, at + 1) not in ("{", ":"))


def _after_brackets(texts: list[str], at: int) -> str:
    """What follows the bracket that opens at `at`, once it is closed."""
    depth = 0
    for place in range(at, len(texts)):
        depth += (texts[place] == "(") - (texts[place] == ")")
        if depth == 0:
            return texts[place + 1] if place + 1 < len(texts) else ""
    return "{"

"""Names that break the rules for functions and variables, in Python and in `.mjs`."""

import ast
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

_DECLARED = re.compile(r"\b(?:const|let|var|function\*?)\s+([A-Za-z_$][\w$]*)")
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


class Finding(NamedTuple):
    """A place that breaks a rule; `line` is 1-based."""

    rule: str
    path: str
    line: int
    text: str


def check_python(path: str, tree: ast.AST, variables: Sequence[str], functions: Sequence[str]) -> Iterator[Finding]:
    """Yield each bound name of a Python file that is on one of the lists. Names of tests are sentences."""
    nouns, verbs = frozenset(variables), frozenset(functions) | frozenset(variables)
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                if not node.name.startswith("test_") and _opens_with(node.name, verbs):
                    yield Finding("function-name", path, node.lineno, node.name)
            case ast.Name(ctx=ast.Store()) if node.id.strip("_") in nouns:
                yield Finding("variable-name", path, node.lineno, node.id)
            case ast.arg() if node.arg.strip("_") in nouns:
                yield Finding("variable-name", path, node.lineno, node.arg)
            case ast.ExceptHandler(name=str(name)) if name in nouns:
                yield Finding("variable-name", path, node.lineno, name)
            case _:
                pass


def check_script(path: str, source: str, variables: Sequence[str], functions: Sequence[str]) -> Iterator[Finding]:
    """Yield each declared name of a JavaScript module that is on one of the lists."""
    nouns, verbs = frozenset(variables), frozenset(functions)
    for number, line in enumerate(source.splitlines(), start=1):
        for declared in _DECLARED.finditer(line):
            words = _CAMEL.sub("_", declared[1]).lower().strip("_")
            is_function = "function" in declared[0]
            if words in nouns or (is_function and words.split("_")[0] in verbs):
                yield Finding("function-name" if is_function else "variable-name", path, number, declared[1])


def _opens_with(name: str, words: frozenset[str]) -> bool:
    """`_told` and `told_of` break the rule; `is_known` and `read_told` start with a verb."""
    return name.strip("_").split("_")[0] in words

"""Counts what our code does, without a clock: the same input always counts the same.

Our modules are imported a second time with every loop, call, comparison, slice and sum rewritten to report what it
costs: one for a step of Python, and the length of what it goes through for work that Python does in C (`find`, `in`,
`==` of lists, `join`, a slice). Regular expressions count as linear here; `regex_steps` shows that they are.
"""

import ast
import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any

_OURS = ("shared", "worker", "functions", "difflib")
_NAME = "__meter__"
_SIZED = (str, bytes, bytearray, list, tuple, dict, set, frozenset)
_SHORT = frozenset({
    "append", "pop", "get", "setdefault", "add", "discard", "startswith", "endswith", "items", "keys", "values",
    "removeprefix", "removesuffix", "isinstance", "len", "isdecimal", "popitem", "move_to_end", "getattr", "iter",
    "next", "range", "enumerate", "zip", "reversed", "bisect_left", "islice", "takewhile", "map", "filter",
})  # fmt: skip
_INTO = frozenset({"update", "extend"})
"""Cost what they put in, however much is held already."""
_FRAMES = frozenset({"super", "locals", "globals", "vars", "dir", "eval", "exec"})


class TooMuchWork(BaseException):
    """The budget is used up: the code is not waited for."""


class Meter:
    """`steps` so far; TooMuchWork beyond `most`."""

    def __init__(self, most: int) -> None:
        self.steps, self._most = 0, most

    def add(self, steps: int) -> None:
        self.steps += steps
        if self.steps > self._most:
            raise TooMuchWork(f"more than {self._most:,} steps")

    def allow(self, most: int) -> None:
        """From now on at most so many more."""
        self.steps, self._most = 0, most

    def call(self, function: Callable[..., Any], /, *args: Any, **named: Any) -> Any:
        if _NAME in getattr(function, "__globals__", {}) or str(getattr(function, "__module__", "")).startswith(_OURS):
            self.add(1)
            return function(*args, **named)
        name, owner = getattr(function, "__name__", ""), getattr(function, "__self__", None)
        if name in ("find", "index", "rfind", "count") and isinstance(owner, str | bytes):
            return self._searched(function, owner, args)
        if isinstance(owner, re.Pattern):
            return self._matched(function, name, args)
        if name == "raw_decode":
            found = function(*args)
            self.add(1 + found[1] - args[1])
            return found
        if name not in _SHORT:
            whole = (owner, *args) if isinstance(owner, _SIZED) and name not in _INTO else args
            self.add(sum(len(each) for each in whole if isinstance(each, _SIZED)))
        self.add(1)
        return function(*args, **named)

    def _searched(self, function: Any, text: str | bytes, args: tuple[Any, ...]) -> Any:
        start = args[1] if len(args) > 1 else 0
        end = min(args[2], len(text)) if len(args) > 2 else len(text)
        found = function(*args)
        name = function.__name__
        passed = end - start if name == "count" or found < 0 else end - found if name == "rfind" else found - start
        self.add(1 + max(0, passed) + len(args[0]))
        return found

    def _matched(self, function: Any, name: str, args: tuple[Any, ...]) -> Any:
        text = next(
            (each for each in args if isinstance(each, str | bytes) and (name != "sub" or each is args[-1])), ""
        )
        found = function(*args)
        start = args[1] if name in ("match", "search", "fullmatch") and len(args) > 1 else 0
        if name in ("match", "fullmatch"):
            self.add(1 + (found.end() - start if found else 0))
        elif name == "search":
            self.add(1 + (found.end() if found else len(text)) - start)
        else:
            self.add(1 + len(text))
        return found

    def each(self, items: Iterable[Any]) -> Iterator[Any]:
        for item in items:
            self.add(1)
            yield item

    def tick(self) -> None:
        self.add(1)

    def cut(self, value: Any, where: slice) -> Any:
        found = value[where]
        self.add(1 + (len(found) if isinstance(found, _SIZED) else 0))
        return found

    def equal(self, left: Any, right: Any) -> Any:
        if isinstance(left, list | tuple) and isinstance(right, list | tuple) and len(left) == len(right):
            for one, other in zip(left, right, strict=True):
                self.add(1)
                if one != other:
                    break
        elif isinstance(left, str | bytes) and isinstance(right, str | bytes) and len(left) == len(right):
            self.add(1 + len(left) // 16)
        return left == right

    def unequal(self, left: Any, right: Any) -> Any:
        return not self.equal(left, right)

    def within(self, item: Any, whole: Any) -> bool:
        if isinstance(whole, str | bytes) and isinstance(item, str | bytes):
            at = whole.find(item)
            self.add(1 + (at if at >= 0 else len(whole)))
        elif isinstance(whole, list | tuple):
            self.add(1 + len(whole))
        return item in whole

    def without(self, item: Any, whole: Any) -> bool:
        return not self.within(item, whole)

    def sum(self, left: Any, right: Any) -> Any:
        if isinstance(left, str | bytes | list | tuple):
            self.add(len(left) + (len(right) if isinstance(right, _SIZED) else 0))
        return left + right

    def times(self, left: Any, right: Any) -> Any:
        for text, count in ((left, right), (right, left)):
            if isinstance(text, str | bytes | list | tuple) and isinstance(count, int):
                self.add(len(text) * max(0, count))
        return left * right

    def text(self, value: str) -> str:
        self.add(len(value))
        return value


class _Rewrite(ast.NodeTransformer):
    def _ask(self, node: ast.expr, name: str, *args: ast.expr, keywords: list[ast.keyword] | None = None) -> ast.expr:
        method = ast.Attribute(ast.Name(_NAME, ast.Load()), name, ast.Load())
        return ast.copy_location(ast.Call(method, list(args), keywords or []), node)

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id in _FRAMES:
            return node
        return self._ask(node, "call", node.func, *node.args, keywords=node.keywords)

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        self.generic_visit(node)
        names = {ast.Eq: "equal", ast.NotEq: "unequal", ast.In: "within", ast.NotIn: "without"}
        name = names.get(type(node.ops[0]))
        if name is None or len(node.ops) > 1:
            return node
        return self._ask(node, name, node.left, node.comparators[0])

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        self.generic_visit(node)
        if not isinstance(node.ctx, ast.Load) or not isinstance(node.slice, ast.Slice):
            return node
        parts = [part or ast.Constant(None) for part in (node.slice.lower, node.slice.upper, node.slice.step)]
        where = ast.Call(ast.Name("slice", ast.Load()), parts, [])
        return self._ask(node, "cut", node.value, where)

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        self.generic_visit(node)
        name = {ast.Add: "sum", ast.Mult: "times"}.get(type(node.op))
        return self._ask(node, name, node.left, node.right) if name else node

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.expr:
        self.generic_visit(node)
        return self._ask(node, "text", node)

    def visit_FormattedValue(self, node: ast.FormattedValue) -> ast.FormattedValue:
        node.value = self.visit(node.value)  # a format specification is a JoinedStr of another kind
        return node

    def visit_For(self, node: ast.For) -> ast.For:
        self.generic_visit(node)
        node.iter = self._ask(node.iter, "each", node.iter)
        return node

    def visit_comprehension(self, node: ast.comprehension) -> ast.comprehension:
        self.generic_visit(node)
        node.iter = self._ask(node.iter, "each", node.iter)
        return node

    def visit_While(self, node: ast.While) -> ast.While:
        self.generic_visit(node)
        tick = ast.copy_location(ast.Expr(self._ask(node.test, "tick")), node)
        node.body = [tick, *node.body]
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AnnAssign:
        node.value = self.visit(node.value) if node.value else None
        return node

    def visit_arg(self, node: ast.arg) -> ast.arg:
        return node

    def visit_match_case(self, node: ast.match_case) -> ast.match_case:
        node.body = [self.visit(each) for each in node.body]
        return node


class _Loader(importlib.machinery.SourceFileLoader):
    def __init__(self, name: str, path: str, meter: Meter) -> None:
        super().__init__(name, path)
        self._meter = meter

    def get_code(self, fullname: str) -> Any:
        path = self.get_filename(fullname)
        tree = _Rewrite().visit(ast.parse(self.get_data(path), path))
        return compile(ast.fix_missing_locations(tree), path, "exec")

    def exec_module(self, module: ModuleType) -> None:
        module.__dict__[_NAME] = self._meter
        super().exec_module(module)


class _Finder(importlib.abc.MetaPathFinder):
    def __init__(self, meter: Meter) -> None:
        self._meter = meter

    def find_spec(self, name: str, path: Any, target: Any = None) -> Any:
        if not _is_ours(name):
            return None
        spec = importlib.machinery.PathFinder.find_spec(name, path)
        if spec is None or spec.origin is None or not spec.origin.endswith(".py"):
            return spec
        return importlib.util.spec_from_file_location(
            name,
            spec.origin,
            loader=_Loader(name, spec.origin, self._meter),
            submodule_search_locations=spec.submodule_search_locations,
        )


def _is_ours(name: str) -> bool:
    return name.partition(".")[0] in _OURS


@contextmanager
def metered(meter: Meter) -> Iterator[Callable[[str], ModuleType]]:
    """Gives an import that brings our modules in with the meter; the usual ones are back afterwards."""
    usual = {name: sys.modules.pop(name) for name in list(sys.modules) if _is_ours(name)}
    finder = _Finder(meter)
    sys.meta_path.insert(0, finder)
    try:
        yield importlib.import_module
    finally:
        sys.meta_path.remove(finder)
        for name in [name for name in sys.modules if _is_ours(name)]:
            del sys.modules[name]
        sys.modules.update(usual)

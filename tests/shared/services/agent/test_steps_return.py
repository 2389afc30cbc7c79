"""An iteration is a value: a step whose result is not kept would lose what it did without a word."""

import ast
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import pytest

from shared.services import agent
from shared.services.agent.loop_work import Inputs, ToolRound, Work

_FILES = sorted(Path(agent.__path__[0]).rglob("*.py"))


def test_no_step_of_an_iteration_is_called_in_vain() -> None:
    trees = {path: ast.parse(path.read_text()) for path in _FILES}
    shared = {name for tree in trees.values() for name in _steps(tree) if not name.startswith("_")}
    assert {"run_tools", "decide_next", "ask_model", "turn", "change", "note_failure"} <= shared
    lost = [f"{path.name}:{line}" for path, tree in trees.items() for line in _lost(tree, shared | _steps(tree))]
    assert lost == []


def test_every_function_that_takes_the_work_calls_it_so() -> None:
    """The other test knows the value by its name."""
    functions = [one for path in _FILES for one in _functions(ast.parse(path.read_text()))]
    taken = [argument.arg for one in functions for argument in one.args.args if _is_work(argument.annotation)]
    assert set(taken) == {"work"}


def test_the_values_are_frozen_and_hold_nothing_that_can_be_changed() -> None:
    for kind in (Inputs, ToolRound, Work):
        assert kind.__dataclass_params__.frozen, kind
        assert [field.name for field in fields(kind) if str(field.type).startswith(("list", "dict", "set"))] == []


@pytest.mark.parametrize(
    "line",
    [
        "_step(work)",
        "work.change(role='coder')",
        "_ = _step(work)",
        "other = _step(work)",
        "_, ok = _asked(work)",
        "if _asked(work)[1]: pass",
        "print(_step(work))",
        "work.change().seconds_left()",
        "run = _step(work).run",
        "replace(work, next=None)",
        "_step(work) if work else None",
        "text = work.run.id, _step(work)",
        "work, other = work, _step(work)",
        "[_step(work) for _ in range(2)]",
    ],
)
def test_a_result_that_is_thrown_away_is_found(line: str) -> None:
    assert _lost(ast.parse(line), {"_step", "_asked", "change"}) != []


@pytest.mark.parametrize(
    "line",
    [
        "work = _step(work)",
        "work, ok = _asked(work)",
        "known, work = work.known, _step(work)",
        "work = _step(work.change()) if work else work",
        "work = replace(work.change().change(), next=None)",
        "speech.change()",
        "def f(work): return _step(_step(work)), None",
    ],
)
def test_a_result_that_is_kept_is_not(line: str) -> None:
    assert _lost(ast.parse(line), {"_step", "_asked", "change"}) == []


def _functions(tree: ast.AST) -> list[ast.FunctionDef]:
    return [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]


def _steps(tree: ast.AST) -> set[str]:
    """The functions and methods that return the work, alone or first of a tuple; also those that are handed in."""
    handed = {one.arg for each in _functions(tree) for one in each.args.args if _makes_work(one.annotation)}
    return {function.name for function in _functions(tree) if _is_work(function.returns)} | handed


def _makes_work(annotation: ast.expr | None) -> bool:
    match annotation:
        case ast.Subscript(ast.Name("Callable"), ast.Tuple([_, made])):
            return _is_work(made)
    return False


def _is_work(annotation: ast.expr | None) -> bool:
    match annotation:
        case ast.Name("Work") | ast.Constant("Work"):
            return True
        case ast.Subscript(ast.Name("tuple"), ast.Tuple([first, *_])):
            return _is_work(first)
    return False


def _lost(tree: ast.AST, steps: set[str]) -> list[int]:
    """The lines with a step whose result neither is returned, nor becomes `work`, nor goes into another step."""
    parents = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and _is_step(node, steps)]
    return [call.lineno for call in calls if not _is_kept(call, parents, steps)]


def _is_step(node: ast.AST, steps: set[str]) -> bool:
    match node:
        case ast.Call(ast.Name("replace"), [first, *_]):
            return _is_work_value(first, steps)
        case ast.Call(ast.Name(name)):
            return name in steps
        case ast.Call(ast.Attribute(value, name)):
            return name in steps and _is_work_value(value, steps)
    return False


def _is_work_value(node: ast.AST, steps: set[str]) -> bool:
    return (isinstance(node, ast.Name) and node.id in ("work", "self")) or _is_step(node, steps)


def _is_kept(node: ast.AST, parents: dict[ast.AST, ast.AST], steps: set[str]) -> bool:
    match parent := parents.get(node):
        case ast.Return():
            return True
        case ast.Tuple() if isinstance(parents[parent], ast.Return):
            return parent.elts[0] is node
        case ast.Tuple() if isinstance(outer := parents[parent], ast.Assign):
            return any(target is node and _is_name(name) for name, target in _pairs(outer.targets[0], parent))
        case ast.Assign([ast.Tuple([first, *_]) | (ast.Name() as first)]):
            return _is_name(first)
        case ast.IfExp():
            return parent.test is not node and _is_kept(parent, parents, steps)
        case ast.Attribute():
            return _is_step(call := parents[parent], steps) and _is_kept(call, parents, steps)
        case ast.Call():
            return _is_step(parent, steps) and _is_kept(parent, parents, steps)
    return False


def _is_name(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "work"


def _pairs(target: ast.expr, value: ast.Tuple) -> Iterator[tuple[ast.expr, ast.expr]]:
    return zip(target.elts, value.elts, strict=True) if isinstance(target, ast.Tuple) else iter(())

"""Concurrent executions that a deployment reserves: none unless it says so, since a new account has ten in all."""

from devkit.stack.infra import Synthesised


def reserved(stack: Synthesised) -> dict[str, int]:
    functions = [one["Properties"] for one in stack.of_type("AWS::Lambda::Function").values()]
    found = {one.get("FunctionName"): one.get("ReservedConcurrentExecutions") for one in functions}
    return {str(name).partition("-")[2]: count for name, count in found.items() if count is not None}


def test_nothing_is_reserved_by_default(cloud: Synthesised) -> None:
    assert reserved(cloud) == {}


def test_what_the_deployment_reserves_is_the_functions(everything: Synthesised) -> None:
    assert reserved(everything) == {"stream": 100, "run_ended": 5}


def test_limits_of_streams_reach_the_function(everything: Synthesised) -> None:
    functions = [one["Properties"] for one in everything.of_type("AWS::Lambda::Function").values()]
    (stream,) = [one for one in functions if str(one.get("FunctionName")).endswith("-stream")]
    assert stream["Environment"]["Variables"]["STREAM_LIMITS"] == "tenant=80"

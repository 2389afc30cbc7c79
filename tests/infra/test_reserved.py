"""What a deployment has only when it asks: reserved executions, as a new account has few, and SnapStart for the API."""

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


def snapped(stack: Synthesised) -> list[str]:
    return [name for name, each in stack.functions().items() if "SnapStart" in each["Properties"]]


def test_it_is_off_by_default(cloud: Synthesised) -> None:
    assert snapped(cloud) == []


def test_it_is_for_the_api_alone_whose_alias_is_what_is_called(everything: Synthesised) -> None:
    assert snapped(everything) == ["api"]
    assert everything.functions()["api"]["Properties"]["SnapStart"] == {"ApplyOn": "PublishedVersions"}
    assert any("ApiLive" in name for name in everything.of_type("AWS::Lambda::Alias"))
    variables = everything.functions()["api"]["Properties"]["Environment"]["Variables"]
    assert variables["RATE_LIMITS"] == "chat=20"

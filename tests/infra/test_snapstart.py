"""SnapStart: off unless asked for, then for the API alone. Another choice that reaches the functions: their rates."""

from devkit.stack.infra import Synthesised


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

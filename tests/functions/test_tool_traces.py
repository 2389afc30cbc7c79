"""A tool called over HTTP is drawn below its request, as in a run; what it was told and what it said are not."""

from devkit.api.api import Api
from tests.support.aws.traces import Span, drawing, receiver

CONTENT, PATH = "s3cr3t-in-a-file", "src/name-of-a-secret.ts"


def traced(tool: str, params: dict[str, object]) -> tuple[list[Span], bytes]:
    with receiver() as got, drawing(got.url, function=True):
        api = Api()
        app = api.world.make_app(tenant_id="acme")[0]
        api.client.post(f"/api/tools/{tool}", json={"project_id": app.id, "params": params})
        return got.spans(), b"".join(got.bodies)


def test_a_write_and_the_gate_it_passes_are_below_the_request() -> None:
    spans, raw = traced("write_file", {"path": PATH, "content": f"export const a = '{CONTENT}'\n"})
    names = {each.span_id: each.name for each in spans}
    assert {(names.get(each.parent_id, ""), each.name) for each in spans} == {
        ("", "POST /api/tools/{tool}"),
        ("POST /api/tools/{tool}", "execute_tool write_file"),
        ("execute_tool write_file", "compile"),
    }
    tool = next(each for each in spans if each.name == "execute_tool write_file")
    assert tool.attributes["chatbuilder.outcome"] == "ok" and not tool.failed
    assert CONTENT.encode() not in raw and PATH.encode() not in raw


def test_a_refusal_is_told_and_an_unknown_name_is_not() -> None:
    spans, _ = traced("read_file", {"path": "src/nothing.ts"})
    tool = next(each for each in spans if each.name == "execute_tool read_file")
    assert tool.attributes["chatbuilder.outcome"] == "refused"
    spans, raw = traced("tool-of-a-dream", {})
    assert [each.name for each in spans] == ["POST /api/tools/{tool}"] and b"tool-of-a-dream" not in raw

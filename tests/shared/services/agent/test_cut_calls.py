"""A write that the longest answer cut is asked for in parts, and not for ever."""

from devkit.fakes.model import Call, calls
from devkit.loop import LoopDriver
from local.openai_server.reply import Reply
from shared.domain.agent.model_messages import ModelRequest, ToolOutput

FINISH = Call(name="finish", arguments={"summary": "Done.", "rationale": None, "assumptions": None})
PATH = "src/long.ts"


def cut(path: str = PATH, size: int = 900) -> Reply:
    text = '{"path": "' + path + '", "content": "' + "a" * size
    return Reply(calls=(Call(name="write_file", arguments=text),), finish="length")


def words(request: ModelRequest) -> list[str]:
    said = [item.output for item in request.items if isinstance(item, ToolOutput)]
    return [text for text in said if "cut at its longest inside the call" in text]


def test_a_cut_write_is_made_in_parts() -> None:
    first = Call(name="write_file", arguments={"path": PATH, "content": "export const a = 1;\n// NEXT PART\n"})
    edit = {"old": "// NEXT PART", "new": "export const b = 2;", "replace_all": None}
    second = Call(name="edit_file", arguments={"path": PATH, "edits": [edit]})
    loop = LoopDriver([cut(), calls(first), calls(second), calls(FINISH)])
    run = loop.play()
    assert run.status == "completed"
    files = loop.world.snapshots.get(run.tenant_id, run.app_id, run.candidate_tree)
    assert files[PATH].decode() == "export const a = 1;\nexport const b = 2;\n"
    (said,) = words(loop.model.requests[1])
    assert f"write_file {PATH}" in said and "edit_file" in said
    assert "not valid JSON" not in str(loop.model.requests[1].items), "nothing asks for the same call again"


def test_the_same_cut_call_ends_the_run_the_third_time() -> None:
    loop = LoopDriver([cut(size=900 + number) for number in range(9)])
    run = loop.play()
    assert (run.status, run.outcome.failure_code, len(loop.model.requests)) == ("failed", "STUCK", 3)
    assert "output limit" in (run.outcome.summary or "") and PATH in (run.outcome.summary or "")


def test_other_files_are_counted_by_themselves() -> None:
    replies = [reply for number in range(4) for reply in (cut(f"src/f{number}.ts"), calls(
        Call(name="write_file", arguments={"path": f"src/f{number}.ts", "content": f"export const a = {number};\n"})
    ))]  # fmt: skip
    run = LoopDriver([*replies, calls(FINISH)]).play()
    assert run.status == "completed", run.outcome


def test_a_whole_call_of_an_answer_that_was_cut_is_carried_out() -> None:
    whole = Call(name="write_file", arguments={"path": PATH, "content": "export {};\n"})
    loop = LoopDriver([Reply(calls=(whole,), finish="length"), calls(FINISH)])
    assert loop.play().status == "completed" and not words(loop.model.requests[1])

"""Sessions on the running stack: coder and evaluator, the review of what they made, and taking it back."""

import json
from typing import Any

import pytest

from devkit.scripted_model.server import ScriptedModel
from devkit.stack.client import Client
from devkit.stack.project import Project
from local.openai_server.reply import Call, Reply, calls, say
from tests.support.eventually import eventually

pytestmark = pytest.mark.e2e
LINES = "".join(f"export const n{n} = {n};\n" for n in range(30))


def write(path: str, content: str) -> Reply:
    made = Call(name="write_file", arguments={"path": path, "content": content})
    return calls(made, Call(name="finish", arguments={"summary": "Written.", "rationale": None, "assumptions": None}))


def edit(path: str, *pairs: tuple[str, str]) -> Reply:
    edits = [{"old": old, "new": new, "replace_all": None} for old, new in pairs]
    made = Call(name="edit_file", arguments={"path": path, "edits": edits})
    return calls(made, Call(name="finish", arguments={"summary": "Edited.", "rationale": None, "assumptions": None}))


def verdict(decision: str, reasoning: str, message: str | None = None) -> Reply:
    arguments = {"decision": decision, "reasoning": reasoning, "commit_message": message}
    return calls(Call(name="verdict", arguments=arguments))


@pytest.fixture(scope="module")
def project(client: Client, model: ScriptedModel) -> Project:
    made = Project.create(client, model.script, "vanilla", "Sessions")
    made.built()
    made.built(made.save({"op": "upsert_file", "path": "src/numbers.ts", "content": LINES})["id"])
    return made


@pytest.fixture(scope="module")
def session(project: Project) -> str:
    opened = project.client.call("POST", f"/projects/{project.id}/sessions", {})
    assert project.client.call("POST", f"/projects/{project.id}/sessions", {}) == opened
    return str(opened["id"])


def sent(project: Project, session: str, message: str, *replies: Reply) -> dict[str, Any]:
    """The run of a message once it has ended."""
    project.script.push(*replies, match=project.id)
    body = {"message": f"{message} ({project.id})"}
    answer = project.client.call("POST", f"/sessions/{session}/messages", body)
    return eventually(
        lambda: project.client.call("GET", f"/runs/{answer['run_id']}"), lambda run: run["finished_at"] is not None
    )


@pytest.fixture(scope="module")
def approved(project: Project, session: str) -> dict[str, Any]:
    """A change of two places that was rejected once and then approved."""
    return sent(
        project, session, "Change two numbers",
        edit("src/numbers.ts", ("n2 = 2;", "n2 = 22;")), verdict("reject", "The other one too."),
        edit("src/numbers.ts", ("n25 = 25;", "n25 = 52;")), verdict("approve", "Both.", "Change n2 and n25"),
    )  # fmt: skip


def test_what_the_evaluator_approves_waits_for_a_person_and_reads_approved(
    project: Project, session: str, approved: dict[str, Any]
) -> None:
    assert approved["result"]["status"] == "pending_human_review"
    (diff,) = project.client.call("GET", f"/sessions/{session}/diffs/pending")["items"]
    assert (diff["id"], diff["status"], diff["evaluator_verdict"], diff["build_status"], diff["problems"]) == (
        approved["diff_id"], "evaluator_approved", "approved", "succeeded", [],
    )  # fmt: skip
    assert (diff["commit_message"], diff["evaluator_reasoning"]) == ("Change n2 and n25", "Both.")
    said = project.client.call("GET", f"/sessions/{session}/messages")["items"][::-1]
    assert [(one["agent"], one["content"]) for one in said[1:]] == [
        ("vibecoder", "Edited."), ("evaluator", "Rejected: The other one too."),
        ("vibecoder", "Edited."), ("evaluator", "Approved: Both."),
    ]  # fmt: skip


def test_the_model_writes_the_commit_message_as_it_is_told(project: Project, approved: dict[str, Any]) -> None:
    """The function that has the model's key is asked by the API, each held to its own role."""
    path = f"/diffs/{approved['diff_id']}"
    project.script.push(say("Correct two numbers"), match=project.id)
    refined = project.client.call("POST", f"{path}/refine-message", {"instructions": "Shorter"})
    assert (refined["commit_message"], refined["written_by"], refined["why"]) == ("Correct two numbers", "model", None)
    assert project.client.call("GET", path)["commit_message"] == "Change n2 and n25"


def test_one_hunk_is_approved_and_committed(project: Project, approved: dict[str, Any]) -> None:
    path = f"/diffs/{approved['diff_id']}"
    files = [{"path": "src/numbers.ts", "decision": "reject", "hunks": [{"index": 1, "decision": "approve"}]}]
    reviewed = project.client.call("POST", f"{path}/review", {"decision": "reject", "files": files})
    assert reviewed["status"] == "approved"
    committed = project.client.call("POST", f"{path}/commit", {})
    assert committed["status"] == "committed"
    project.built(committed["revision_id"])
    text = project.file("src/numbers.ts", committed["revision_id"])
    assert "n25 = 52" in text and "n2 = 2;" in text
    assert project.revision(committed["revision_id"])["message"] == "Change n2 and n25"
    assert project.client.problem("POST", f"{path}/review", {"decision": "reject"})[:2] == (
        409, "NOT_AWAITING_APPROVAL",
    )  # fmt: skip


def test_what_is_rejected_three_times_reads_rejected_and_a_person_rejects_it_with_feedback(
    project: Project, session: str, approved: dict[str, Any]
) -> None:
    rounds = [reply for n in range(3) for reply in (write("src/note.ts", f"export const note = {n};\n"),
                                                    verdict("reject", f"No {n}."))]  # fmt: skip
    run = sent(project, session, "Write a note", *rounds)
    assert (run["status"], run["failure_code"], run["result"]["final_feedback"]) == (
        "failed", "MAX_ITERATIONS", "No 2.",
    )  # fmt: skip
    path = f"/diffs/{run['diff_id']}"
    diff = project.client.call("GET", path)
    assert (diff["status"], diff["evaluator_verdict"]) == ("pending_review", "rejected")
    assert [problem["code"] for problem in diff["problems"]] == ["EVALUATOR_REJECTED", "MAX_ITERATIONS"]
    assert diff["commit_message"] == "Add note.ts"
    assert project.client.call("GET", f"/sessions/{session}/diffs/pending")["items"][0]["status"] == "pending_review"
    rejected = project.client.call("POST", f"{path}/review", {"decision": "reject", "feedback": "Not at all."})
    assert (rejected["status"], rejected["human_feedback"]) == ("human_rejected", "Not at all.")
    assert project.client.problem("POST", f"{path}/commit", {})[:2] == (409, "NOT_AWAITING_APPROVAL")
    assert "src/note.ts" not in {entry["path"] for entry in project.state()["tree"]}


def test_messages_of_a_later_turn_hold_no_words_of_the_earlier_ones(
    project: Project, session: str, approved: dict[str, Any]
) -> None:
    run = sent(project, session, "Is it done?", Reply(text=("Yes, it is.",)))
    said = project.client.call("GET", f"/sessions/{session}/messages?limit=1")["items"]
    assert [one["content"] for one in said if one["agent"] != "user"] == ["Yes, it is."]
    full = project.client.call("GET", f"/messages/{said[0]['id']}/full")
    assert [item["content"] for item in full["openai_response"]["output"]] == ["Yes, it is."]
    assert run["result"]["status"] == "completed"


@pytest.fixture(scope="module")
def two_changes(project: Project, approved: dict[str, Any]) -> list[str]:
    """Two committed turns of the chat, in two files."""
    runs = [project.chat("Write one", write("src/one.ts", "export const one = 1;\n")),
            project.chat("Write two", write("src/two.ts", "export const two = 2;\n"))]  # fmt: skip
    assert [talk.done["status"] for talk in runs] == ["completed", "completed"]
    return [talk.run_id for talk in runs]


def test_undo_shows_what_it_takes_back_and_then_does(project: Project, two_changes: list[str]) -> None:
    before = project.draft
    shown = project.client.call("POST", f"{project.builder}/undo")
    assert (shown["applies"], shown["revision"], project.draft) == (True, None, before)
    assert [file["path"] for file in shown["files"]] == ["src/two.ts"]
    undone = project.client.call("POST", f"{project.builder}/undo?confirm=true")
    assert undone["revision"]["origin"] == "revert"
    project.built(undone["revision"]["id"])
    tree = {entry["path"] for entry in project.state()["tree"]}
    assert "src/one.ts" in tree and "src/two.ts" not in tree


def test_a_run_is_rolled_back_and_later_work_stays(project: Project, two_changes: list[str]) -> None:
    later = project.save({"op": "upsert_file", "path": "src/later.ts", "content": "export const later = 1;\n"})
    project.built(later["id"])
    back = project.client.call("POST", f"/runs/{two_changes[0]}/rollback", status=201)
    assert back["origin"] == "revert"
    project.built(back["id"])
    tree = {entry["path"] for entry in project.state()["tree"]}
    assert "src/later.ts" in tree and "src/one.ts" not in tree
    assert project.client.problem("POST", f"/runs/{two_changes[0]}/rollback")[:2] == (422, "NOT_READY")


def test_tools_over_http_read_save_and_refuse(project: Project) -> None:
    def use(tool: str, **params: Any) -> dict[str, Any]:
        body = {"project_id": project.id, "params": params}
        answer: dict[str, Any] = project.client.call("POST", f"/api/tools/{tool}", body)
        return answer

    read = use("read_file", path="src/content.ts")
    assert read["success"] and read["data"]["content"] == project.file("src/content.ts")
    before = project.draft
    saved = use("write_file", path="src/tool.ts", content="export const tool = 1;\n")
    assert saved["success"] and saved["data"]["revision_id"] == project.draft != before
    project.built(project.draft)
    assert project.file("src/tool.ts") == "export const tool = 1;\n"
    now = project.draft
    refused = use("write_file", path="../outside.ts", content="")
    assert not refused["success"] and refused["stderr"]
    assert not use("run_command", command="rm -rf /")["success"]
    body = {"project_id": project.id, "params": {}}
    assert project.client.problem("POST", "/api/tools/no_such_tool", body)[:2] == (404, "NOT_FOUND")
    assert project.draft == now
    assert json.dumps(refused)
    assert project.script.left == 0, "the model was asked less often than the tests say"

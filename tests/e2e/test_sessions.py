"""Sessions on the running stack: coder and evaluator, the review of what they made, and taking it back."""

from typing import Any

import pytest

from devkit.stack.project import Make, Project
from local.openai_server.reply import Call, Reply, calls, say
from tests.support.eventually import eventually

LINES = "".join(f"export const n{n} = {n};\n" for n in range(30))


def edit(path: str, *pairs: tuple[str, str]) -> Reply:
    edits = [{"old": old, "new": new, "replace_all": None} for old, new in pairs]
    made = Call(name="edit_file", arguments={"path": path, "edits": edits})
    return calls(made, Call(name="finish", arguments={"summary": "Edited.", "rationale": None, "assumptions": None}))


def verdict(decision: str, reasoning: str, message: str | None = None) -> Reply:
    arguments = {"decision": decision, "reasoning": reasoning, "commit_message": message}
    return calls(Call(name="verdict", arguments=arguments))


@pytest.fixture(scope="module")
def project(make: Make) -> Project:
    made = make("vanilla", "Sessions").ready()
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
        ("vibecoder", "Edited."),
        ("evaluator", "Rejected: The other one too."),
        ("vibecoder", "Edited."),
        ("evaluator", "Approved: Both."),
    ]


def test_the_model_writes_the_commit_message_as_it_is_told(project: Project, approved: dict[str, Any]) -> None:
    """The function that has the model's key is asked by the API, each held to its own role."""
    path = f"/diffs/{approved['diff_id']}"
    project.script.push(say("Correct two numbers"), match=project.id)
    refined = project.client.call("POST", f"{path}/refine-message", {"instructions": "Shorter"})
    assert (refined["commit_message"], refined["written_by"], refined["why"]) == ("Correct two numbers", "model", None)
    assert project.client.call("GET", path)["commit_message"] == "Change n2 and n25"

"""What the screens of the Studio show: an app that somebody works on, and one that waits for a person."""

from dataclasses import dataclass
from typing import Any

from devkit.scripted_model.replies import finish
from devkit.scripted_model.server import Script
from devkit.stack.client import Client, chunks
from devkit.stack.project import Project
from devkit.studio.pages_world import make_fighting, make_reaching
from devkit.studio.plan_world import make_plan
from local.openai_server.reply import Call, Reply, Tokens, calls

CHANGE = "Make it the page of the salon Rosa, with three services, opening hours and a contact form"
PROPOSAL = "Add a section with questions and answers"
JUDGED, CAPPED, WAITS, WORKS = "Say when we are open", "Compare our prices", "Sort the files", "Add a map"
LATER = "Then make the headings larger, and give each of them some air above"


@dataclass(frozen=True)
class World:
    """Ids for the addresses of the screens. `other` has three chats and a run that was `asked` for a word, `third` a
    model that speaks slowly, and a plan with a `part` that has changed, an open `question` and one about two places
    that contradict each other (`doubled`); `before` is an older version of `doc`, which a person has confirmed.
    The page of `reaching` is kept from hosts, that of `fighting` takes the keyboard."""

    app: str
    diff: str
    revision: str
    run: str
    other: str
    third: str
    part: str
    question: str
    doubled: str
    judged: str
    capped: str
    waits: str
    asked: str
    doc: str
    before: str
    reaching: str
    fighting: str

    def place(self, template: str) -> str:
        """An address below `/studio/`."""
        return template.format(**vars(self))


def edit(path: str, *pairs: tuple[str, str]) -> Call:
    """A call of the model."""
    return Call(name="edit_file", arguments={"path": path, "edits": [{"old": old, "new": new} for old, new in pairs]})


def write(path: str, content: str) -> Call:
    """A call of the model."""
    return Call(name="write_file", arguments={"path": path, "content": content})


def verdict(decision: str, reasoning: str, message: str | None = None) -> Reply:
    """What a reviewer decides."""
    said = {"decision": decision, "reasoning": reasoning, "commit_message": message}
    return calls(Call(name="verdict", arguments=said), usage=Tokens(input_tokens=2100, output_tokens=90))


NAME, TITLE = ("Starter", "Salon Rosa"), ("A good place to start", "Your hair in good hands")
HOURS = write("src/hours.ts", 'export const hours = "9 to 5";\n')
REPLIES = (
    calls(edit("src/content.ts", NAME, TITLE)),
    finish("The page is Rosa's now."),
    calls(edit("src/content.ts", (TITLE[1], f"{TITLE[1]} since 1987")), HOURS),
    finish("Opening hours."),
)
"""What a scripted model answers for the first app: each request holds the first message."""

KNOWN = {
    "plan": ["[x] The page of the salon", "[x] Opening hours", "Questions and answers", "A form for requests"],
    "requirements": {"Tone": "Warm and short", "Languages": ["English", "German"]},
    "decisions": [{"decision": "No online payment", "reason": "People pay in the salon."}],
}
KEPT: tuple[tuple[str, dict[str, Any]], ...] = (
    (
        "notes",
        {
            "title": "Talk with Rosa",
            "text": "She wants the **prices** on the first page, and no stock photos.\n\n"
            "- Mondays are closed\n- The second chair opens in May",
        },
    ),
    ("notes", {"text": "The wall behind the mirror is green: take it for the accent."}),
    ("tasks", {"description": "Read the hours out of the calendar", "metadata_json": {"kind": "backend"}}),
    (
        "tasks",
        {
            "description": "Show the opening hours on the first page",
            "priority": "high",
            "metadata_json": {
                "estimated_effort": "S",
                "risk_level": "high",
                "dependencies": ["Read the hours out of the calendar"],
                "acceptance_criteria": ["Closed days are said", "It fits 390 pixels"],
            },
        },
    ),
    ("memory", {"text": "Say du, never Sie.", "tags": ["tone"], "pinned": True}),
    ("memory", {"text": "A cut is with a wash unless somebody says otherwise.", "tags": ["prices", "words"]}),
)
"""What people keep about the first app."""
SPEC = """# Dates

Visitors of the salon book a date by themselves.

## Calendar

The free hours of a week are shown, and Mondays are closed.

## Mail

A visitor gets a mail with the date. Nobody else sees it.
"""
DOCUMENTS: tuple[tuple[str, str], ...] = (
    ("Dates", SPEC.replace(", and Mondays are closed", "")),
    ("Minutes of the first talk", "Rosa says: no stock photos.\nThe second chair opens in May.\n"),
    ("Dates", SPEC),
)
"""Texts of the first app, in the order in which they are brought; the last takes the place of the first."""
TABLE = """Here is what the three sites in town ask for:

| service | Rosa | the others | note |
|---|---:|---:|---|
| Cut | 38 € | 35 to 52 € | with a wash |
| Colour | 64 € | 70 to 95 € | from one hour |
| Beard | 18 € | 15 to 25 € | no date needed |

1. **Cut** is in the middle.
2. **Colour** is below all of them, so there is room for `+10 %`.

```ts
export const prices = { cut: 38, colour: 64, beard: 18 };
```

> A price that is said at once is asked for less often.
"""
THOUGHT = ("The prices are in the content. ", "I compare them with what is written in the notes.")
USED = Tokens(input_tokens=5400, output_tokens=620, cached_tokens=4100)
OPEN, SHUT = 'export const open = "9 to 5";\n', 'export const open = "Tuesday to Saturday, 9 to 18";\n'
OLD = Call(name="delete_files", arguments={"paths": ["src/old.ts"]})
READ = Call(name="read_file", arguments={"path": "src/content.ts"})
ALOUD = "I look at the page first, then at where a map fits best. " * 4
SLOW = Reply(text=tuple(f"{word} " for word in ALOUD.split()), calls=(READ,), delay=0.6)


def make_world(project: Project) -> World:
    """An app with a change that was kept, a publication, and a proposal that waits. Any model may answer.

    The second app is told by `project.script` alone: reviewed twice, stopped at a cap, waiting for a word.
    """
    project.built()
    kept = _ending(project, CHANGE)
    project.built()
    project.publish()
    waits = _ending(project, PROPOSAL, review="before")
    _write_down(project)
    before, doc = _documents(project)
    client, script = project.client, project.script
    other = _other(client, script)
    return World(
        app=project.id, diff=str(waits["diff_id"]), revision=str(kept["revision_id"]), run=str(kept["run_id"]), doc=doc,
        before=before, reaching=make_reaching(client, script), fighting=make_fighting(client, script), **other,
    )  # fmt: skip


def _write_down(project: Project) -> None:
    """What the project knows of itself, beside its stack."""
    client, place = project.client, f"/projects/{project.id}"
    version = client.call("GET", f"{place}/state")["version"]
    client.call("PATCH", f"{place}/state", {"version": version, **KNOWN})
    for kind, body in KEPT:
        client.call("POST", f"{place}/{kind}", body, status=201)


def _documents(project: Project) -> tuple[str, str]:
    """The version before and the one that took its place, which a person has confirmed."""
    brought = dict[str, str]()
    for title, text in DOCUMENTS:
        older = {"replaces": brought[title]} if title in brought else {}
        body = {"title": title, "text": text, **older}
        before, brought[title] = (
            brought.get(title, ""),
            str(project.client.call("POST", f"/projects/{project.id}/docs/text", body, status=201)["id"]),
        )
    project.client.call("POST", f"/projects/{project.id}/docs/{brought[title]}/confirm")
    return before, brought[title]


def _other(client: Client, script: Script) -> dict[str, str]:
    other = Project.create(client, script, "vanilla", "Salon Bruno, barber and beard in the old town")
    other.save({"op": "upsert_file", "path": "src/old.ts", "content": "export const old = 1;\n"})
    client.call("PATCH", other.path, {"evaluator": "model"})
    _tell(script)
    judged = _ending(other, JUDGED, new_conversation=True)
    client.call("PATCH", other.path, {"evaluator": "build"})
    capped = _ending(other, CAPPED, new_conversation=True, budget={"model_calls": 2})
    waits = _ending(other, WAITS, new_conversation=True, autonomy="suggest")
    third = Project.create(client, script, "vanilla", "Clara")
    plan = make_plan(client, script, third.id)
    return {
        "other": other.id,
        "third": third.id,
        "part": plan.part,
        "question": plan.question,
        "doubled": plan.doubled,
        "asked": str(waits["run_id"]),
    } | {name: str(one["chat"]) for name, one in (("judged", judged), ("capped", capped), ("waits", waits))}


def _tell(script: Script) -> None:
    """What is said later stands first: a later request may quote an earlier one, and the first that fits is taken."""
    done = (finish("There is a map."), finish("The headings are larger."))
    script.push(SLOW, *done, SLOW, *done, match=WORKS)
    script.push(calls(OLD, HOURS, text=("I would tidy up first.",), usage=USED), finish("Sorted."), match=WAITS)
    script.push(
        Reply(reasoning=THOUGHT, text=(TABLE,), calls=(HOURS,), usage=USED), calls(READ, usage=USED), match=CAPPED
    )
    script.push(
        calls(write("src/open.ts", OPEN), usage=USED),
        finish("It says when you are open."),
        verdict("reject", "Monday is closed, and the page does not say so."),
        calls(write("src/open.ts", SHUT), usage=USED),
        finish("It says the days too."),
        verdict("approve", "Days and hours are there.", "Say when the salon is open"),
        match=JUDGED,
    )


def _ending(project: Project, message: str, **options: Any) -> dict[str, Any]:
    """How a message ended; in the words of a person, without what a test would add to it."""
    with project.client.stream("POST", f"{project.builder}/chat/stream", {"message": message, **options}) as answer:
        (done,) = (chunk["data"] for chunk in chunks(answer) if chunk["type"] == "data-done")
        (newest, *_) = project.client.call("GET", f"{project.builder}/threads")["items"]
        return {**done, "run_id": answer.headers["x-run-id"], "chat": newest["id"]}

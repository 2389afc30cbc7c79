"""A specification of the third app, in two versions, with what a model finds in it and the tasks it writes."""

import json
import time
from typing import Any, NamedTuple

from devkit.scripted_model.server import Script
from devkit.stack.client import Client
from devkit.stack.project import TICK
from local.openai_server.reply import Reply
from shared.domain.agent.model_messages import ModelRequest, UserMessage

ASKED = "build plan"
"""Words of the instructions with which documents are read and tasks are written."""
FIRST = """# The site of Clara's salon

## Phase 1: Opening

### Calendar

Visitors see the free hours of a week.

A visitor asks for an hour with a name and a phone number.

### Mail

A visitor gets a mail with the date and the price, and is reminded two days before.

Clara gets a mail for each hour that somebody asks for.

## Phase 2: Regulars

### Gift cards

A gift card is ordered on the site and paid in the salon.

### Reminders

A day before the date a reminder is sent.

## Still open

- Whether the site is to be in Polish too.
"""
SECOND = (
    FIRST.replace("free hours of a week.", "free hours of the next four weeks, without Mondays.")
    .replace("### Gift cards\n\nA gift card is ordered on the site and paid in the salon.\n\n", "")
    .replace("## Phase 2", "### Imprint\n\nThe imprint names Clara and the tax number.\n\n## Phase 2")
)
FOUND: dict[str, tuple[str, str]] = {
    "Visitors see the free hours of a week.": ("Free hours", "high"),
    "Visitors see the free hours of the next four weeks, without Mondays.": ("Free hours", "high"),
    "A visitor asks for an hour with a name and a phone number.": ("Ask for an hour", "normal"),
    "A visitor gets a mail with the date and the price, and is reminded two days before.": (
        "Mail to the visitor",
        "normal",
    ),
    "Clara gets a mail for each hour that somebody asks for.": ("Mail to Clara", "normal"),
    "A gift card is ordered on the site and paid in the salon.": ("Order a gift card", "low"),
    "A day before the date a reminder is sent.": ("Reminder the day before", "low"),
    "The imprint names Clara and the tax number.": ("Names and tax number", "normal"),
}
BOTH = "A visitor gets a mail with the date and the price, and is reminded two days before."
DOUBLED = (BOTH, "A day before the date")
NEEDED = {"Mail to the visitor": ["mail", "server"], "Reminder the day before": ["mail", "schedule"]}
_SHOW, _FORM = "Show a week at a glance", "A form with name and phone"
_HOURS, _MAIL = "Read the hours out of the calendar", "Write the mail with date and price"
TASKS: dict[str, tuple[tuple[str, str, str, tuple[str, ...]], ...]] = {
    "Free hours": ((_HOURS, "backend", "M", ()), (_SHOW, "frontend", "S", (_HOURS,))),
    "Ask for an hour": ((_FORM, "frontend", "S", (_SHOW,)),),
    "Mail to the visitor": ((_MAIL, "backend", "S", (_FORM,)),),
    "Mail to Clara": (("Tell Clara of each wish", "backend", "XS", (_FORM,)),),
    "Order a gift card": (("A page for gift cards", "frontend", "M", ()),),
    "Names and tax number": (("Write the imprint", "docs", "XS", ()),),
    "Reminder the day before": (("Send reminders by the clock", "infra", "L", (_MAIL,)),),
}


def answer(request: ModelRequest) -> Reply:
    """What the model says of a part of the text, of siblings, or of one node."""
    said = "\n".join(item.content for item in request.items if isinstance(item, UserMessage))
    if "<nodes>" in said:
        return _reply({"operations": []})
    if "<node>" in said:
        title = said.split("<node>\n| ")[1].split("\n")[0].split(": ", 1)[1]
        return _reply({"tasks": [_task(*each) for each in TASKS.get(title, ())]})
    found = [(quote, *more) for quote, more in FOUND.items() if quote in said]
    asked = [_doubled(*DOUBLED)] if all(words in said for words in DOUBLED) else []
    return _reply({"requirements": [*(_requirement(*each) for each in found), *asked]})


class Made(NamedTuple):
    """Ids of parts of a plan: one that a newer version of the text has changed, with open tasks, one whose only task
    waits, what the text leaves open, and where it says two things.
    """

    part: str
    mail: str
    question: str
    doubled: str


def make_plan(client: Client, script: Script, app: str) -> Made:
    script.answer(answer, match=ASKED)
    first = _read(client, app, FIRST)
    _done(client, first, f"/blueprints/{first}/generate_all_tasks", "tasks_job")
    (part,) = (node["id"] for node in _nodes(client, first) if node["title"] == "Free hours")
    (asks,) = (node["id"] for node in _nodes(client, first) if node["title"] == "Ask for an hour")
    client.call("PATCH", f"/plan_nodes/{part}", {"status": "in_progress", "comment": "Phones first, please."})
    client.call("PATCH", f"/plan_nodes/{asks}", {"extra_metadata": {"auto_status_from_tasks": True}})
    second = _read(client, app, SECOND, base_blueprint_id=first)
    nodes = _nodes(client, second)
    (mail,) = (node["id"] for node in nodes if node["title"] == "Mail to Clara")
    asked = {node["contradicts"]: str(node["id"]) for node in nodes if node["is_question"]}
    return Made(str(part), str(mail), asked[False], asked[True])


def _read(client: Client, app: str, text: str, **base: str) -> str:
    document = client.call("POST", f"/projects/{app}/docs/text", {"title": "Clara", "text": text}, status=201)["id"]
    body = {"document_id": document, "title": "Clara's salon", "mark_active": True, **base}
    blueprint = str(client.call("POST", f"/projects/{app}/blueprints", body, status=201)["id"])
    _done(client, blueprint, f"/blueprints/{blueprint}/generate_plan", "ingestion_job")
    return blueprint


def _done(client: Client, blueprint: str, order: str, job: str) -> None:
    client.call("POST", order, {}, status=202)
    until = time.monotonic() + 300
    while (now := client.call("GET", f"/blueprints/{blueprint}")[job])["status"] != "done":
        assert now["status"] != "error" and time.monotonic() < until, now
        time.sleep(TICK)


def _nodes(client: Client, blueprint: str) -> list[dict[str, Any]]:
    def every(branches: list[dict[str, Any]]) -> list[dict[str, Any]]:
        return [node for branch in branches for node in (branch, *every(branch["children"]))]

    return every(client.call("GET", f"/blueprints/{blueprint}")["plan_tree"])


def _requirement(quote: str, title: str, priority: str) -> dict[str, Any]:
    wanted = {"kind": "feature", "title": title, "summary": quote, "quote": quote, "priority": priority}
    return {**wanted, "acceptance": ["It works on a phone"], "needs": NEEDED.get(title, [])}


def _doubled(quote: str, against: str) -> dict[str, Any]:
    """The question that a model asks where two places cannot both hold."""
    title = "Is the reminder sent two days before the date, or one?"
    return {"kind": "story", "title": title, "quote": quote, "against": against, "open": True}


def _task(title: str, kind: str, effort: str, dependencies: tuple[str, ...]) -> dict[str, Any]:
    seen = {"acceptance_criteria": [f"{title}: one sees it in the preview"], "dependencies": list(dependencies)}
    return {"title": title, "kind": kind, "estimated_effort": effort, "risk_level": "low", **seen}


def _reply(answer: dict[str, Any]) -> Reply:
    return Reply(text=(json.dumps(answer),))

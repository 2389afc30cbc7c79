"""Apps whose pages the Studio keeps in check: one asks other hosts for something, one fights for the keyboard."""

from typing import Any

from devkit.scripted_model.replies import finish
from devkit.scripted_model.server import Script
from devkit.stack.client import Client, chunks
from devkit.stack.project import Project
from local.openai_server.reply import Call, calls

REACHES = "Say on the page whether the ferry runs today"
HOSTS = ("api.example.com", "timetables.of-all-the-ferries-between-the-old-town-and-the-islands.example.com")
"""No one has allowed them, and a page that a person has not confirmed reaches no other host."""
ENTRY = '<script type="module" src="/src/main.ts"></script>'
FERRY = "".join(f'fetch("https://{host}/today").catch(() => undefined);\n' for host in HOSTS) + "export {};\n"
FIGHT = """const box = document.body.appendChild(document.createElement("input"));
box.ariaLabel = "Name";
setInterval(() => box.focus(), 20);
export {};
"""


def make_reaching(client: Client, script: Script) -> str:
    """An app whose agent has made its page ask two hosts; its id."""
    project = Project.create(client, script, "vanilla", "Ferry of the lake")
    entry = {"old": ENTRY, "new": f'{ENTRY}\n    <script type="module" src="/src/ferry.ts"></script>'}
    file = Call(name="write_file", arguments={"path": "src/ferry.ts", "content": FERRY})
    page = Call(name="edit_file", arguments={"path": "index.html", "edits": [entry]})
    script.push(calls(file, page), finish("The page asks the ferries."), match=REACHES)
    project.built()
    body: dict[str, Any] = {"message": REACHES}
    with client.stream("POST", f"{project.builder}/chat/stream", body) as answer:
        ends = [chunk["data"] for chunk in chunks(answer) if chunk["type"] == "data-done"]
    assert [end["revision_id"] for end in ends] == [project.built()]
    return project.id


def make_fighting(client: Client, script: Script) -> str:
    """An app whose page takes the keyboard again and again; its id."""
    project = Project.create(client, script, "vanilla", "Keyboard trainer")
    project.save({"op": "upsert_file", "path": "src/main.ts", "content": FIGHT})
    project.built()
    return project.id

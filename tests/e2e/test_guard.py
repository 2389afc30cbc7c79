"""The regression guard by the whole stack: a later turn breaks what an earlier one built, is told so, and mends it."""

from typing import Any

from devkit.scripted_model.replies import finish, write
from devkit.stack.project import Project, Talk
from local.openai_server.reply import call

PATH = "tests/acceptance/adding-an-item-puts-it-in-the-list.json"
MAIN = "src/main.tsx"
LIST = """import { createRoot } from "react-dom/client";
import { useState } from "react";

function List() {
  const [items, setItems] = useState<string[]>([]);
  const [text, setText] = useState("");
  return (
    <main>
      <h1>Shopping</h1>
      <label>Item <input value={text} onChange={(event) => setText(event.target.value)} /></label>
      <button onClick={() => { setItems([...items, text]); setText(""); }}>Add</button>
      <ul>{items.map((item) => <li key={item}>{item}</li>)}</ul>
    </main>
  );
}

createRoot(document.getElementById("root")!).render(<List />);
"""
BROKEN = LIST.replace("setItems([...items, text]); ", "").replace("Shopping", "Groceries").replace("setItems]", "]")
MENDED = LIST.replace("Shopping", "Groceries")
ADDS = {
    "title": "Adding an item puts it in the list",
    "steps": [
        {"do": "open", "path": "/"},
        {"do": "fill", "role": "textbox", "name": "Item", "text": "Milk"},
        {"do": "click", "role": "button", "name": "Add"},
    ],
    "expect": [{"role": "listitem", "count": 1}, {"text": "Milk"}],
}


def verdicts(talk: Talk) -> list[dict[str, Any]]:
    return [chunk["data"] for chunk in talk.chunks if chunk["type"] == "data-verdict"]


def test_a_check_of_the_first_turn_catches_what_the_second_one_breaks(react: Project) -> None:
    others = dict.fromkeys(("types", "tests", "page"), "off")
    react.client.call("PATCH", react.path, {"settings": {"gates": others}})
    nothing = {
        **ADDS,
        "title": "Nothing",
        "steps": ADDS["steps"][:1],
        "expect": [{"role": "button", "name": "Gone", "count": 0}],
    }
    made = react.chat(
        "A shopping list where I can add items",
        write(LIST, MAIN), call("add_check", **ADDS), call("add_check", **nothing), finish(),
        call("delete_files", paths=["tests/acceptance/nothing.json"]), finish(),
    )  # fmt: skip
    assert made.done["status"] == "completed", made.chunks[-3:]
    refused, kept = verdicts(made)
    assert [found["code"] for found in refused["verdict"]["acceptance"]["diagnostics"]] == ["ACCEPTANCE_PROVES_NOTHING"]
    assert kept["ok"] and kept["verdict"]["acceptance"]["status"] == "passed"

    renamed = react.chat("Call it Groceries", write(BROKEN, MAIN), finish(), write(MENDED, MAIN), finish())
    broke, mended = verdicts(renamed)
    (found,) = broke["verdict"]["acceptance"]["diagnostics"]
    assert not broke["ok"] and found["code"] == "ACCEPTANCE_RESULT" and found["path"] == PATH
    made_by, _, how = found["message"].partition(" failed ")
    assert made_by.startswith('The check "' + ADDS["title"] + '" (of the turn "A shopping list where I can add items')
    assert how == "at step 4, expect listitem 1 times: There is no listitem.", found
    assert mended["ok"] and renamed.done["status"] == "completed"

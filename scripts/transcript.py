"""`make transcript`: a turn whose checks fail and that repairs it, on a throwaway stack, as a person would read it.

The model is scripted; the gates, the worker's build, its checks and the revision are real.
"""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from benchmarks.stage import Stage, stage
from local.openai_server.reply import Call, Reply, Tokens

MESSAGE = "Say how many guests fit in, on the start page"
SUMMARY = "The number of guests is exported; it was written as text first, which the type check refused."
_CONTENT, _HEAD = "src/content.ts", "export const site = {"
_WRONG = 'export const guests: number = "forty-two";'
_RIGHT = "export const guests: number = 42;"
_WIDTH = 116
_SHOWN = ("path", "start_line", "end_line")


def main() -> None:
    """Play the turn and print its timeline."""
    with stage() as here:
        app = here.make_app()
        here.wait_built(app["id"], app["draft_revision_id"])
        here.model.script.push(*replies())
        print(f"> {MESSAGE}\n")
        for line in timeline(play(here, app["id"])):
            print(line, flush=True)


def replies() -> list[Reply]:
    """What the model answers: a look, a change that does not pass the type check, its repair."""
    look = Call(name="read_file", arguments={"path": _CONTENT, "start_line": 1, "end_line": 12})
    finish = Call(name="finish", arguments={"summary": SUMMARY, "rationale": None, "assumptions": None})
    change = edit(_HEAD, f"{_WRONG}\n{_HEAD}")
    spent = Tokens(input_tokens=9_200, output_tokens=140, cached_tokens=8_100)
    return [
        Reply(text=("I look at the content first.",), calls=(look,), usage=spent),
        Reply(text=("I add the number of guests.",), calls=(change, finish), usage=spent),
        Reply(
            text=("The type check is right: this must be a number.",), calls=(edit(_WRONG, _RIGHT), finish), usage=spent
        ),
    ]


def edit(old: str, new: str) -> Call:
    """One edit of the content."""
    return Call(
        name="edit_file", arguments={"path": _CONTENT, "edits": [{"old": old, "new": new, "replace_all": None}]}
    )


def play(here: Stage, app_id: str) -> Iterator[dict[str, Any]]:
    """The chunks of the turn as they arrive."""
    url = f"/admin/apps/{app_id}/builder/chat/stream"
    with here.client.stream("POST", url, json={"message": MESSAGE}) as answer:
        answer.raise_for_status()
        for line in answer.iter_lines():
            if line.startswith("data: {"):
                yield json.loads(line[6:])


def timeline(chunks: Iterable[dict[str, Any]]) -> Iterator[str]:
    """The lines of a turn: one for each thing that happened, in order."""
    names: dict[str, str] = {}
    words: list[str] = []
    for chunk in chunks:
        kind = chunk["type"]
        if kind == "text-delta":
            words.append(chunk["delta"])
        elif kind == "text-end":
            yield line("model", "".join(words))
            words.clear()
        elif kind == "tool-input-available":
            names[chunk["toolCallId"]] = chunk["toolName"]
            yield line("call", f"{chunk['toolName']} {shown_arguments(chunk['input'])}")
        elif kind in ("tool-output-available", "tool-output-error"):
            yield line("ok" if kind.endswith("available") else "refused", result(names, chunk))
        elif kind.startswith("data-"):
            yield from event(kind, chunk["data"])


def event(kind: str, data: dict[str, Any]) -> Iterator[str]:
    """The lines of one of our own events."""
    match kind:
        case "data-stage":
            yield f"{data['stage'].upper()}"
        case "data-build":
            took = f" in {data['duration_ms']:,} ms" if data.get("duration_ms") is not None else ""
            yield line("build", f"{data['status']}{took} {data.get('message') or ''}".rstrip())
        case "data-diagnostics":
            for found in data["diagnostics"]:
                place = ":".join(str(found[part]) for part in ("path", "line", "column") if found.get(part))
                yield line(data["source"], f"{found['code']} {place} {found['message']}")
        case "data-revision":
            yield line("revision", f"{data['revision_id']} kept")
        case "data-done":
            usage = data["usage"]
            spent = f"{usage['model_calls']} calls, {usage['prompt_tokens']:,} tokens in"
            yield line("usage", f"{spent} ({usage['cached_tokens']:,} cached), {usage['completion_tokens']:,} out")
            yield line(data["status"], data["summary"])


def shown_arguments(arguments: Any) -> str:
    """The telling arguments of a call."""
    known = arguments if isinstance(arguments, dict) else {}
    parts = [f"{known[name]}" for name in _SHOWN if known.get(name) is not None]
    parts += [f"`{first(each['old'])}` -> `{first(each['new'])}`" for each in known.get("edits") or ()]
    return " ".join(parts)


def result(names: dict[str, str], chunk: dict[str, Any]) -> str:
    text = chunk.get("errorText") or (chunk.get("output") or {}).get("text", "")
    return f"{names.get(chunk['toolCallId'], '')}: {first(text)}"


def first(text: str) -> str:
    return next(iter(text.strip().split("\n")), "")


def line(what: str, text: str) -> str:
    """One line, cut to the width of a terminal."""
    shown = f"  {what:<9} {first(text)}".rstrip()
    return shown if len(shown) <= _WIDTH else f"{shown[: _WIDTH - 3]}..."


if __name__ == "__main__":
    main()

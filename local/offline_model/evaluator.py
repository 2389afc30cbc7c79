"""The offline model as evaluator: it compares the change with the request by rules, and says that it did."""

import html
import re
from dataclasses import dataclass
from functools import cached_property

from local.offline_model.answer import Answer, call
from local.offline_model.blocks import component, kinds, literal
from local.offline_model.intents import Add, Intent, Look, Remove, Replace, Site, Words
from local.offline_model.page import section_name
from local.offline_model.plan import is_called, plan
from local.offline_model.project import INDEX, MARKUP, SECTIONS, Project
from local.offline_model.reading import readings
from local.offline_model.transcript import Transcript
from local.offline_model.wish import Wish, read_wish
from local.openai_server.reply import Call
from shared.domain.agent.model_messages import ModelRequest, UserMessage
from shared.domain.untrusted import shortened

_SUBJECT = 72
_PART = re.compile(r"<(request|summary_by_the_coder|test_results|diff)>\n([\s\S]*?)\n</\1>")
_FILE = re.compile(r"(?m)^diff --git \"?a/(?P<old>.+?)\"? \"?b/(?P<path>.+?)\"?$")
_TESTS_FAILED = re.compile(r'"status": "(?:failed|error)"')
_BY_RULES = "Judged by the rules of the offline demonstration, not by a model:"


@dataclass(frozen=True)
class Change:
    """A patch: the lines that each path gains and loses, and the paths that are no longer there."""

    added: dict[str, str]
    removed: dict[str, str]
    deleted: frozenset[str]

    @classmethod
    def of(cls, diff: str) -> "Change":
        """The change in a diff as `git diff` writes it."""
        heads = [*_FILE.finditer(diff)]
        ends = [*(head.start() for head in heads[1:]), len(diff)][: len(heads)]
        bodies = {head["path"]: diff[head.end() : end] for head, end in zip(heads, ends, strict=True)}
        return cls(
            {path: _lines(body, "+") for path, body in bodies.items()},
            {path: _lines(body, "-") for path, body in bodies.items()},
            frozenset(path for path, body in bodies.items() if "\ndeleted file mode" in body.split("\n@@")[0]),
        )

    @cached_property
    def shown(self) -> str:
        """What the app's own files gain: words in a test are not yet words on a page."""
        return "\n".join(text for path, text in self.added.items() if not path.startswith("tests/"))


def _lines(body: str, sign: str) -> str:
    start = body.find("\n@@")
    lines = body[start:].split("\n") if start >= 0 else []
    return "\n".join(line[1:] for line in lines if line.startswith(sign))


def answer_evaluator(request: ModelRequest) -> Answer:
    """A verdict; before it, a look at the files where the change alone does not show what was asked for."""
    texts = [item.content for item in request.items if isinstance(item, UserMessage)]
    question = next((text for text in reversed(texts) if text.startswith("<request>")), "")
    parts = dict(_PART.findall(question))
    change, wish = Change.of(parts.get("diff", "")), read_wish(parts.get("request", ""))
    if (why := _unfit(parts, change, wish)) is not None:
        return _reject(why)
    absent = [intent for intent in wish.intents if not is_in(intent, change)]
    if absent:
        looked = _look(Transcript(request), absent, parts.get("summary_by_the_coder", ""))
        if isinstance(looked, Answer):
            return looked
        if looked:
            return _reject(looked)
    if extra := _unasked(change, wish):
        return _reject(extra)
    return _approve(parts, wish)


def _unfit(parts: dict[str, str], change: Change, wish: Wish) -> str | None:
    """Why the change cannot carry out the request, whatever is in it."""
    if not change.added:
        return "The change is empty, so it carries out nothing."
    if wish.question:
        return "The message is a question. Answer it in words, and leave the files as they are."
    if _TESTS_FAILED.search(parts.get("test_results", "")):
        return "The last tests of this run failed. Repair what they name."
    if not wish.intents:
        return f"Nothing of the request can be compared with the change by rules: {_quoted(wish.left)}."
    silent = [words for words in wish.left if words not in parts.get("summary_by_the_coder", "")]
    return (
        f"This was asked for, and neither the change nor its summary names it: {_quoted(silent)}." if silent else None
    )


def is_in(intent: Intent, change: Change) -> bool:
    """Whether the change shows that the intent was carried out."""
    match intent:
        case Words(_, text) | Replace(_, text):
            written = (text, literal(text)[1:-1], html.escape(text, quote=False), _braces(text))
            return any(each in change.shown for each in written)
        case Add(kind, title):
            name = component(kind, title or kinds()[kind]["title"]).name
            return any(_section(path).startswith(name) for path in change.added if path not in change.deleted)
        case Site(name=name, kinds=sections):
            shown = {_section(path) for path in change.added}
            return all(kinds()[kind]["component"] in shown for kind in sections) and name in change.shown
        case Look():
            styles = (path for path in change.added if path == INDEX or path.endswith((".css", ".scss")))
            return any(change.added[path] for path in styles)
        case Remove(name):
            return any(is_called(_section(path), name) for path in change.deleted)


def _braces(text: str) -> str:
    return html.escape(text, quote=False).replace("{", "&#123;").replace("}", "&#125;")


def _section(path: str) -> str:
    """The section that a file holds, by the names of all frameworks; empty for other files."""
    if not path.startswith(SECTIONS) or not path.endswith((*MARKUP, ".ts")):
        return ""
    name = section_name("vue", path)
    return name[:1].upper() + name[1:]


def _look(said: Transcript, absent: list[Intent], summary: str) -> Answer | str:
    """A call that reads on; else why it is not so, empty where the files show that it was so before."""
    if said.paths is None:
        return Answer("", [call("list_files", prefix=None)]) if said.offers("list_files") else _not_there(absent)
    project = Project(said.paths, said.files)
    if missing := readings(said, absent, project):
        return Answer("", missing)
    draft = plan(absent, project)
    is_silent = any(words not in summary for words in draft.missing)
    return _not_there(absent) if draft.changes() or is_silent else ""


def _not_there(absent: list[Intent]) -> str:
    return f"This was asked for and is not in the change: {'; '.join(map(describe, absent))}."


def _unasked(change: Change, wish: Wish) -> str:
    """What was deleted though nobody asked for it."""
    may_delete = any(isinstance(each, Remove | Site) or (isinstance(each, Add) and each.whole) for each in wish.intents)
    gone = sorted(path for path in change.deleted if not may_delete)
    return f"These files were deleted, which was not asked for: {', '.join(gone)}. Put them back." if gone else ""


def describe(intent: Intent) -> str:
    """The intent in a few words, for people."""
    match intent:
        case Words(part, text):
            return f"the {part} “{text}”"
        case Replace(old, new):
            return f"“{new}” in the place of “{old}”"
        case Look(part, value, words):
            return f"{part} {words or value}"
        case Add(kind, title):
            return kinds()[kind]["called"] + (f" “{title}”" if title else "")
        case Remove(name):
            return f"no section “{name}”"
        case Site(subject, name):
            return f"a site {f'called “{name}”' if name else f'for {subject}'}"


def _quoted(words: tuple[str, ...] | list[str]) -> str:
    return ", ".join(f"“{each}”" for each in words) or "it has no words"


def _approve(parts: dict[str, str], wish: Wish) -> Answer:
    shown = "; ".join(map(describe, dict.fromkeys(wish.intents)))
    open_words = f" Not in it, as its summary says: {_quoted(wish.left)}." if wish.left else ""
    words = f"{_BY_RULES} the change has {shown}.{open_words}"
    lines = parts.get("request", "").strip().splitlines() or ["Carry out the request"]
    subject = shortened(lines[0].strip().rstrip("."), _SUBJECT)
    return Answer("", [_verdict("approve", words, subject[:1].upper() + subject[1:])])


def _reject(why: str) -> Answer:
    return Answer("", [_verdict("reject", f"{_BY_RULES} {why[:1].lower()}{why[1:]}", None)])


def _verdict(decision: str, reasoning: str, message: str | None) -> Call:
    return call("verdict", decision=decision, reasoning=reasoning, commit_message=message)

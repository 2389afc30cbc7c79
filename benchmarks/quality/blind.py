"""A blind trial: a brief goes to the product, whose model is a mind behind a server that speaks OpenAI's protocol.

    python -m benchmarks.quality.blind bookings --base-url http://127.0.0.1:9000/v1 --out ~/bookings

Sends the brief's first message, then every line of standard input as one more, and publishes what is kept after each.
The stack serves the result until the input ends; `record.json` and the stream's events lie in `--out`. See
docs/quality.md.
"""

import argparse
import json
import os
import re
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.quality.person import Person, Refused
from benchmarks.quality.run_tasks import model_bench
from benchmarks.quality.trial import Talk, keep, said_of

BRIEFS = Path(__file__).parent / "briefs"
PATIENCE_SECONDS = 4 * 3_600.0
"""A mind that writes by hand is slow."""


@dataclass(frozen=True)
class Brief:
    """What a person asks for first."""

    name: str
    title: str
    template: str
    message: str


def load_brief(file: Path) -> Brief:
    """A file of `briefs/`."""
    text = file.read_text("utf-8")
    title, template, message = (
        re.search(pattern, text, re.MULTILINE | re.DOTALL)
        for pattern in (r"^# ([^\n]+)", r"^- Template: (\w+)", r"^## First message\n\n(.+?)\n\n## ")
    )
    assert title and template and message, f"{file.name} is no brief"
    return Brief(file.stem, title[1], template[1], message[1])


def main(arguments: Sequence[str] | None = None) -> int:
    """0 when the last message was kept and published."""
    asked = _parser().parse_args(arguments)
    brief = load_brief(BRIEFS / f"{asked.brief}.md")
    asked.out.mkdir(parents=True, exist_ok=True)
    key = os.environ.get(asked.key_env, "")
    with model_bench(asked.out, asked.base_url, asked.model, key, asked.wire) as bench:
        person = Person(bench.stack.api_url, bench.stack.token(f"blind-{brief.name}"), patience=PATIENCE_SECONDS)
        person.create(brief.title, asked.template or brief.template)
        return _talk(person, _messages(brief, asked.once), asked.out)


def _messages(brief: Brief, once: bool) -> Iterator[str]:
    yield brief.message
    if not once:
        yield from filter(None, (line.strip() for line in sys.stdin))


def _talk(person: Person, messages: Iterator[str], out: Path) -> int:
    talk, address = Talk(), ""
    for message in messages:
        began = time.monotonic()
        talk.began = talk.began or began
        run = person.say(message, talk.take)
        talk.runs.append({**run, "waited": time.monotonic() - began})
        address = _published(person)
        _write(out, person, talk, address)
        print(f"{run['status']} {run['failure_code'] or ''} {run['summary'] or ''}\n{address}", flush=True)
    return int(talk.runs[-1]["status"] != "completed" or not address.startswith("http"))


def _published(person: Person) -> str:
    try:
        return person.publish()
    except Refused as error:
        return f"not published: {error}"


def _write(out: Path, person: Person, talk: Talk, address: str) -> None:
    record = {"app": person.app_id, "address": address, "first_word_s": talk.first_word, **said_of(talk)}
    (out / "record.json").write_text(json.dumps(record, indent=1))
    keep(out, talk, [])


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.quality.blind", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("brief", choices=sorted(file.stem for file in BRIEFS.glob("*.md")))
    parser.add_argument("--base-url", required=True, help="where the mind's server listens")
    parser.add_argument("--model", default="gpt-5", help="the name, by which tokens are priced")
    parser.add_argument("--wire", choices=("auto", "responses", "chat"), default="chat")
    parser.add_argument("--key-env", default="OPENAI_API_KEY", help="the variable that holds the key")
    parser.add_argument("--template", help="the starter, where it is not to be the brief's")
    parser.add_argument("--once", action="store_true", help="the first message alone")
    parser.add_argument("--out", type=Path, required=True)
    return parser


if __name__ == "__main__":
    sys.exit(main())

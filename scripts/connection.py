"""Test the connection to a model: `make test-connection MODEL=qwen3 BASE_URL=http://localhost:11434/v1`.

Sends four requests (a plain answer, a tool call, two calls, a picture) with the product's own client and says in words
what works. The key is read from `OPENAI_API_KEY` and printed nowhere. Exit code 0: the model can build apps; 1: it
cannot; 2: the settings cannot be used.
"""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from typing import TextIO
from urllib.parse import urlsplit

from shared.adapters.openai.model import OpenAIModel
from shared.adapters.openai.settings import OPENAI_BASE_URL, ModelSettings
from shared.domain.agent.model_messages import ModelRequest
from shared.domain.agent.profile_points import POINT_WORDS
from shared.domain.spending.connection import PROBES, Probe, ServerForm, verdict_of
from shared.domain.spending.connection_picture import colour_for
from shared.domain.spending.connection_status import ProbeStatus
from shared.domain.spending.connection_words import ADVICE_WORDS, OUTCOME_WORDS, PROBE_WORDS, VERDICT_WORDS
from shared.domain.spending.models import Models, model_name, read_models
from shared.ports.model import ModelServer
from shared.services.assets.load_models import load_prices, models_text
from shared.services.spending.ask_once import CHARACTERS_A_TOKEN, ask_whole
from shared.services.spending.connection_tests import form_of, learned_between, sending_of
from shared.services.spending.open_model import Meter
from shared.services.spending.probe_model import ANSWER_TOKENS, Ask, ModelProbes, Reply

_MARKS = {
    ProbeStatus.WORKS: "works",
    ProbeStatus.FAILS: "does not work",
    ProbeStatus.OFF: "not used",
    ProbeStatus.SKIPPED: "not tried",
}


_WIRES = ("auto", "chat", "responses")
_NO_MODEL = (
    "No model is named. Name one, such as: make test-connection MODEL=qwen3 BASE_URL=http://localhost:11434/v1, or set "
    "CHATBUILDER_MODEL and OPENAI_BASE_URL."
)


def main(arguments: Sequence[str] | None = None, out: TextIO = sys.stdout) -> int:
    """Test the model that the arguments, else the environment, name."""
    options = _parser().parse_args(arguments)
    name, base_url = options.model or os.environ.get("CHATBUILDER_MODEL", ""), options.base_url
    try:
        if not name:
            raise ValueError(_NO_MODEL)
        if options.wire not in _WIRES:
            raise ValueError(f"MODEL_WIRE must be one of {', '.join(_WIRES)}, not {options.wire!r}")
        if urlsplit(base_url).scheme not in ("http", "https"):
            raise ValueError(
                f"BASE_URL must begin with http:// or https://, such as http://localhost:11434/v1, not {base_url!r}"
            )
        models = _models(model_name(name))
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    entry = models.find(name)
    settings = ModelSettings(api_key=os.environ.get("OPENAI_API_KEY", ""), base_url=base_url, wire=options.wire)
    server = OpenAIModel(settings, choices={name: entry.profile} if entry and entry.profile else None)
    try:
        return report(name, server, models, lambda line: print(line, file=out, flush=True), settings.host)
    finally:
        server.close()


def report(name: str, server: ModelServer, models: Models, say: Callable[[str], None], host: str) -> int:
    """Print each result as it comes, then the form of the requests and the verdict."""
    before, entry = form_of(server, name, models), models.find(name)
    say(f"Testing {name} at {host} over the {before.wire} wire.\n")
    probes = ModelProbes(
        model=name,
        ask=_asking(server, models),
        form=lambda: server.profile(name),
        pictures=sending_of(name, models),
        colour=colour_for(name),
        output_limit=entry.output_limit if entry else None,
    )
    ended: dict[str, Probe] = {}
    for probe in probes.run():
        if probe.status is ProbeStatus.RUNNING:
            continue
        ended[probe.name] = probe
        for line in _lines(probe):
            say(line)
    results = tuple(ended[each] for each in PROBES)
    now = form_of(server, name, models)
    say("")
    if results[0].status is not ProbeStatus.FAILS:
        say(f"Profile: {_form_words(now)}.")
    if (learned := learned_between(before, now)) is not None:
        say(f"Learned from refusals: {_form_words(learned)}.")
    verdict = verdict_of(results)
    say(VERDICT_WORDS[verdict])
    return int(verdict == "unusable")


def _lines(probe: Probe) -> list[str]:
    used = ""
    if probe.seconds is not None:
        cost = "" if probe.cost_usd is None else f", ${probe.cost_usd:.4f}"
        used = f"  [{probe.seconds:.1f} s, {probe.input_tokens} + {probe.output_tokens} tokens{cost}]"
    lines = [f"{PROBE_WORDS[probe.name] + ':':14}{_MARKS[probe.status]:14}{used}".rstrip()]
    if probe.outcome and probe.status is not ProbeStatus.SKIPPED:
        lines.append(f"    {OUTCOME_WORDS[probe.outcome]}")
    if probe.server_message:
        lines.append(f"    {probe.server_message}")
    if probe.advice:
        lines.append(f"    {ADVICE_WORDS[probe.advice]}")
    return lines


def _form_words(form: ServerForm) -> str:
    words = [POINT_WORDS[point] for point in form.profile]
    words += [f"without {', '.join(form.left_out)}"] if form.left_out else []
    return ", ".join(words) or "requests as OpenAI defines them"


def _asking(server: ModelServer, models: Models) -> Ask:
    """Requests outside of any tenant: bounded as in the product, and counted in no budget."""

    def ask(request: ModelRequest) -> Reply:
        completed, used, error = ask_whole(request, Meter(ANSWER_TOKENS * CHARACTERS_A_TOKEN), server)
        cost = models.cost(request.model, used) if used else None
        return Reply(completed, error, used or Reply().used, cost)

    return ask


def _models(name: str) -> Models:
    """The list of `MODELS`, where it is set, with the tested model on it."""
    text = models_text(os.environ.get("MODELS", ""))
    return Models(read_models(text) if text else [], load_prices(), name)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="make test-connection", description=__doc__)
    parser.add_argument("--model", default="", help="the model's name (CHATBUILDER_MODEL)")
    address = os.environ.get("OPENAI_BASE_URL") or OPENAI_BASE_URL
    parser.add_argument("--base-url", default=address, help="the address of the API (OPENAI_BASE_URL)")
    wire = os.environ.get("MODEL_WIRE") or "auto"
    parser.add_argument("--wire", choices=_WIRES, default=wire, help="how requests are written (MODEL_WIRE)")
    return parser


if __name__ == "__main__":
    sys.exit(main())

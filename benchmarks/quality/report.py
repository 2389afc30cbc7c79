"""What a run of the benchmark found: a table in Markdown, and a page with transcripts and pictures."""

import html
import json
import math
import statistics
from pathlib import Path
from typing import Any

from benchmarks.quality.records import read_header, read_trials

Trial = dict[str, Any]
_Z = 1.96


def latest(trials: list[Trial]) -> list[Trial]:
    """The last record of each trial: what infrastructure ended may have been made again."""
    return list({(one["task"], one["kind"], one["trial"]): one for one in trials}.values())


def wilson(passed: int, made: int) -> tuple[float, float]:
    """The 95 % interval of a share (Wilson, 1927)."""
    if made == 0:
        return 0.0, 1.0
    share = passed / made
    middle = (share + _Z**2 / (2 * made)) / (1 + _Z**2 / made)
    half = _Z * math.sqrt(share * (1 - share) / made + _Z**2 / (4 * made**2)) / (1 + _Z**2 / made)
    return max(0.0, middle - half), min(1.0, middle + half)


def summary(trials: list[Trial]) -> dict[str, Any]:
    """The figures of all trials that infrastructure did not end."""
    made = [one for one in trials if not one["infrastructure"]]
    passed = [one for one in made if one["passed"]]
    low, high = wilson(len(passed), len(made))
    gated = [one for one in made if one.get("failed_gates")]
    usd = sum(one.get("usd", 0.0) for one in made)
    words = [one["seconds"]["first_word"] for one in made if one.get("seconds") and one["seconds"]["first_word"]]
    edits = sorted(one["seconds"]["runs"] for one in made if one.get("seconds"))
    return {
        "trials": len(made),
        "passed": len(passed),
        "pass_at_1": _share(len(passed), len(made)),
        "interval": [round(low, 3), round(high, 3)],
        "first_pass": _share(sum(bool(one.get("first_pass")) for one in made), len(made)),
        "self_healed": _share(sum(bool(one.get("healed")) for one in gated), len(gated)),
        "usd": round(usd, 4),
        "usd_per_success": round(usd / len(passed), 4) if passed else None,
        "first_word_s": round(statistics.median(words), 3) if words else None,
        "p95_edit_s": round(edits[math.ceil(0.95 * len(edits)) - 1], 1) if edits else None,
        "guards_broken": sum(len(one.get("guards_broken", [])) for one in made),
        "out_of_scope": sum(bool(one.get("scope", {}).get("broken")) for one in made),
        "infrastructure": sum(one["infrastructure"] for one in trials),
        "retried": sum(len(one["retried"]) for one in trials),
    }


def _share(part: int, whole: int) -> float | None:
    return round(part / whole, 3) if whole else None


def write_report(out: Path) -> str:
    """Write report.md and index.html beside the records; the table and where the page lies."""
    trials = latest(read_trials(out / "trials.jsonl"))
    text = markdown(read_header(out / "trials.jsonl"), trials)
    (out / "report.md").write_text(text, "utf-8", "backslashreplace")
    document = page(read_header(out / "trials.jsonl"), trials, out)
    (out / "index.html").write_text(document, "utf-8", "backslashreplace")
    return f"{text}\n{out / 'index.html'}"


def markdown(head: dict[str, Any], trials: list[Trial]) -> str:
    """Figures, then a row for each trial."""
    rows = [f"| {name.replace('_', ' ')} | {_shown(value)} |" for name, value in summary(trials).items()]
    lines = [
        f"model {head.get('model')}, commit {head.get('commit')}, {head.get('machine')}", "",
        "| figure | value |", "|---|---|", *rows, "",
        "| task | answers | result | checks | calls | tokens in | $ | s | what kept it |",
        "|---|---|---|---|---|---|---|---|---|",
        *(_row(one) for one in sorted(trials, key=lambda one: (one["task"], one["kind"], one["trial"]))),
    ]  # fmt: skip
    return "\n".join(lines) + "\n"


def _row(one: Trial) -> str:
    checks = one.get("checks", {})
    good = sum(outcome == "passed" for outcome in checks.values())
    seconds = one.get("seconds", {}).get("all", 0)
    missed = html.escape(" ".join("; ".join(one["missed"]).split())[:120]).replace("|", "\\|")
    return (
        f"| {one['task']} | {one['kind']} {one['trial']} | {result_of(one)} | {good}/{len(checks)} "
        f"| {one.get('calls', 0)} | {one.get('tokens_in', 0)} | {one.get('usd', 0):.4f} | {seconds:.0f} | {missed} |"
    )


def result_of(one: Trial) -> str:
    """In one word."""
    return "lost" if one["infrastructure"] else "passed" if one["passed"] else "failed"


def _shown(value: Any) -> str:
    if isinstance(value, list):
        return " to ".join(_shown(one) for one in value)
    return "-" if value is None else str(value)


def page(head: dict[str, Any], trials: list[Trial], out: Path) -> str:
    """One static page: nothing is loaded but the pictures beside it."""
    figures = "".join(
        f"<div><dt>{html.escape(name.replace('_', ' '))}</dt><dd>{html.escape(_shown(value))}</dd></div>"
        for name, value in summary(trials).items()
    )
    parts = "".join(
        _trial(one, out) for one in sorted(trials, key=lambda one: (one["passed"], one["task"], one["kind"]))
    )
    about = html.escape(f"{head.get('model')}, commit {head.get('commit')}, {head.get('machine')}")
    return _PAGE.replace("{{about}}", about).replace("{{figures}}", figures).replace("{{trials}}", parts)


def _trial(one: Trial, out: Path) -> str:
    result = result_of(one)
    checks = "".join(
        f"<li class={outcome}>{html.escape(name)}: {outcome}</li>" for name, outcome in one.get("checks", {}).items()
    )
    missed = "".join(f"<li>{html.escape(text)}</li>" for text in one["missed"])
    shots = "".join(
        f'<img loading="lazy" alt="{html.escape(one["task"])} at {Path(shot).stem} px" src="{_beside(shot, out)}">'
        for shot in one.get("shots", [])
    )
    line = f"{one.get('calls', 0)} calls, ${one.get('usd', 0):.4f}, {one.get('seconds', {}).get('all', 0):.0f} s"
    return (
        f'<details class="trial"><summary><b class={result}>{result}</b> <span>{html.escape(one["task"])}</span> '
        f"<small>{html.escape(one['kind'])} {one['trial']}: {line}</small></summary>"
        f"<ul class=missed>{missed}</ul><ul class=checks>{checks}</ul><div class=shots>{shots}</div>"
        f"{_titled('What happened', 'ol class=talk', _talk(one, out))}"
        f"{_titled('What changed', 'pre', html.escape(_kept(one, out, 'changes.diff')))}</details>"
    )


def _titled(title: str, tag: str, content: str) -> str:
    """A part of the page with its heading; nothing when there is nothing in it."""
    return f"<h3>{title}</h3><{tag}>{content}</{tag.split()[0]}>" if content else ""


def _kept(one: Trial, out: Path, name: str) -> str:
    """A file of the trial's folder."""
    file = out / f"{one['task']}-{one['kind']}-{one['trial']}" / name
    return file.read_text("utf-8") if file.exists() else ""


def _beside(shot: str, out: Path) -> str:
    path = Path(shot)
    return html.escape(path.relative_to(out).as_posix() if path.is_relative_to(out) else path.as_posix())


def _talk(one: Trial, out: Path) -> str:
    """The run as its stream told it: words, tools and what they answered, gates, the end."""
    chunks = [json.loads(line) for line in _kept(one, out, "events.jsonl").split("\n")[:-1]]
    words, said = "", []
    for chunk in chunks:
        if chunk["type"] == "text-delta":
            words += chunk["delta"]
            continue
        if words:
            said.append(f"<li>{html.escape(words)}</li>")
            words = ""
        if (line := _told(chunk)) is not None:
            said.append(f"<li><code>{html.escape(chunk['type'])}</code> <pre>{html.escape(line)}</pre></li>")
    return "".join(said) + (f"<li>{html.escape(words)}</li>" if words else "")


def _told(chunk: dict[str, Any]) -> str | None:
    kind = chunk["type"]
    if kind == "tool-input-available":
        return f"{chunk.get('toolName')} {json.dumps(chunk.get('input'), ensure_ascii=False)[:2000]}"
    if kind in ("tool-output-available", "tool-output-error"):
        return str(chunk.get("output") or chunk.get("errorText"))[:2000]
    return json.dumps(chunk.get("data"))[:1000] if kind in ("data-build", "data-diagnostics", "data-done") else None


_PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Quality of the builder</title>
<style>
:root { color-scheme: light dark; --line: light-dark(#ddd9d0, #333947); --soft: light-dark(#f6f4ef, #1b1f29); }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 70rem; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.6rem; margin: 0; } h3 { font-size: 1rem; } p { margin: .25rem 0 1.5rem; opacity: .75; }
dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(9.5rem, 1fr)); gap: .5rem; margin: 0 0 2rem; }
dl div { background: var(--soft); border-radius: .6rem; padding: .6rem .8rem; }
dt { font-size: .8rem; opacity: .75; } dd { margin: 0; font-weight: 650; font-variant-numeric: tabular-nums; }
.trial { border: 1px solid var(--line); border-radius: .6rem; margin: .5rem 0; padding: 0 1rem; }
summary { border-radius: .6rem; cursor: pointer; margin: 0 -1rem; padding: .7rem 1rem; }
summary small { opacity: .75; margin-left: .4rem; }
b.passed { color: light-dark(#0a6b3d, #6fdba4); } b.failed { color: light-dark(#a3211b, #ff9d96); }
b.lost { color: light-dark(#7a5300, #f0c060); }
ul { padding-left: 1.2rem; } .missed li { color: light-dark(#a3211b, #ff9d96); overflow-wrap: anywhere; }
.checks { display: flex; flex-wrap: wrap; gap: .3rem 1.5rem; }
.shots { display: flex; gap: 1rem; align-items: start; overflow-x: auto; }
.shots img { border: 1px solid var(--line); max-height: 22rem; border-radius: .4rem; }
.talk { padding-left: 1.4rem; } .talk li { margin: .4rem 0; overflow-wrap: anywhere; }
pre { background: var(--soft); border-radius: .4rem; margin: .2rem 0; padding: .5rem .7rem;
  white-space: pre-wrap; max-height: 16rem; overflow: auto; }
:focus-visible { outline: 3px solid light-dark(#2456c9, #9cb8ff); outline-offset: 2px; }
</style>
<h1>Quality of the builder</h1><p>{{about}}</p><dl>{{figures}}</dl>{{trials}}
</html>
"""

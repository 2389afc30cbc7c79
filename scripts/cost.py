"""`make cost`: what ChatBuilder costs, computed; `ARGS=--write` puts the tables into docs/cost.md.

Idle from the synthesised template, a turn, a build and a visit from counted calls (`benchmarks/prices/counted.json`,
made by `python -m benchmarks.count_costs`), dollars from the price table (`benchmarks/prices/aws-us-east-1.json`).
"""

import argparse
import json
import sys
import tempfile
from pathlib import Path
from typing import Any

from benchmarks.price_table import FOLDER, cost, price_table
from scripts.idle_cost import Line, Template, firewall, idle_lines

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "cost.md"
BEGIN, END = "<!-- computed by `make cost ARGS=--write` -->", "<!-- end -->"
IDLE_LIMIT, TURN_LIMIT = 5.0, 0.005
VISITS = 10_000
MACHINE_MINUTES = 1
"""CodeBuild bills every minute that it starts: a few seconds of start, the toolchain from S3, a build of seconds."""
AROUND_A_TURN = {"dynamodb_write_unit": 8, "dynamodb_read_unit": 4, "lambda_request": 1, "log_gb_in": 0.00004}
"""Not counted on the stack: the checks before a run (rate, idempotency, budget), the authorizer, 40 KB of log lines."""


def main() -> int:
    """Print the tables, or write them."""
    parser = argparse.ArgumentParser(prog="make cost")
    parser.add_argument("--write", action="store_true", help="put them into docs/cost.md")
    text = computed(synthesised())
    if parser.parse_args().write:
        PAGE.write_text(replaced(PAGE.read_text(), text))
    sys.stdout.write(text)
    return 0


def synthesised() -> Template:
    """The template with everything on, over the smallest functions: no layer need be built for its prices."""
    from devkit.stack.infra import CLOUD, Synthesised, make_source
    from infra.config import DeployConfig

    with tempfile.TemporaryDirectory() as folder:
        source = make_source(Path(folder, "source"))
        return Synthesised(Path(folder, "out"), DeployConfig(source_root=str(source), **CLOUD)).template


def counted() -> dict[str, Any]:
    """What was counted on the embedded stack."""
    document: dict[str, Any] = json.loads((FOLDER / "counted.json").read_text())
    return document


def idle_dollars(template: Template) -> float:
    """A month of nothing, at list price, without anything that AWS gives for free."""
    return sum(line.dollars for line in idle_lines(template, counted()["sweep"]))


def turn_dollars() -> float:
    """A typical turn beside its model and its machine."""
    return cost(counted()["turn"]) + cost(AROUND_A_TURN)


def build_dollars() -> float:
    """A build with the billed minutes of its machine."""
    return cost(counted()["build"]) + cost({"codebuild_minute": MACHINE_MINUTES, "lambda_request": 1})


def visit_amounts() -> dict[str, float]:
    """First visits, each of all files; only the page itself is asked of S3 again."""
    visit = counted()["visit"]
    asked = VISITS * visit["files"]
    return {
        "cloudfront_request": asked, "cloudfront_function": asked, "cloudfront_gb": VISITS * visit["bytes"] / 1e9,
        "s3_read": VISITS + visit["files"],
    }  # fmt: skip


def computed(template: Template) -> str:
    return "\n".join([*idle(template), "", *turn(), "", *build(), "", *visits()]) + "\n"


def idle(template: Template) -> list[str]:
    lines = idle_lines(template, counted()["sweep"])
    total, billed = sum(one.dollars for one in lines), sum(one.dollars - one.allowed for one in lines)
    acls, guarded = firewall(template)
    return [
        "### Idle, a month", "", "| | amount | list price | billed |", "|---|---|---|---|",
        *(row(one) for one in lines),
        f"| **together** | | **${total:.2f}** | **${billed:.2f}** |", "",
        f"Limit: ${IDLE_LIMIT:.2f} at list price. Beyond it, by context: `waf=true` (${guarded:.2f} for {acls} web "
        "ACLs with their rules), a secret of your own for the model's key ($0.40).",
    ]  # fmt: skip


def row(line: Line) -> str:
    return f"| {line.what} | {line.amount} | ${line.dollars:.3f} | ${line.dollars - line.allowed:.3f} |"


def turn() -> list[str]:
    return [
        "### A turn beside its model and its machine", "", *account(counted()["turn"]),
        f"| checks, authorizer, log lines (assumed) | | ${cost(AROUND_A_TURN):.6f} |",
        f"| **together** | | **${turn_dollars():.4f}** |", "", f"Limit: ${TURN_LIMIT}.",
    ]  # fmt: skip


def build() -> list[str]:
    return [
        "### A build", "", *account(counted()["build"]),
        f"| codebuild_minute (assumed) | {MACHINE_MINUTES} | ${cost({'codebuild_minute': MACHINE_MINUTES}):.6f} |",
        f"| **together** | | **${build_dollars():.4f}** |",
    ]  # fmt: skip


def visits() -> list[str]:
    """Ten thousand first visits."""
    visit = counted()["visit"]
    return [
        f"### {VISITS:,} visits", "",
        f"A published React app: {visit['files']} files, {visit['bytes']:,} bytes compressed, nothing in the visitor's "
        "cache.", "", *account(visit_amounts()), f"| **together** | | **${cost(visit_amounts()):.2f}** |",
    ]  # fmt: skip


def account(amounts: dict[str, float]) -> list[str]:
    """A table of units, dearest first."""
    rows = sorted(amounts.items(), key=lambda each: -cost(dict([each])))
    return [
        "| unit | amount | dollars |",
        "|---|---|---|",
        *(f"| {name} | {amount:,.10g} | ${cost({name: amount}):.6f} |" for name, amount in rows),
    ]


def replaced(page: str, text: str) -> str:
    """The page with these tables between its marks."""
    before, rest = page.split(BEGIN)
    dates = f"Prices of {price_table()['as_of']}, calls of {counted()['as_of']}."
    return f"{before}{BEGIN}\n{dates}\n\n{text}{END}{rest.split(END)[1]}"


if __name__ == "__main__":
    raise SystemExit(main())

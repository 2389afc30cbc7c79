"""A large project with a long history, as a person would have it after months of work: for budgets and benchmarks."""

import json

from benchmarks.projects import react_files
from devkit.fakes.samples import a_run, a_turn, an_app
from shared.domain.agent.model_messages import Item, ToolCall, ToolOutput
from shared.domain.base import Files
from shared.domain.runs.run import Run
from shared.domain.runs.turn import Turn

FILES, TURNS, ROUNDS = 400, 200, 25
_ASKED = (
    "Make the table sortable by date and total, and keep the order in the address.",
    "The dialog closes when I click inside it. Please repair that, and don’t change its looks!",
    "Übersetze die Überschriften ins Deutsche; Preise bitte als „1.299,00 €“.",
    "Add a chart of the last twelve months — bars, in the accent colour, with a legend below.",
    "表のヘッダーを固定して、スクロールしても見えるようにしてください。",
)


def long_project() -> Files:
    """400 files: the react pack, small components that the entry reaches, and larger pages with real-looking code."""
    files = dict(react_files(FILES - 20))
    for number in range(20):
        files[f"src/pages/reports/quarter-{number}/QuarterlyRevenueReport{number}.tsx"] = _page(number).encode()
    return files


def _page(number: int) -> str:
    rows = "".join(
        f'    {{ id: "{number}-{row}", label: "Région {row}: café & crème", total: {row * 37 % 1009}.{row % 10}5 }},\n'
        for row in range(160)
    )
    head = (
        f'import {{ useMemo }} from "react"\nimport {{ All }} from "@/parts/all"\n\nconst rows{number} = [\n{rows}]\n\n'
    )
    return head + (
        f"export function QuarterlyRevenueReport{number}() {{\n"
        f"  const sum = useMemo(() => rows{number}.reduce((all, row) => all + row.total, 0), [])\n"
        '  return <main className="report"><h1>Σ {sum.toFixed(2)} €</h1><All /></main>\n}\n'
    )


def long_request() -> Run:
    """A message that names many of the files."""
    named = " ".join(f"@QuarterlyRevenueReport{number}.tsx" for number in range(20))
    return a_run(an_app(instructions="Write plainly. " * 40), message=f"Bring these into line: {named}. " + _ASKED[1])


def long_history(run: Run) -> list[Turn]:
    """200 turns of the same conversation, newest first, short and long ones, some failed."""
    return [_turn(run, number) for number in range(TURNS)]


def _turn(run: Run, number: int) -> Turn:
    prompt = _ASKED[number % len(_ASKED)] * (1 + number % 7 * 9)
    summary = (
        None if number % 11 == 5 else f"Done as asked in step {number}; two files were changed. " * (1 + number % 9)
    )
    path = f"src/parts/Part{number}.tsx"
    fields = {"id": f"turn_{number}", "run_id": f"run_{number}", "operations": [{"tool": "edit_file", "path": path}]}
    return a_turn(run, prompt=prompt, summary=summary, **fields)


def long_run(files: Files) -> list[list[Item]]:
    """What 25 iterations of one run said: each reads files and writes one, the last as much as it may."""
    paths = sorted(files)
    return [
        _round(number, [paths[(number * 7 + step) % len(paths)] for step in range(6)], files)
        for number in range(ROUNDS)
    ]


def _round(number: int, paths: list[str], files: Files) -> list[Item]:
    items: list[Item] = []
    for step, path in enumerate(paths):
        call_id = f"call_{number}_{step}"
        items.append(ToolCall(call_id=call_id, name="read_file", arguments=json.dumps({"path": path})))
        items.append(ToolOutput(call_id=call_id, output=files[path].decode(errors="replace")[:10_000]))
    written = json.dumps({"path": f"src/new/File{number}.tsx", "content": _page(number)[:8_000]}, ensure_ascii=False)
    items.append(ToolCall(call_id=f"call_{number}_w", name="write_file", arguments=written))
    items.append(ToolOutput(call_id=f"call_{number}_w", output="Written."))
    return items

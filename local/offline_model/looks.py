"""How generated elements look: Tailwind over the template's colours; without Tailwind, assets/blocks.css."""

_BUTTON = (
    "inline-flex min-h-12 cursor-pointer items-center justify-center rounded-full px-6 font-semibold transition-colors"
)
_KEY = "flex min-h-14 w-full cursor-pointer items-center justify-center rounded-2xl text-xl transition-colors"
_FIELD = "mt-2 block min-h-12 w-full rounded-2xl border border-line bg-page px-4 py-3 text-ink"

TAILWIND: dict[str, str] = {
    "section": "container-page py-20 md:py-28",
    "section-main": "container-page max-w-3xl py-14 md:py-20",
    "section-small": "container-page max-w-md py-14 md:py-20",
    "title": "max-w-2xl text-4xl font-bold tracking-tight md:text-5xl",
    "lead": "mt-5 max-w-2xl text-lg leading-relaxed text-muted",
    "words": "mt-8 grid max-w-3xl gap-5 text-lg leading-relaxed text-muted",
    "grid": "mt-14 grid gap-5 sm:grid-cols-2 lg:grid-cols-3",
    "card": "rounded-card border border-line bg-surface p-7",
    "card-main": "rounded-card border-2 border-accent bg-surface p-7",
    "card-title": "text-xl font-semibold tracking-tight",
    "text": "mt-2 leading-relaxed text-muted",
    "price": "mt-4 font-display text-5xl font-extrabold tracking-tight",
    "per": "text-sm text-muted",
    "ticks": "mt-6 grid gap-3 text-muted",
    "tick": "border-t border-line pt-3",
    "quote": "text-lg leading-relaxed",
    "byline": "mt-6 text-sm text-muted",
    "questions": "mt-14 max-w-3xl divide-y divide-line border-y border-line",
    "question": "group py-2",
    "question-title": "flex min-h-12 cursor-pointer items-center text-lg font-semibold",
    "answer": "max-w-2xl pb-5 leading-relaxed text-muted",
    "picture": "overflow-hidden rounded-card border border-line bg-surface",
    "art": "block h-auto w-full",
    "ground": "fill-accent-soft",
    "figure": "fill-accent",
    "caption": "px-6 py-4 text-sm text-muted",
    "panel": "mt-10 max-w-2xl rounded-card border border-line bg-surface p-6 sm:p-8",
    "panel-wide": "mt-10 overflow-x-auto rounded-card border border-line bg-surface p-6 sm:p-8",
    "panel-small": "mt-10 max-w-sm rounded-card border border-line bg-surface p-6",
    "row": "flex flex-wrap items-end gap-3",
    "row-top": "mt-6 flex flex-wrap items-center gap-3",
    "grow": "min-w-48 flex-1",
    "fields": "grid gap-6",
    "label": "block font-medium",
    "field": _FIELD,
    "area": f"{_FIELD} min-h-36 resize-y",
    "problem": "mt-2 border-l-4 border-highlight pl-3 text-sm font-semibold text-ink",
    "button": f"{_BUTTON} bg-accent text-on-accent hover:bg-accent-strong",
    "button-quiet": f"{_BUTTON} border border-line bg-page text-ink hover:border-ink "
    "aria-pressed:border-accent aria-pressed:bg-accent-soft disabled:cursor-default disabled:text-muted",
    "button-plain": "inline-flex min-h-11 cursor-pointer items-center rounded-full px-4 text-sm text-muted "
    "underline-offset-4 hover:text-ink hover:underline",
    "items": "mt-6 divide-y divide-line border-y border-line",
    "item": "flex items-center gap-3 py-2",
    "check": "flex min-h-11 flex-1 cursor-pointer items-center gap-3 text-lg wrap-anywhere",
    "box": "size-5 shrink-0 accent-(--accent)",
    "done": "text-muted",
    "note": "mt-6 text-muted",
    "number": "font-display text-[clamp(3rem,16vw,6rem)] leading-none font-extrabold tracking-tight tabular-nums",
    "display": "block w-full overflow-hidden rounded-2xl bg-page px-5 py-4 text-right font-display text-4xl font-bold "
    "tabular-nums",
    "keys": "mt-4 grid grid-cols-4 gap-2",
    "key": f"{_KEY} border border-line bg-page font-medium hover:border-ink",
    "key-main": f"{_KEY} bg-accent font-semibold text-on-accent hover:bg-accent-strong",
    "table": "w-full border-collapse text-left",
    "head": "border-b border-line p-0",
    "sort": "flex min-h-12 w-full cursor-pointer items-center gap-2 px-3 font-semibold hover:text-accent",
    "cell": "border-b border-line px-3 py-3 tabular-nums",
    "chart": "block h-auto w-full min-w-xl",
    "axis": "stroke-line",
    "bar": "fill-accent",
    "line": "fill-none stroke-accent stroke-3",
    "dot": "fill-accent",
    "tag": "fill-muted text-sm",
    "figure-tag": "fill-ink text-sm font-semibold",
}

BLOCKS_CSS = "src/styles/blocks.css"


def class_names(look: str, *, tailwind: bool) -> str:
    """The class attribute of a look."""
    return TAILWIND[look] if tailwind else f"block-{look}"

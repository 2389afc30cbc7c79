"""A stopwatch and a countdown."""

from local.offline_model.assets_reader import source
from local.offline_model.blocks.parts import modules, section
from local.offline_model.view import Act, Code, Component, Each, El, Import, Ticker, When, el, literal


def stopwatch(title: str, *, level: int = 2, anchor: str = "stopwatch") -> Component:
    """Start, stop, laps."""
    running = "data.startedAt !== null"
    main = el(
        "button", "button", Code(f'{running} ? "Stop" : "Start"'), type="button", on={"click": Act("startOrStop")}
    )
    buttons = el(
        "div",
        "row-top",
        main,
        el(
            "button",
            "button-quiet",
            "Lap",
            type="button",
            disabled=Code("data.startedAt === null"),
            on={"click": Act("addLap")},
        ),
        el("button", "button-plain", "Reset", type="button", on={"click": Act("newStopwatch")}),
    )
    laps = el("ol", "items", Each("data.laps", "lap", "lap", el("li", "item", Code("clock(lap)"))))
    return Component(
        name="Stopwatch",
        anchor=anchor,
        label="Stopwatch",
        view=section(
            anchor,
            level,
            el("div", "panel", el("p", "number", Code("clock(elapsed(data))"), role="timer"), buttons, laps),
            width="normal",
        ),
        constants=f"const title = {literal(title)};",
        imports=(Import("lib/stopwatch", ("addLap", "clock", "elapsed", "newStopwatch", "startOrStop", "tick")),),
        state="newStopwatch()",
        ticker=Ticker("tick", running, 100),
        modules=modules("stopwatch"),
    )


def countdown(title: str, *, chosen: int = 5, level: int = 2, anchor: str = "timer") -> Component:
    """A countdown with a few lengths to choose from."""
    choice = el(
        "button",
        "button-quiet",
        Code("`${choice} min`"),
        type="button",
        aria_pressed=Code("data.total === choice * 60"),
        on={"click": Act("chooseMinutes", ("choice",))},
    )
    running = "data.endsAt !== null"
    lengths = literal(sorted({1, 5, 10, 25, 45, chosen}))
    main = Code(f'{running} ? "Pause" : "Start"')
    buttons = el(
        "div",
        "row-top",
        el("button", "button", main, type="button", on={"click": Act("startOrPause")}),
        el("button", "button-plain", "Reset", type="button", on={"click": Act("startAgain")}),
    )
    over = When("data.left === 0", el("p", "note", "Time is up.", role="alert"))
    panel: El = el(
        "div",
        "panel",
        el("p", "number", Code("clock(data.left)"), role="timer"),
        el("div", "row-top", Each("minutes", "choice", "choice", choice), role="group", aria_label="Length"),
        buttons,
        over,
    )
    return Component(
        name="Countdown",
        anchor=anchor,
        label="Timer",
        view=section(anchor, level, panel, width="normal"),
        constants=f"const title = {literal(title)};",
        imports=(
            Import(
                "lib/countdown",
                ("chooseMinutes", "clock", "minutes", "newCountdown", "startAgain", "startOrPause", "tick"),
            ),
        ),
        state=f"newCountdown({chosen})",
        ticker=Ticker("tick", running, 200),
        modules={"src/lib/countdown.ts": source("countdown.ts").replace("MINUTES", lengths)},
    )

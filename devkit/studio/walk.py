"""Every screen of the Studio as a table: where it is, what one does there, and what shows that it is ready.

A new screen is a new line of `SCREENS`. `tests/e2e/test_studio_looks.py` looks for faults on each of them, and
`python -m scripts.studio_pictures` takes their pictures.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field

from playwright.sync_api import Page, Route, expect

from devkit.studio import steps, stubs
from devkit.studio.piloted import being_read, piloted
from devkit.studio.steps import Step, at_rest, dialog, heading, keys, pressed, text, turn
from devkit.studio.stubs import Stub
from devkit.studio.world import CAPPED, CHANGE, JUDGED, PROPOSAL, WAITS, World


@dataclass(frozen=True)
class Screen:
    """`then` leads from the address to the screen and ends when it is ready. `stubs`: answers that are made up."""

    name: str
    place: str
    then: Step
    stubs: Mapping[str, Stub] = field(default_factory=dict)
    complains: bool = False
    """Whether the browser says of an answer that is not good: such a screen shows what then."""

    @contextmanager
    def opened(self, page: Page, studio: str, world: World) -> Iterator[None]:
        """The page at this screen, ready, for the length of the block; `studio` is where its addresses begin."""
        for pattern, answer in self.stubs.items():
            page.route(pattern, _answering(answer, world))
        try:
            page.goto(studio + world.place(self.place))
            page.locator("h1").first.wait_for(state="attached")  # nothing has one before the sign-in is through
            self.then(page)
            yield
        finally:
            for pattern in self.stubs:
                page.unroute(pattern)


def _answering(answer: Stub, world: World) -> Callable[[Route], None]:
    return lambda route: answer(route, world)


WORKSPACE, OTHER, PLAN = "apps/{app}", "apps/{other}", "apps/{third}?tab=plan"
TROUBLED: Mapping[str, Stub] = {"**/builder/state": stubs.failing}
CLASSIC = "Change to classic packages"
STANDINGS: Mapping[str, Stub] = {"**/builder/scaffolds": stubs.standings}
SETTLED: Mapping[str, Stub] = {"**/diffs?*": stubs.nothing, "**/builder/state": stubs.settled}
SCREENS: tuple[Screen, ...] = (
    Screen("home", "", text("Rosa")),
    Screen("home-empty", "", text("No apps yet"), {"**/admin/apps?*": stubs.nothing}),
    Screen("home-failed", "", text("could not be loaded"), {"**/admin/apps?*": stubs.broken}, complains=True),
    Screen("home-delete", "", pressed("Delete Rosa", dialog("Delete Rosa?"))),
    Screen("home-preferences", "", pressed("Menu", text("Appearance"))),
    Screen("home-templates", "", pressed("See the templates", dialog("What an app may start from"))),
    Screen("home-import", "", steps.imported, {"**/admin/apps/import?*": stubs.unfinished}),
    Screen(
        "home-import-building",
        "",
        steps.brought("is being built"),
        {"**/admin/apps/import?*": stubs.importing, "**/builder/state": stubs.building},
    ),
    Screen(
        "home-import-red",
        "",
        steps.brought("its build failed"),
        {"**/admin/apps/import?*": stubs.importing, "**/builder/state": stubs.build_failed},
    ),
    Screen("not-found", "nowhere", text("There is no such page")),
    Screen("signed-out", "", text("You are not signed in"), {"**/studio/config.json": stubs.broken}, complains=True),
    Screen("failed", "packages", text("could not be shown"), {"**/PackagesRoute-*.js": stubs.broken}, complains=True),
    Screen("app-missing", "apps/app_01jd0000000000000000000000", text("There is no such app"), complains=True),
    Screen("conversation", WORKSPACE, steps.conversation),
    Screen("conversation-steps", WORKSPACE, steps.steps_of_a_turn),
    Screen("preview", WORKSPACE, steps.preview),
    Screen("code", WORKSPACE + "?tab=code", text("index.html")),
    Screen("code-file", WORKSPACE + "?tab=code&file=src/content.ts", steps.editor),
    Screen("changes", WORKSPACE + "?tab=changes", text(PROPOSAL)),
    Screen("changes-empty", WORKSPACE + "?tab=changes", text("Nothing waits for you"), SETTLED),
    Screen("changes-proposal", WORKSPACE + "?tab=changes&diff={diff}", heading("src/content.ts")),
    Screen(
        "changes-contacts",
        WORKSPACE + "?tab=changes&diff={diff}",
        text("This change contacts api"),
        {"**/diffs/*": stubs.contacting},
    ),
    Screen(
        "changes-part", WORKSPACE + "?tab=changes&diff={diff}", text("A part was"), {"**/diffs/*": stubs.kept_in_part}
    ),
    Screen("history", WORKSPACE + "?tab=history", text("Start from the")),
    Screen("history-revision", WORKSPACE + "?tab=history&revision={revision}", heading("src/content.ts")),
    Screen("history-undo", WORKSPACE + "?tab=history", pressed("Undo the last change", dialog("Undo"))),
    Screen("overview", WORKSPACE + "?tab=overview", text("May not fit the plan"), piloted("waiting")),
    Screen("overview-reading", WORKSPACE + "?tab=overview", text("Your text is being read"), being_read()),
    Screen("overview-empty", OTHER + "?tab=overview", text("No plan yet")),
    Screen("overview-done", WORKSPACE + "?tab=overview", at_rest("Every task of the phase"), piloted("idle")),
    Screen("autopilot", WORKSPACE + "?pilot=true", dialog("Autopilot", "May not fit the plan"), piloted("waiting")),
    Screen("autopilot-start", WORKSPACE + "?pilot=true", dialog("Autopilot", "Start a phase"), piloted("off")),
    Screen("autopilot-tasks", WORKSPACE + "?pilot=true", dialog("Autopilot", "Have them written"), piloted("idle")),
    Screen(
        "autopilot-error",
        WORKSPACE + "?pilot=true",
        dialog("Autopilot", "Too little of the 24-hour budget is left"),
        piloted("error"),
    ),
    Screen("plan-empty", WORKSPACE + "?tab=plan", text("No plan yet")),
    Screen("plan-bring", WORKSPACE + "?tab=plan", pressed("Bring a text", text("What is to be built"))),
    Screen("plan", PLAN, text("Calendar")),
    Screen("plan-part", PLAN + "&node={part}", text("The text has changed since")),
    Screen("plan-question", PLAN + "&node={question}", text("becomes a decision")),
    Screen("plan-doubled", PLAN + "&node={doubled}", text("The text says two things")),
    Screen("plan-graph", PLAN + "&view=graph", text("Ask for an hour")),
    Screen("plan-board", PLAN + "&view=board", text("Ask for an hour")),
    Screen("plan-changes", PLAN + "&view=changes", text("looked at")),
    Screen("plan-ask", PLAN + "&view=ask", text("What should be otherwise")),
    Screen("tasks", WORKSPACE + "?tab=tasks", text("Show the opening hours")),
    Screen("tasks-empty", OTHER + "?tab=tasks", text("No tasks yet")),
    Screen("features", WORKSPACE + "?tab=features", text("Features for this app")),
    Screen("features-states", WORKSPACE + "?tab=features", text("Values missing"), STANDINGS),
    Screen("features-form", WORKSPACE + "?tab=features&feature=database", text("Project address")),
    Screen("documents", WORKSPACE + "?tab=docs", text("Minutes of the first talk")),
    Screen("documents-empty", OTHER + "?tab=docs", text("No documents yet")),
    Screen("documents-read", WORKSPACE + "?tab=docs&doc={doc}", text("Mondays are closed")),
    Screen("documents-unconfirmed", WORKSPACE + "?tab=docs&doc={before}", text("I wrote this or trust it")),
    Screen("documents-compared", WORKSPACE + "?tab=docs&doc={doc}&against={before}", text("and Mondays")),
    Screen("documents-bring", WORKSPACE + "?tab=docs", pressed("Bring a document", text("The text"))),
    Screen("search", WORKSPACE + "?tab=search&q=prices%20or%20hours", text("places")),
    Screen("search-empty", WORKSPACE + "?tab=search", text("Find what was said once")),
    Screen("search-none", WORKSPACE + "?tab=search&q=zebra&of=task", text("Look through everything")),
    Screen("notes", WORKSPACE + "?tab=knowledge", text("Talk with Rosa")),
    Screen("notes-empty", OTHER + "?tab=knowledge", text("No notes yet")),
    Screen("memory", WORKSPACE + "?tab=knowledge&part=memory", text("Say du")),
    Screen("memory-form", WORKSPACE + "?tab=knowledge&part=memory", pressed("Remember something", text("Always tell"))),
    Screen("runs", WORKSPACE + "?tab=runs", at_rest(PROPOSAL)),
    Screen("runs-one", WORKSPACE + "?tab=runs&run={run}", at_rest(CHANGE)),
    Screen("usage", WORKSPACE + "?tab=usage", at_rest("")),
    Screen("project", WORKSPACE + "?tab=project", at_rest("")),
    Screen("terminal", WORKSPACE + "?tab=terminal", at_rest("")),
    Screen("settings", WORKSPACE + "?tab=settings", at_rest("")),
    Screen("settings-line", WORKSPACE + "?tab=settings", pressed(CLASSIC, text("What changes"))),
    Screen(
        "settings-line-red",
        WORKSPACE + "?tab=settings",
        pressed(CLASSIC, pressed(CLASSIC, text("It does not work"))),
        {"**/builder/line": stubs.unmoved},
    ),
    Screen(
        "settings-connection",
        WORKSPACE + "?tab=settings",
        steps.connection_tested,
        {"**/admin/models/test": stubs.tested},
    ),
    Screen("tenant-usage", "usage", at_rest("")),
    Screen("tenant-account", "account", at_rest("")),
    Screen("help", "help", heading("User manual")),
    Screen("help-chapter", "help?chapter=plans&at=before-you-begin", heading("Before you begin")),
    Screen("packages", "packages?name=swiper", text("swiper"), {"**/admin/catalog/packages": stubs.additions}),
    Screen("packages-empty", "packages", text("Nothing added yet"), {"**/admin/catalog/packages": stubs.no_additions}),
    Screen("publish", WORKSPACE, pressed("Publish", dialog("Publish Rosa"))),
    Screen("publish-blocked", OTHER, pressed("Publish", dialog("Publish Salon Bruno"))),
    Screen(
        "publish-found", WORKSPACE, pressed("Publish", text("Ask the agent")), {"**/builder/readiness": stubs.found}
    ),
    Screen("publish-address", OTHER, pressed("Publish", pressed("Choose another", text("What the address begins")))),
    Screen("taken-back", WORKSPACE, steps.taken_back, {"**/builder/state": stubs.undone}),
    Screen("fix", WORKSPACE, steps.troubled("Fix"), {**TROUBLED, "**/builder/repair": stubs.repairs(0)}),
    Screen(
        "fix-choices", WORKSPACE, steps.troubled("Stop asking"), {**TROUBLED, "**/builder/repair": stubs.repairs(2)}
    ),
    Screen("preview-picture", WORKSPACE, steps.picture),
    Screen("check", WORKSPACE, steps.recorded),
    Screen("palette", WORKSPACE, keys("Control+k", "Commands")),
    Screen("shortcuts", WORKSPACE, keys("Control+/", "Keyboard shortcuts")),
    Screen("news", "usage", text("the agent waits for you"), {"**/admin/events?*": stubs.news}),
    Screen("chats", OTHER, pressed("Chats", dialog("Chats"))),
    Screen("chat-new", OTHER + "?chat=new", text("Nothing said yet")),
    Screen("reviewer", OTHER + "?chat={judged}", turn(JUDGED, "Review 2")),
    Screen("model-calls", OTHER + "?chat={judged}", turn(JUDGED, "Review 2", "model calls")),
    Screen("cap", OTHER + "?chat={capped}", turn(CAPPED, "Stopped at its limit")),
    Screen("approval", OTHER + "?chat={waits}", turn(WAITS, "It wants to")),
    Screen("composer", OTHER + "?chat={judged}", steps.composer),
    Screen("preview-console", WORKSPACE, steps.console),
    Screen("preview-storage", WORKSPACE, steps.storage_note, {"**/@chatbuilder/bridge.js*": stubs.storageless}),
    Screen("preview-blocked", "apps/{reaching}", steps.blocked_hosts, complains=True),
    Screen("preview-stopped", "apps/{fighting}?tab=preview", steps.stopped),
    Screen("preview-picked", WORKSPACE, steps.picked),
    Screen("git", WORKSPACE + "?tab=code", steps.git("Connect")),
    Screen("git-app", WORKSPACE + "?tab=code", steps.git_app),
    Screen("git-connected", WORKSPACE + "?tab=code", steps.git("Pull request #7"), stubs.CONNECTED),
    Screen("code-clash", OTHER + "?tab=code&file=src/old.ts", steps.clash, complains=True),
    Screen("working", "apps/{third}", steps.working),
)


def speak(page: Page, language: str | None) -> None:
    """Another language from now on, as if another tab had chosen it; None for the browser's own."""
    page.evaluate(_CHOOSE, language)
    expect(page.locator("html")).to_have_attribute("lang", language or "en")


_CHOOSE = """(language) => {
  const key = "chatbuilder.preferences";
  if (language) localStorage.setItem(key, JSON.stringify({ language }));
  else localStorage.removeItem(key);
  dispatchEvent(new StorageEvent("storage", { key }));
}"""
MAIN = frozenset(("home", "conversation", "preview", "settings", "changes-proposal", "working"))
"""The screens that a person sees first and most: always looked at in full, and pictured in the dark too."""

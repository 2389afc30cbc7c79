"""Which files a run begins with: those the message is about, whole; the others with a line on what they are."""

from devkit.fakes.samples import a_run, a_turn, an_app
from shared.domain.base import Files
from shared.domain.runs.run import Run
from shared.domain.text.outline import outline
from shared.services.agent.context.choose_files import choose_files
from shared.services.assets.load_templates import load_templates

ROOM = 80_000


def asked(message: str) -> Run:
    return a_run(an_app(), message=message)


def page(heading: str, text: str) -> bytes:
    return f"export default function Page() {{ return <main><h1>{heading}</h1><p>{text}</p></main> }}\n".encode()


SHOP: Files = {
    "package.json": b'{"dependencies": {"react": "19", "zod": "4"}, "scripts": {"build": "vite build"}}',
    "src/App.tsx": b"".join(b"import P%d from './pages/P%d'\n" % (n, n) for n in range(3)) + b"export default 1\n",
    "src/pages/Checkout.tsx": page("Your basket", "Pay by invoice within thirty days"),
    "src/pages/OrderHistory.tsx": page("Orders", "What you have bought so far"),
    "src/pages/Opening.tsx": page("Opening hours", "Mondays we bake and stay closed"),
    "src/sections/Footer.tsx": page("Footer", "Imprint and privacy"),
    "src/styles/theme.css": b":root {\n  --page: #fff;\n  --ink: #111;\n}\n.card {\n  color: var(--ink);\n}\n",
    "public/favicon.svg": b"<svg/>",
    "tests/shop.test.ts": b'test("adds to the basket", () => {})\n',
}


def shown(message: str, files: Files = SHOP, **turn: object) -> list[str]:
    turns = [a_turn(asked("x"), **turn)] if turn else []
    return [path for path, _ in choose_files(asked(message), files, turns, ROOM).files]


def test_a_file_is_found_by_the_text_of_the_page() -> None:
    assert "src/pages/Opening.tsx" in shown("We are closed on Tuesdays, not on Mondays")
    assert "src/sections/Footer.tsx" not in shown("We are closed on Tuesdays, not on Mondays")


def test_a_file_is_found_by_its_heading_its_path_and_its_symbols() -> None:
    assert "src/pages/Checkout.tsx" in shown('Please rename "Your basket" to "Your bag"')
    assert "src/pages/OrderHistory.tsx" in shown("The order history needs a total")


def test_a_follow_up_gets_the_page_that_was_spoken_of_before_and_not_the_footer() -> None:
    edited = [{"tool": "write_file", "path": path} for path in ("src/sections/Footer.tsx", "public/favicon.svg")]
    found = shown("Now make it larger", prompt="Put the opening hours on Mondays first", operations=edited)
    assert found.index("src/pages/Opening.tsx") < found.index("src/sections/Footer.tsx")
    assert "public/favicon.svg" not in found, "each first build writes one, and few requests are about it"


def test_the_others_have_a_line_each() -> None:
    tree = choose_files(asked("Say hello"), SHOP, [], ROOM).tree
    assert "src/pages/Checkout.tsx (" in tree and 'h1 "Your basket"' in tree
    assert "package.json" in tree and "react, zod\n" in tree
    assert "--page, --ink; .card" in tree and "adds to the basket" in tree
    assert "src/App.tsx (" in tree and tree.count("\n") == len(SHOP) - 1, "one line a file"


def test_what_is_shown_whole_has_no_line() -> None:
    chosen = choose_files(asked('Rename "Your basket"'), SHOP, [], ROOM)
    line = next(line for line in chosen.tree.split("\n") if line.startswith("src/pages/Checkout.tsx"))
    assert line.endswith(")")


def test_the_page_of_a_small_project_is_shown_whole() -> None:
    files = {"src/App.tsx": b"import { t } from './time'\n", "src/time.ts": b"export const t = 1\n"}
    assert shown("Do whatever is best", files) == ["src/App.tsx", "src/time.ts"]


def test_a_starter_is_told_in_few_characters() -> None:
    for pack in load_templates().values():
        chosen = choose_files(asked("Make a page for my notes, kept in the browser"), pack.files, [], ROOM)
        assert len(chosen.tree) + sum(len(text) for _, text in chosen.files) < 16_000, pack.key


def test_the_choice_is_the_same_each_time_and_words_of_no_meaning_find_nothing() -> None:
    run = asked("please make it so that it is not like that with the of")
    assert choose_files(run, SHOP, [], ROOM) == choose_files(run, dict(reversed(SHOP.items())), [], ROOM)
    assert shown(run.request.message) == ["src/App.tsx"]


def test_an_outline_is_one_short_line() -> None:
    names = "".join(f"export const name{number} = 1\n" for number in range(500))
    assert len(outline("src/a.ts", names)) <= 160 and "\n" not in outline("src/a.ts", names)
    assert (
        outline("src/a.svelte", "<script>let { title, open = false }: Props = $props()</script>")
        == "prop title, prop open"
    )
    assert outline("package.json", "[") == outline("src/x.png", "") == ""

"""An element that a person selected in the preview: the request names the component, file and line that draw it."""

import pytest

from devkit.fakes.samples import a_run, an_app
from shared.domain.agent.model_messages import UserMessage
from shared.domain.base import Files
from shared.services.agent.context.build_context import opening

REACT: Files = {
    "src/App.tsx": b'import Orders from "./pages/Orders"\nexport default function App() { return <Orders /> }\n',
    "src/texts.ts": b'export const texts = {\n  orders: { send: "Send all", title: "Open orders" },\n}\n',
    "src/pages/Orders.tsx": b"""import { texts } from "../texts"

function Row({ order }) {
  return <li className={cn("row tall", order.late && "late")}>{order.title}</li>
}

export default function Orders({ orders }) {
  return (
    <main>
      <h1 className="text-3xl">{texts.orders.title}</h1>
      <ul>{orders.map((order) => <Row key={order.id} order={order} />)}</ul>
      <button onClick={() => orders.length > 0 && send()} id="go">
        {texts.orders.send}
      </button>
    </main>
  )
}
""",
    "src/pages/Help.tsx": b'export default function Help() { return <h1 className="text-3xl">Help</h1> }\n',
}
VUE: Files = {
    "src/App.vue": b'<script setup>\nimport OrderCard from "./OrderCard.vue"\n</script>\n'
    b"<template><OrderCard /></template>\n",
    "src/OrderCard.vue": b"""<script setup lang="ts">
defineProps<{ title: string }>()
</script>

<template>
  <article class="card">
    <h2
      class="card-title"
      :class="{ 'is-late': late }"
    >{{ title }}</h2>
    <button type="button" class="quiet">
      Put aside
    </button>
  </article>
</template>
""",
}
SVELTE: Files = {
    "src/App.svelte": b'<script>\n  import Order from "./Order.svelte";\n</script>\n<Order />\n',
    "src/Order.svelte": b"""<script lang="ts">
  const { title, late } = $props();
</script>

<section class="order">
  <h2 class="head" class:late>{title}</h2>
  <a href="/help" aria-label="Help with orders">?</a>
</section>
""",
}


def picked(tag: str, **facts: str) -> str:
    """A message with an element, as the Studio sends it."""
    lines = "\n".join(f"{name}: {value}" for name, value in {"tag": tag, **facts}.items())
    return f'Make this larger.\n\n### {tag} "{facts.get("name", "")}"\n{lines}'


def request(message: str, files: Files) -> str:
    """The message with the project that a run begins with."""
    project = opening(a_run(an_app(), message=message), files)[0]
    assert isinstance(project, UserMessage)
    return project.content


def line_of(text: bytes, start: str) -> int:
    return next(at for at, line in enumerate(text.decode().split("\n"), 1) if line.strip().startswith(start))


@pytest.mark.parametrize(
    ("files", "path", "start", "component", "message"),
    [
        (REACT, "src/pages/Orders.tsx", "return <li", "Row",
         picked("li", text="Two chairs", path="#root > main > ul > li:nth-of-type(2)", classes="row tall late")),
        (REACT, "src/pages/Orders.tsx", "<h1", "Orders",
         picked("h1", role="heading", name="Open orders", text="Open orders", path="#root > main > h1",
                classes="text-3xl")),
        (REACT, "src/pages/Orders.tsx", "<button", "Orders",
         picked("button", role="button", text="Send all", path="#go")),
        (VUE, "src/OrderCard.vue", "<h2", "OrderCard",
         picked("h2", text="Two chairs", path="#app > article > h2", classes="card-title is-late")),
        (VUE, "src/OrderCard.vue", "<button", "OrderCard",
         picked("button", role="button", text="Put aside", path="#app > article > button", classes="quiet")),
        (SVELTE, "src/Order.svelte", "<h2", "Order",
         picked("h2", text="Two chairs", path="#app > section > h2", classes="head late svelte-1x2y3z")),
        (SVELTE, "src/Order.svelte", "<a", "Order",
         picked("a", role="link", name="Help with orders", text="?", path="#app > section > a")),
    ],
)  # fmt: skip
def test_its_file_line_and_component_are_named(
    files: Files, path: str, start: str, component: str, message: str
) -> None:
    text = request(message, files)
    assert f": {path}:{line_of(files[path], start)} ({component})\n" in text
    assert "most likely" in text and f'<file path="{path}">' in text


SAME = b"export default function %s() {\n  return <button className='btn'>Save</button>\n}\n"
SAVE = picked("button", role="button", name="Save", text="Save", path="#root > button", classes="btn")


def test_an_element_that_two_files_draw_alike_is_not_guessed() -> None:
    files = {**REACT, "src/pages/Note.tsx": SAME % b"Note", "src/pages/Task.tsx": SAME % b"Task"}
    text = request(SAVE, files)
    assert "most likely" not in text and "2 places that nothing tells apart" in text
    assert "src/pages/Note.tsx:2 (Note), src/pages/Task.tsx:2 (Task)\n" in text
    assert '<file path="src/pages/Note.tsx">' in text and '<file path="src/pages/Task.tsx">' in text


def test_of_many_places_the_first_are_named_and_all_are_counted() -> None:
    files = {f"src/pages/Part{n}.tsx": SAME % b"Part%d" % n for n in range(9)}
    text = request(SAVE, files)
    assert "9 places" in text and "src/pages/Part2.tsx:2 (Part2), ...\n" in text and "Part3.tsx:2" not in text


def test_an_own_text_tells_two_elements_of_the_same_classes_apart() -> None:
    files = {"src/A.tsx": SAME % b"A", "src/B.tsx": (SAME % b"B").replace(b"Save", b"Send")}
    assert "src/B.tsx:2 (B)\n" in request(SAVE.replace("Save", "Send"), files)


@pytest.mark.parametrize("message", [picked("h1", path="body > h1"), picked("blink", text="Not there", path="blink")])
def test_a_tag_alone_names_no_place(message: str) -> None:
    assert "The element that the person selected" not in request(message, REACT)


def test_nothing_that_the_page_says_of_itself_is_repeated_outside_the_message() -> None:
    message = picked("h1 IGNORE", name="OBEY ME", text="OBEY ME", path="h1", classes="text-3xl OBEY")
    assert "OBEY" not in request(message, REACT) and "IGNORE" not in request(message, REACT)

"""A page that was looked at before: what of its accessibility tree changed since it was shown whole."""

from collections.abc import Iterable, Iterator

from shared.domain.builds.worker_page import PageSpec
from shared.domain.text.line_diff import Block, shared_blocks

OPENED, TREE = "Opened {} at ", "Accessibility tree:"
_MARK, _CUT, _LEFT_OUT = "| ", "\n[... ", " more lines were left out]"


def tree_again(page: PageSpec, tree: str, before: Iterable[str]) -> str | None:
    """What differs from the newest whole tree of the page in what was said `before`; None where that is no shorter."""
    shown = next(filter(None, (_whole_tree(look, page) for look in before)), None)
    if shown is None or tree.endswith(_LEFT_OUT):
        return None
    if shown == tree.split("\n"):
        return "The accessibility tree is unchanged since it was shown whole."
    changes = "\n".join(_changes(shown, tree.split("\n")))
    head = "Accessibility tree, only what changed since it was shown whole (- gone, + new, = the line before):"
    return f"{head}\n{changes}" if len(head) + len(changes) < len(TREE) + len(tree) else None


def _whole_tree(look: str, page: PageSpec) -> list[str] | None:
    """The marked lines of the tree, when all of them are there."""
    head, _, rest = look.partition(f"\n{TREE}\n")
    if not rest or _CUT in rest or not head.startswith(OPENED.format(page.path)):
        return None
    lines = [line for line in rest.split("\n") if line.startswith(_MARK)]
    return lines if lines and not lines[-1].endswith(_LEFT_OUT) else None


def _changes(old: list[str], new: list[str]) -> Iterator[str]:
    """Each line after the mark that shows it as the page's own words."""
    a = b = 0
    for block in [*shared_blocks(old, new), Block(len(old), len(new), 0)]:
        if (a, b) != (block.old, block.new):
            yield from (_marked("=", line) for line in new[max(0, b - 1) : b])
            yield from (_marked("-", line) for line in old[a : block.old])
            yield from (_marked("+", line) for line in new[b : block.new])
        a, b = block.old + block.size, block.new + block.size


def _marked(sign: str, line: str) -> str:
    return f"{_MARK}{sign} {line.removeprefix(_MARK)}"

"""What a judge of actions is shown."""

from shared.domain.brain.alignment import Action
from shared.domain.brain.alignment_task import question


def test_an_action_alone_is_shown_at_length_and_many_share_the_room() -> None:
    long = Action("file_edit", paths=("src/a.ts",), added="x" * 9_000)
    assert "x" * 9_000 in question("It is known.", [long])
    gone = Action("file_edit", paths=("src/b.ts",))
    shown = question("It is known.", [long] * 19 + [gone] * 3)
    assert len(shown) < 30_000 and "19. It changes src/a.ts" in shown
    assert "20. It changes src/b.ts: it only takes away." in shown and "21." not in shown

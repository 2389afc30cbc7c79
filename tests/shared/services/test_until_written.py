"""What is read is written on a condition, and again from a fresh reading where another wrote in between."""

import pytest

from devkit.fakes.broken import raising
from shared.domain.errors import AppError, Conflict, NotFound, RunActive, Transient
from shared.services.until_written import until_written


class Cell:
    """A number that another writer raises the first `races` times between a reading and its writing."""

    def __init__(self, races: int) -> None:
        self.value, self.races, self.reads = 0, races, 0

    def read(self) -> int:
        self.reads += 1
        return self.value

    def double(self, known: int) -> int:
        if self.races > 0:
            self.races -= 1
            self.value += 5
        if known != self.value:
            raise Conflict("Somebody else changed it in the meantime.")
        self.value = 2 * known + 1
        return self.value


def test_without_a_race_it_is_read_and_written_once() -> None:
    cell = Cell(races=0)
    assert (until_written(cell.read, cell.double, "The cell"), cell.reads) == (1, 1)


def test_after_a_lost_race_the_change_is_made_of_what_is_stored_now() -> None:
    cell = Cell(races=3)
    assert (until_written(cell.read, cell.double, "The cell"), cell.reads) == (31, 4)


@pytest.mark.parametrize("kind", [Transient, Conflict])
def test_it_gives_up_after_so_many_losses_and_pauses_after_each(kind: type[AppError]) -> None:
    cell, pauses = Cell(races=9), list[int]()
    with pytest.raises(kind, match=r"The cell is being changed by somebody else") as given_up:
        until_written(cell.read, cell.double, "The cell", tries=3, pause=pauses.append, lost=kind)
    assert (type(given_up.value), pauses, cell.races, cell.value) == (kind, [1, 2, 3], 6, 15)


def test_a_reading_at_hand_is_tried_first_and_once() -> None:
    cell = Cell(races=0)
    assert (until_written(cell.read, cell.double, "The cell", first=0), cell.reads) == (1, 0)
    assert (until_written(cell.read, cell.double, "The cell", first=0), cell.reads) == (3, 1)


def test_what_is_not_there_is_said_at_once() -> None:
    gone = NotFound("There is no such cell.")
    with pytest.raises(NotFound):
        until_written(raising(gone), Cell(races=0).double, "The cell")


def test_a_conflict_with_a_code_of_its_own_is_a_refusal_and_not_a_race() -> None:
    cell = Cell(races=0)
    with pytest.raises(RunActive):
        until_written(cell.read, raising(RunActive("A run is at work.", active_run_id=None)), "The cell")
    assert cell.reads == 1


def test_a_refusal_of_the_reading_is_never_repeated() -> None:
    cell = Cell(races=0)

    def refuse() -> int:
        cell.read()
        raise Conflict("The draft has moved on.")

    with pytest.raises(Conflict, match="moved on"):
        until_written(refuse, cell.double, "The cell")
    assert cell.reads == 1

"""A code opens once and for a while; a wrong one opens nothing and changes nothing."""

from concurrent.futures import ThreadPoolExecutor

from local.front.sign_in import OneTimeCodes


class Clock:
    """Seconds that pass when told to."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_a_code_is_good_once() -> None:
    codes = OneTimeCodes[str](60)
    code = codes.make("door")
    assert (codes.take(code), codes.take(code)) == ("door", None)


def test_a_code_is_good_for_its_time_only() -> None:
    clock = Clock()
    codes = OneTimeCodes[str](60, clock)
    early, late = codes.make("early"), codes.make("late")
    clock.now += 59.9
    assert codes.take(early) == "early"
    clock.now += 0.1
    assert codes.take(late) is None


def test_wrong_codes_open_nothing_and_use_up_nothing() -> None:
    """Tries are not counted: 192 random bits are not guessed, and a bound would let any page shut the owner out."""
    codes = OneTimeCodes[str](60)
    code = codes.make("door")
    assert len(code) == 32
    guesses = ("", code[:-1], f"{code}x", *(f"guess{at}" for at in range(5000)))
    assert {codes.take(guess) for guess in guesses} == {None}
    assert codes.take(code) == "door"


def test_no_more_than_a_thousand_are_kept_and_the_oldest_go() -> None:
    codes = OneTimeCodes[int](60)
    made = [codes.make(at) for at in range(1001)]
    assert codes.take(made[0]) is None
    assert (codes.take(made[1]), codes.take(made[1000])) == (1, 1000)


def test_many_at_once_with_one_code_are_one() -> None:
    codes = OneTimeCodes[str](60)
    code = codes.make("door")
    with ThreadPoolExecutor(16) as pool:
        opened = list(pool.map(codes.take, [code] * 200))
    assert [found for found in opened if found] == ["door"]

"""Claims: one at a time, for a while, with a number that the next one ends."""

from typing import Any

from devkit.api.plans import Planned
from tests.support.racing import race


def claim(planned: Planned, task: Any, status: int = 200, who: str = "user-1", **body: Any) -> Any:
    token = planned.world.sign_in("acme", subject=who)
    client = planned.api.anonymous
    answer = client.post(f"/tasks/{task['id']}/claim", json=body, headers={"Authorization": f"Bearer {token}"})
    assert answer.status_code == status, answer.text
    return answer.json()


def test_a_claimed_task_is_in_progress_for_others_until_it_is_released(planned: Planned) -> None:
    task = planned.task("Cart")
    mine = claim(planned, task)
    assert (mine["status"], mine["claim"]["holder"], mine["claim"]["fence"]) == ("in_progress", "user-1", 1)
    refused = claim(planned, task, 409, who="ben")
    assert (refused["code"], refused["holder"]) == ("TASK_CLAIMED", "user-1")
    released = planned.post(f"/tasks/{task['id']}/release", {"fence": 1}, 200)
    assert (released["status"], released["claim"]) == ("open", None)
    assert planned.post(f"/tasks/{task['id']}/release", {"fence": 1}, 200)["status"] == "open"
    assert claim(planned, task, who="ben")["claim"]["fence"] == 2
    assert planned.post(f"/tasks/{task['id']}/release", {"fence": 1}, 409)["code"] == "CLAIM_LOST"


def test_its_holder_renews_a_claim(planned: Planned) -> None:
    task = planned.task("Cart")
    first = claim(planned, task, seconds=60)["claim"]
    planned.world.clock.advance(30)
    second = claim(planned, task, seconds=60)["claim"]
    assert second["fence"] == first["fence"] and second["until"] > first["until"]


def test_a_claim_that_dies_is_taken_over_and_its_holder_has_lost_it(planned: Planned) -> None:
    task = planned.task("Cart")
    claim(planned, task, seconds=60)
    planned.world.clock.advance(61)
    assert planned.get(f"/tasks/{task['id']}")["status"] == "open"
    assert claim(planned, task, who="ben")["claim"] == {
        "holder": "ben", "until": "2026-03-01T12:16:01.000Z", "fence": 2, "released": "open",
    }  # fmt: skip
    assert planned.post(f"/tasks/{task['id']}/release", {"fence": 1}, 409)["code"] == "CLAIM_LOST"


def test_what_waits_or_is_over_cannot_be_claimed(planned: Planned) -> None:
    first = planned.task("First")
    second = planned.task("Second", dependencies=["First"])
    refused = claim(planned, second, 409)
    assert refused["code"] == "TASK_NOT_READY"
    assert refused["blocked_by"] == [{"task_id": first["id"], "title": "First", "reason": "not_done"}]
    planned.patch(f"/tasks/{first['id']}", {"status": "done"})
    assert claim(planned, first, 409)["code"] == "TASK_NOT_READY"
    for body in ({"seconds": 0}, {"seconds": 86_401}, {"holder": "me"}):
        assert claim(planned, second, 422, **body)["code"] == "VALIDATION_FAILED"


def test_of_many_who_claim_at_once_one_has_it(planned: Planned) -> None:
    task = planned.task("Cart")

    def claiming(who: str) -> Any:
        token = planned.world.sign_in("acme", subject=who)
        headers = {"Authorization": f"Bearer {token}"}
        return planned.api.anonymous.post(f"/tasks/{task['id']}/claim", json={}, headers=headers)

    answers = race(*(lambda who=f"user-{number}": claiming(who) for number in range(6)))
    codes = sorted(answer.status_code for answer in answers)
    assert codes == [200] + [409] * 5
    winner = next(answer.json() for answer in answers if answer.status_code == 200)
    assert planned.get(f"/tasks/{task['id']}")["claim"] == winner["claim"]
    assert winner["claim"]["fence"] == 1

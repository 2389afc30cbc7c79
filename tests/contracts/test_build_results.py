"""The contracts of `BuildResultStore` and `RepairStore`."""

from datetime import timedelta
from typing import Any

import pytest

from devkit.fakes.clock import START
from devkit.fakes.samples import OTHER_TENANT
from shared.domain.errors import Conflict
from shared.domain.feedback.build_result import RESULT_SECONDS, BuildResult, ReportedError
from shared.domain.feedback.repairs import REPAIRS_A_DAY, RepairLedger
from tests.support.racing import failures, race

SESSIONS = ["default", "conv_00000000000000000000000001", "a b/c#d\n", "ü" * 200, "T#x#RUN#1"]


def a_result(tenant: str, session: str = "default", **over: Any) -> BuildResult:
    base: dict[str, Any] = {
        "tenant_id": tenant, "session_id": session, "status": "failed", "stage": "runtime", "exit_code": 1,
        "stderr": "é\n" * 2_000, "errors": [ReportedError(message="boom", line=3)] * 50, "source": "browser",
        "reported_at": START,
    }  # fmt: skip
    return BuildResult(**(base | over))


@pytest.mark.parametrize("session", SESSIONS, ids=range(len(SESSIONS)))
def test_a_session_keeps_its_latest_report(stores: Any, tenant: str, session: str) -> None:
    assert stores.results.get(tenant, session) is None
    first = a_result(tenant, session)
    assert stores.results.put(first) and stores.results.get(tenant, session) == first
    second = a_result(tenant, session, status="success", errors=[], stderr="", reported_at=START + timedelta(seconds=1))
    assert stores.results.put(second) and stores.results.get(tenant, session) == second
    assert not stores.results.put(first), "an older report came late"
    assert stores.results.get(tenant, session) == second


def test_sessions_and_tenants_are_apart(stores: Any, tenant: str) -> None:
    stores.results.put(a_result(tenant, "one"))
    assert stores.results.get(tenant, "two") is None
    assert stores.results.get(OTHER_TENANT, "one") is None
    stores.results.delete(OTHER_TENANT, "one")
    stores.results.delete(tenant, "two")
    assert stores.results.get(tenant, "one") is not None


def test_a_report_can_be_forgotten_and_made_again(stores: Any, tenant: str) -> None:
    stores.results.delete(tenant, "default")
    stores.results.put(a_result(tenant))
    stores.results.delete(tenant, "default")
    assert stores.results.get(tenant, "default") is None
    stores.results.delete(tenant, "default")
    assert stores.results.put(a_result(tenant)) and stores.results.get(tenant, "default") == a_result(tenant)


def test_a_day_later_there_is_nothing_though_the_item_may_still_be_stored(stores: Any, tenant: str) -> None:
    stores.results.put(a_result(tenant))
    stores.clock.advance(RESULT_SECONDS - 1)
    assert stores.results.get(tenant, "default") is not None
    stores.clock.advance(1)
    assert stores.results.get(tenant, "default") is None
    fresh = a_result(tenant, reported_at=stores.clock.now())
    assert stores.results.put(fresh) and stores.results.get(tenant, "default") == fresh


def test_a_ledger_is_written_with_its_version(stores: Any, tenant: str) -> None:
    empty = stores.repairs.get(tenant, "app_1")
    assert (empty.version, empty.fingerprints) == (0, [])
    claimed = empty.claim(["a", "b"], START)
    assert claimed is not None
    kept = stores.repairs.put(claimed)
    assert (kept.version, kept.fingerprints, kept.started) == (1, ["a", "b"], 1)
    assert stores.repairs.get(tenant, "app_1") == kept
    for stale in (claimed, kept.model_copy(update={"version": 7})):
        with pytest.raises(Conflict):
            stores.repairs.put(stale)
    assert stores.repairs.get(OTHER_TENANT, "app_1").version == 0
    assert stores.repairs.put(kept.give_back(["a", "b"])).started == 0
    assert REPAIRS_A_DAY == 5


def test_of_many_that_claim_at_once_one_wins(raced: Any, tenant: str) -> None:
    def claim() -> RepairLedger:
        claimed = raced.repairs.get(tenant, "app_1").claim(["a"], START)
        if claimed is None:
            raise Conflict("It is taken.")
        kept: RepairLedger = raced.repairs.put(claimed)
        return kept

    assert len(failures(race(*[claim] * 6))) == 5

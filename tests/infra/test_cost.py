"""The promises about money, held against the template, the counted calls and the price table."""

import json
from typing import Any

import pytest

from benchmarks.price_table import cost, price_table, prices
from devkit.stack.infra import Synthesised
from scripts import cost as page
from scripts.cost import alarm_metrics, firewall, idle_lines, seconds


def test_a_month_of_nothing_costs_at_most_five_dollars(cloud: Synthesised) -> None:
    assert 0 < page.idle_dollars(cloud.template) <= page.IDLE_LIMIT


def test_a_typical_turn_costs_at_most_half_a_cent() -> None:
    assert 0.001 < page.turn_dollars() <= page.TURN_LIMIT


def test_the_page_says_what_the_script_computes(cloud: Synthesised) -> None:
    text = page.PAGE.read_text()
    assert text == page.replaced(text, page.computed(cloud.template)), "run `make cost ARGS=--write`"


def test_the_readme_tells_the_same_idle_figure(cloud: Synthesised) -> None:
    readme = (page.ROOT / "README.md").read_text()
    assert f"${page.idle_dollars(cloud.template):.2f} a month" in readme


def test_the_web_firewall_is_counted_apart(cloud: Synthesised, bare: Synthesised) -> None:
    assert firewall(cloud.template)[1] > page.IDLE_LIMIT
    assert firewall(bare.template) == (0, 0)


def test_every_price_has_a_page_and_a_date() -> None:
    table = price_table()
    assert table["region"] == "us-east-1"
    assert len(table["as_of"]) == len("2026-01-01")
    assert all(each["source"].startswith("https://aws.amazon.com/") for each in table["services"].values())
    assert all(price >= 0 for price in prices().values())


def test_an_unknown_unit_is_an_error() -> None:
    with pytest.raises(KeyError):
        cost({"unheard_of": 1})


def test_everything_that_was_counted_can_be_priced() -> None:
    counted = page.counted()
    for part in ("turn", "build", "sweep"):
        assert cost(counted[part]) > 0
    assert counted["turn"]["step_functions_transition"] >= 10
    assert counted["visit"]["files"] >= 2


def test_what_an_idle_stack_would_add_is_seen(cloud: Synthesised) -> None:
    template: dict[str, Any] = json.loads(json.dumps(cloud.template))
    sweep = page.counted()["sweep"]
    before = sum(line.dollars for line in idle_lines(template, sweep))
    template["Resources"]["More"] = {"Type": "AWS::SecretsManager::Secret", "Properties": {}}
    template["Resources"]["Key"] = {"Type": "AWS::KMS::Key", "Properties": {}}
    template["Resources"]["Alarm"] = {
        "Type": "AWS::CloudWatch::Alarm",
        "Properties": {"Metrics": [{"MetricStat": {}}, {"MetricStat": {}}, {}]},
    }
    assert sum(line.dollars for line in idle_lines(template, sweep)) == pytest.approx(before + 0.40 + 1.00 + 0.20)
    assert alarm_metrics([{"Type": "AWS::CloudWatch::Alarm", "Properties": {"MetricName": "x"}}]) == 1


@pytest.mark.parametrize(
    ("rate", "expected"), [("rate(5 minutes)", 300), ("rate(1 hour)", 3600), ("rate(2 days)", 172800)]
)
def test_rates_are_read(rate: str, expected: int) -> None:
    assert seconds(rate) == expected

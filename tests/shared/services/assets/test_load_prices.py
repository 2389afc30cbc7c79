from shared.domain.agent.model_messages import Usage
from shared.services.assets.load_models import load_prices


def test_the_table_is_sane() -> None:
    prices = load_prices()
    for name, price in prices.models.items():
        assert 0 <= price.cached <= price.input <= price.output, name
        assert price.input <= (price.cache_write or price.input) <= 2 * price.input, name


def test_the_offline_model_is_free_and_an_unknown_one_is_not() -> None:
    usage = Usage(input_tokens=1000, output_tokens=1000)
    assert load_prices().cost("offline-demo", usage) == 0
    assert load_prices().cost("somebody-elses-model", usage) is None

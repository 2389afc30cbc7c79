"""Whether a figure grows: its slope over the turns, and the bound it must keep."""

import statistics
from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass
class Trend:
    """Samples of one figure. `bound`: what it may grow in 100 turns; `share`: as a share of its own median instead."""

    unit: str
    bound: float = 0.0
    share: float = 0.0
    samples: list[tuple[int, float]] = field(default_factory=list)

    def add(self, turns: int, value: float) -> None:
        """A sample taken after so many turns."""
        self.samples.append((turns, value))

    def settled(self) -> list[tuple[int, float]]:
        """Without the first fifth: caches fill, processes start."""
        return self.samples[len(self.samples) // 5 :]

    def slope(self) -> float:
        """Growth in 100 turns: the median of the slopes of all pairs, so that one disturbed sample moves nothing."""
        return round(100 * median_slope(self.settled()), 3)

    def most(self) -> float:
        """The bound in the figure's own unit."""
        return max(self.bound, self.share * statistics.median(value for _, value in self.settled()))

    def grows(self) -> bool:
        """Whether it grows by more than it may."""
        return self.slope() > self.most()

    def told(self) -> dict[str, object]:
        """For the report."""
        values = [value for _, value in self.samples]
        return {
            "first": round(values[0], 2), "last": round(values[-1], 2), "max": round(max(values), 2), "unit": self.unit,
            "per_100_turns": self.slope(), "bound": round(self.most(), 2), "flat": not self.grows(),
        }  # fmt: skip


def median_slope(points: Sequence[tuple[int, float]]) -> float:
    """Theil and Sen's estimate; 0 for fewer than two points."""
    slopes = [
        (later - value) / (end - begin)
        for number, (begin, value) in enumerate(points)
        for end, later in points[number + 1 :]
        if end != begin
    ]
    return statistics.median(slopes) if slopes else 0.0

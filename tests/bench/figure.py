"""One measured figure, and the baseline it is a ratio to."""

from __future__ import annotations

from msgspec import Struct

ROW = "{:<56} {:>13}  {:<17}  {}"
HEAD = ROW.format("what is measured", "now", "aim", "beside its baseline")


class Figure(Struct, frozen=True):
    """`value` in `unit`; `base`, in the same unit, is what `baseline` took in this run.

    A figure without a baseline is a plain count. `aim` says in words what we want.
    """

    name: str
    value: float
    unit: str
    baseline: str = ""
    base: float = 0.0
    aim: str = ""

    @property
    def ratio(self) -> float | None:
        """How many times the baseline it is; None for a plain count."""
        return self.value / self.base if self.base else None

    def line(self) -> str:
        """The figure as a line for people."""
        beside = "" if self.ratio is None else f"{self.ratio:.3g} times {self.baseline} ({self.base:.3g} {self.unit})"
        return ROW.format(self.name, f"{self.value:.4g} {self.unit}", self.aim, beside).rstrip()

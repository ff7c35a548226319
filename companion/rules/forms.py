"""Forms: counts in regions with bounds, what is proposed in them, and whether what people send keeps to them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from companion.rules.execution import Execution
from companion.rules.model import Band, Form, Slot


def check(
    execution: Execution, band: Band, form: Form, counts: Mapping[str, int], abroad: bool = False
) -> dict[str, int]:
    """The full counts of a form; slots not named stay as they start.

    Raises Refused if a slot or the sum is out of bounds. As played, the only bound is how many there are, and other
    regions are allowed if nobody else is there, or with `abroad` even then.
    """
    slots = {slot.id: slot for slot in form.slots} if counts else {}
    full = {slot.id: slot.start for slot in form.slots}
    for key, count in counts.items():
        execution.need(key in execution.game.grounds, "refuse.no_region", region=key)
        execution.need(count >= 0, "refuse.negative")
        execution.rule(key in slots, "refuse.form.slot", region=key)
        execution.need(abroad or execution.game.grounds[key].band in (0, band.id), "refuse.form.slot", region=key)
        slot = slots.get(key, Slot(key, 0, form.there, 0))
        execution.rule(
            slot.takes(count),
            "refuse.form.count_or_none" if slot.none else "refuse.form.count",
            region=key,
            least=slot.least,
            most=slot.most,
        )
        full[key] = count
    total = sum(full.values())
    if not form.least_total <= total <= form.total:
        bound = execution.rule if total <= form.there else execution.need
        key = "refuse.form.exact" if form.least_total == form.total else "refuse.form.total"
        bound(False, key, count=total, least=form.least_total, most=form.total)
    return full


def all_of_it(form: Form, counts: dict[str, int]) -> dict[str, int]:
    """Counts that are the whole of a form: regions not named get nothing.

    Without any, the form stays as it is proposed.
    """
    return {slot.id: 0 for slot in form.slots} | counts if counts else counts


def none_or(region: str, least: int, most: int, start: int) -> Slot:
    """A slot that takes nothing at all, or at least this many."""
    return Slot(region, least, most, start, none=True) if least > 1 else Slot(region, 0, most, start)


def spread(regions: dict[str, int], spare: int, safe: Collection[str] = ()) -> dict[str, int]:
    """Put spare tokens one by one where the fewest are, in `safe` regions if there are no others; the map's order
    breaks ties."""
    result = {region: count for region, count in regions.items() if region not in safe} or dict(regions)
    while result and spare > 0:
        fewest = min(result.values())
        for region, count in result.items():
            if count == fewest and spare > 0:
                result[region] = count + 1
                spare -= 1
    return regions | result


def tightened(slots: Sequence[Slot], lowest: int, total: int) -> tuple[Slot, ...]:
    """Slots with bounds that leave enough for the others, and that take what the others cannot."""
    leasts = [0 if slot.none else slot.least for slot in slots]
    loose = total - sum(leasts)
    mosts = [
        slot.most if slot.most < loose + least else loose + least for slot, least in zip(slots, leasts, strict=True)
    ]
    lacking = lowest - sum(mosts)
    found = []
    for slot, most in zip(slots, mosts, strict=True):
        fewest = lacking + most
        least = slot.least if slot.least > fewest else fewest
        found.append(Slot(slot.id, least, most, slot.start, slot.none and fewest <= 0))
    return tuple(found)

"""Nobody is called who wants no calls any more, and nobody again for what they were called for already."""

from __future__ import annotations

from tests.tables.house import House
from tests.tables.test_call_lines import discarding, line


async def test_who_wants_no_more_calls_is_not_named_by_the_next_line(house: House) -> None:
    await discarding(house)
    named = line(house)
    await house.service.preferences.change(named[0], "calls", "never", ("en",))
    await house.pass_time(80)
    await house.settle()
    assert house.screen.called[-1] == line(house) == named[1:]

"""The clock of a practice world, and the ids made from it."""

from bot.practice.clock import Clock, Snowflakes, iso


def test_a_frozen_clock_moves_by_order_only() -> None:
    clock = Clock(frozen=True, start=1000.0)
    assert clock.now() == 1000.0
    called: list[str] = []
    clock.call_later(5, lambda: called.append("late"))
    clock.call_later(2, lambda: called.append("early"))
    given_up = clock.call_later(1, lambda: called.append("never"))
    given_up.cancel()
    clock.advance(1.9)
    assert called == []
    clock.advance(10)
    assert called == ["early", "late"]


async def test_a_running_clock_can_jump() -> None:
    clock = Clock()
    before = clock.now()
    called: list[str] = []
    clock.call_later(600, lambda: called.append("x"))
    clock.advance(601)
    assert called == ["x"]
    assert clock.now() >= before + 601
    clock.stop()


def test_ids_grow_even_when_time_stands_still() -> None:
    clock = Clock(frozen=True)
    ids = Snowflakes(clock)
    made = [int(ids.new()) for _ in range(50)]
    assert made == sorted(set(made))
    assert abs(((made[0] >> 22) / 1000 + 1420070400) - clock.now()) < 1


def test_times_are_written_as_discord_does() -> None:
    assert iso(0.25) == "1970-01-01T00:00:00.250000+00:00"

"""The bot is removed from a server, is away while that happens, or is invited again."""

from __future__ import annotations

from bot.store import people, presence
from bot.upkeep import DAY
from tests.bot.club import Club
from tests.bot.player import members, started
from tests.store.making import seen


async def since(club: Club) -> float | None:
    """Since when the bot is noted to be gone from the club."""
    return (await people.server(club.database, club.guild.id)).removed_at


async def test_a_removal_ends_the_tables_and_is_noted(club: Club) -> None:
    ann, bo = members(club, "Ann", "Bo")
    await started(club, ann, bo)
    # An outage is no removal.
    club.env.backend.emit("GUILD_DELETE", {"id": str(club.guild.id), "unavailable": True})
    await club.env.settle()
    assert await since(club) is None
    assert (await club.table()).row.phase == "playing"
    assert not club.client.outages.reachable(club.guild.id)
    assert await club.client.checks["discord"](), "the bot itself is well"
    club.env.backend.emit("GUILD_DELETE", {"id": str(club.guild.id)})
    await club.env.settle()
    assert club.client.outages.reachable(club.guild.id), "nobody there is waited for"
    assert await since(club) == club.client.service.now()
    assert (await club.table()).row.phase == "over"


async def test_a_server_that_has_an_outage_when_the_bot_starts_has_its_time_too(club: Club) -> None:
    ann, bo = members(club, "Ann", "Bo")
    await started(club, ann, bo)
    await club.restart()
    guild, before = club.client.guilds[0], await club.table()
    guild.unavailable = True
    await club.inside(club.client.on_ready())
    await club.passes(150)
    assert (await club.table()).row.version == before.row.version, "no time is up"
    guild.unavailable = False
    await club.inside(club.client.on_guild_available(guild))
    later = (await club.table()).deadlines[0].due_at - before.deadlines[0].due_at
    assert 150 <= later < 160


async def test_an_invitation_takes_the_note_away(club: Club) -> None:
    (ann,) = members(club, "Ann")
    await ann.opens()
    await presence.gone(club.database, club.guild.id, 5.0)
    await club.inside(club.client.on_guild_join(club.client.guilds[0]))
    assert await since(club) is None


async def test_a_removal_while_the_bot_was_away_is_noted_at_the_start_and_a_restart_alone_is_none(club: Club) -> None:
    ann, bo = members(club, "Ann", "Bo")
    await started(club, ann, bo)
    await club.restart()
    assert await since(club) is None
    assert (await club.table()).row.phase == "playing"
    gone = club.client.guilds[0]
    club.client._connection._remove_guild(gone)
    await club.inside(club.client.on_ready())
    assert await since(club) == club.client.service.now()
    assert (await club.table()).row.phase == "over"
    club.client._connection._add_guild(gone)
    await club.inside(club.client.on_ready())
    assert await since(club) is None


async def test_a_removal_that_a_new_connection_does_not_tell_of_is_seen_by_what_it_does_not_bring(club: Club) -> None:
    ann, bo = members(club, "Ann", "Bo")
    await started(club, ann, bo)
    await club.restart()
    client, (guild,) = club.client, club.client.guilds
    # The library keeps a server that the next connection's list does not name, and makes all others anew.
    for brought in (True, False):
        if brought:
            client._connection._add_guild_from_data({"id": str(guild.id), "unavailable": True})  # type: ignore[typeddict-item]
            assert client.guilds[0] is not guild
            client.guilds[0].unavailable = False
        await club.inside(client.on_shard_connect(guild.shard_id))
        await club.inside(client.on_ready())
        assert (await club.table()).row.phase == ("playing" if brought else "over")
        assert (await since(club) is None) == brought


async def test_a_server_that_the_bot_is_removed_from_in_its_outage_is_as_any_other_when_it_is_back(
    club: Club,
) -> None:
    ann, bo = members(club, "Ann", "Bo")
    await started(club, ann, bo)
    await club.restart()
    client, (guild,) = club.client, club.client.guilds
    await club.inside(client.on_shard_connect(guild.shard_id))
    guild.unavailable = True
    await club.inside(client.on_guild_unavailable(guild))
    # The next connection does not bring it; the library keeps it, as it was last.
    await club.inside(client.on_shard_connect(guild.shard_id))
    await club.inside(client.on_ready())
    assert (await club.table()).row.phase == "over"
    assert client.outages.whole(1), "nobody there is waited for"
    guild.unavailable = False
    await club.inside(client.on_guild_join(guild))
    assert client.outages.reachable(guild.id)


async def test_what_is_due_is_purged_while_the_bot_runs(club: Club) -> None:
    (ann,) = members(club, "Ann")
    await ann.opens()
    now = club.client.service.now()
    for guild, days in ((5, 31), (6, 29)):
        await seen(club.database, guild, {ann.id: "Ann"}, now)
        await presence.gone(club.database, guild, now - days * DAY)
    await club.passes(301)
    assert await presence.known_servers(club.database) == {6, club.guild.id}
    assert club.client.service.kept() != ()


async def test_of_several_connections_one_that_begins_anew_looks_by_itself(club: Club) -> None:
    ann, bo = members(club, "Ann", "Bo")
    await started(club, ann, bo)
    await club.restart()
    client, (guild,) = club.client, club.client.guilds
    await club.inside(client.on_shard_connect(guild.shard_id))
    await club.inside(client.on_shard_ready(guild.shard_id))
    assert (await club.table()).row.phase == "playing", "of a single one `on_ready` tells"
    client.shard_count = 2
    await club.inside(client.on_shard_ready(guild.shard_id))
    assert (await club.table()).row.phase == "over"
    assert await since(club) == client.service.now()

"""What every column of every table says about people and servers, in one place.

Giving out, erasing and purging (bot/store/export.py, erase.py) are worked out from this, and a test compares it with
the schema: a table or column that is not declared here fails it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class Duty:
    """What one table holds.

    ``persons``: columns that name a person by id; ``actors``: by the id as text, where other texts name no person.
    ``plain``: columns that name nobody; ``parts`` among them, as by the column beside them: what only the person named
    there is shown. ``secret``: never given out as they are.

    ``goes``: the rows are about that person alone and go with them; else they are other people's too, and stay with a
    nameless placeholder in the person's place. ``key``: the column with the table's number, where rows belong to a
    table: ``persons`` have an index to be found by, ``actors`` are looked for at the tables where the person played.

    ``heading``: under which the rows are given out; ``of_table`` all rows of the tables where the person was, also
    those that do not name them. ``server``: the column with the server; where there is a ``key`` and no ``server``, the
    rows go with their table.
    """

    plain: tuple[str, ...]
    persons: tuple[str, ...] = ()
    actors: tuple[str, ...] = ()
    parts: Mapping[str, str] = field(default_factory=dict)
    secret: tuple[str, ...] = ()
    goes: bool = False
    key: str | None = None
    heading: str | None = None
    of_table: bool = False
    server: str | None = None

    @property
    def columns(self) -> Iterator[str]:
        """Every column that is declared."""
        yield from (*self.plain, *self.persons, *self.actors, *self.secret)


_SUMS = ("guild_id", "game", "season", "reach")

DUTIES: Mapping[str, Duty] = {
    "meta": Duty(plain=("key", "value")),
    "erasures": Duty(plain=("reason",)),
    "servers": Duty(plain=("guild_id", "language", "settings", "season", "counting", "removed_at"), server="guild_id"),
    # Which settings were changed is the server's to know; who did is not, once they have asked for that.
    "audit": Duty(
        persons=("person_id",),
        plain=("id", "guild_id", "at", "setting", "was", "now"),
        heading="settings_changed",
        server="guild_id",
    ),
    "people": Duty(
        persons=("person_id",),
        plain=("guild_id", "name", "seen_at"),
        goes=True,
        heading="names",
        server="guild_id",
    ),
    "preferences": Duty(persons=("person_id",), plain=("settings",), goes=True, heading="preferences"),
    "tables": Duty(
        persons=("host_id", "paused_by"),
        plain=(
            *("id", "guild_id", "channel_id", "game", "rules_version", "options", "seats", "clock", "phase"),
            *("message_id", "version", "deal_no", "created_at", "started_at", "ended_at", "end_reason", "last_act_at"),
            *("season", "message_deal", "house_rules", "settings"),
        ),
        key="id",
        heading="tables",
        of_table=True,
        server="guild_id",
    ),
    "seats": Duty(
        persons=("person_id", "kept_for"),
        actors=("promised_by",),
        plain=(
            *("table_id", "seat", "computer", "missed", "ready", "wants_end", "since", "since_deal"),
            *("promise", "standing", "wants_pause", "time_left"),
        ),
        parts={"promise": "promised_by", "standing": "promised_by"},
        key="table_id",
        heading="seats",
    ),
    # Who was sent away from it and has erased their data may sit down again: nobody knows them any more.
    "sent_away": Duty(persons=("person_id",), plain=("table_id",), goes=True, key="table_id", heading="sent_away"),
    "deadlines": Duty(plain=("table_id", "kind", "seat", "due_at", "question", "eased"), key="table_id"),
    "invitations": Duty(persons=("person_id",), plain=("table_id",), goes=True, key="table_id", heading="invitations"),
    "on_call": Duty(
        persons=("person_id",), plain=("guild_id", "game", "called_at"), goes=True, heading="on_call", server="guild_id"
    ),
    "players_called": Duty(plain=("table_id", "at"), key="table_id"),
    # By seat.
    "call_lines": Duty(plain=("table_id", "channel_id", "message_id", "called"), key="table_id"),
    "unshown_ends": Duty(plain=("table_id",), key="table_id"),
    "leftovers": Duty(plain=("message_id", "table_id", "channel_id", "goes"), key="table_id"),
    # Everybody's cards; the person's own come with their deals.
    "deals": Duty(
        plain=("table_id", "no", "dealer", "commitment", "carried", "dealt_at"),
        secret=("hands", "rest", "salt"),
        key="table_id",
    ),
    "deal_seats": Duty(
        persons=("person_id",),
        plain=("table_id", "deal_no", "seat", "computer", "score_before"),
        key="table_id",
        heading="deals",
    ),
    "actions": Duty(
        actors=("actor",), plain=("table_id", "deal_no", "no", "seat", "code", "at"), key="table_id", heading="actions"
    ),
    "ledger": Duty(
        persons=("person_id",),
        plain=(
            *("guild_id", "table_id", "deal_no", "game", "season", "reach", "points", "persons", "won"),
            *("stats", "at", "day"),
        ),
        key="table_id",
        heading="scores",
        server="guild_id",
    ),
    # Winners and scores are by seat.
    "results": Duty(
        plain=(
            *("guild_id", "table_id", "game", "season", "finished", "winners", "scores", "ended_at", "day"),
            *("sides", "no"),
        ),
        key="table_id",
        server="guild_id",
    ),
    "result_people": Duty(
        persons=("person_id",),
        plain=("guild_id", "table_id", "seat", "place", "won", "lost", "reach", "throughout"),
        key="table_id",
        heading="results",
        server="guild_id",
    ),
    "totals": Duty(
        persons=("person_id",),
        plain=(*_SUMS, "points", "deals", "deals_won", "best", "worst", "matches", "wins"),
        goes=True,
        heading="totals",
        server="guild_id",
    ),
    "daily": Duty(
        persons=("person_id",),
        plain=(*_SUMS, "day", "points", "deals", "matches", "wins"),
        goes=True,
        heading="daily",
        server="guild_id",
    ),
    "counters": Duty(
        persons=("person_id",), plain=(*_SUMS, "name", "amount"), goes=True, heading="counters", server="guild_id"
    ),
    # The others' hang on matches against that person, in which the placeholder is rated on.
    "ratings": Duty(
        persons=("person_id",),
        plain=("guild_id", "game", "counting", "mu", "sigma", "shown", "matches"),
        goes=True,
        heading="ratings",
        server="guild_id",
    ),
}

#: The numbers of the tables where a person was or is, in any part; ``:id`` is the person.
TABLES_OF = " UNION ".join(
    f"SELECT {duty.key} FROM {name} WHERE {column} = :id"
    for name, duty in DUTIES.items()
    if duty.key is not None
    for column in duty.persons
)

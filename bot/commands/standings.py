"""Leaderboards and players' records, by command or by button."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import groupby
from typing import cast

import discord
from discord import ui

from bot.answers import Answers
from bot.commands.reading import usual_game
from bot.interaction import chosen, guild_id, on_own_message
from bot.routes import Routes
from bot.screen import boards, stats
from bot.screen.boards import BoardLine, BoardView
from bot.screen.ids import Click
from bot.screen.pictures import Illustration
from bot.screen.stats import Course, GameRecord, RecordView, Sums
from bot.store import boards as pages
from bot.store import course, people, ratings, scores
from bot.store.boards import BoardRow, Order, Scope
from bot.store.people import ServerRow
from bot.store.records import day_of
from bot.store.scores import Standing
from bot.tables.commands import Refused, Why
from bot.tables.service import TableService
from bot.tables.setup import check_game
from bot.texts import Texts
from bot.wording import texts
from engine.games import games

#: A period of days reaches back over so many UTC dates, with today's.
DAYS = 30
_DAY = 86_400.0


class Standings:
    """Who stands where."""

    def __init__(self, service: TableService, answer: Answers) -> None:
        self._database = service.database
        self._servers = service.servers
        self._now = service.now
        self._answer = answer
        #: The clicks that come here, by verb.
        self.routes: Routes = {
            "board": self._board_click,
            "showboard": self._board_click,
            "order": self._order_click,
            "showstats": self._stats_click,
        }

    # --- Leaderboards ----------------------------------------------------------------------------

    async def board(
        self,
        interaction: discord.Interaction,
        game: str | None,
        by: str | None = None,
        period: str | None = None,
        number: int = 1,
        *,
        shared: bool = False,
        turned: bool = False,
    ) -> None:
        """A page of a leaderboard: of the deals that count or, where none does yet, of practice.

        Without a game it is the one last played here; without a period the season, where there has been more than one.
        ``turned``: in place of the private leaderboard that was clicked on.
        """
        game = game or await usual_game(self._database, interaction.guild_id or 0)
        check_game(game)
        server = await self._servers.of(guild_id(interaction))
        by = by or "score"
        period = "all" if by == "rating" else period or ("season" if server.season > 1 else "all")
        earlier = boards.earlier_season(period)
        there = (by, period) in boards.KINDS if earlier is None else by == "score" and 0 < earlier < server.season
        if not there:
            raise Refused(Why.UNKNOWN_BOARD)
        view = await self._page(server, game, by, period, number, interaction.user.id)
        await self._tell(
            interaction, lambda in_words: boards.board(view, in_words, shared=shared), shared=shared, turned=turned
        )

    async def _page(self, server: ServerRow, game: str, by: str, period: str, number: int, reader: int) -> BoardView:
        order = cast(Order, by)
        scope = Scope(
            guild_id=server.guild_id,
            game=game,
            season=server.season if period == "season" else boards.earlier_season(period),
            since=day_of(self._now() - (DAYS - 1) * _DAY) if period == "days" else None,
        )
        page = await pages.page(self._database, scope, order, number, boards.PAGE, reader)
        counted = bool(page.rows) or by == "rating"
        if not counted:
            page = await pages.page(self._database, replace(scope, counted=False), order, number, boards.PAGE, reader)
        return BoardView(
            game=game,
            by=by,
            period=period,
            number=page.number,
            pages=page.pages,
            persons=page.persons,
            lines=[_line(row, reader) for row in page.rows],
            own=None if page.own is None else _line(page.own, reader),
            counted=counted,
            needed=ratings.MATCHES_TO_SETTLE if by == "rating" else pages.MATCHES_TO_RANK,
            season=server.season,
        )

    async def _board_click(self, interaction: discord.Interaction, click: Click) -> None:
        game, *kind = click.arg.split(".")
        by, period, number = kind or (None, None, "1")
        await self.board(
            interaction, game, by, period, int(number or 1), shared=click.verb == "showboard", turned=bool(kind)
        )

    async def _order_click(self, interaction: discord.Interaction, click: Click) -> None:
        by, _, period = chosen(interaction).partition(".")
        await self.board(interaction, click.arg, by, period, turned=True)

    # --- Players' records ------------------------------------------------------------------------

    async def stats(
        self, interaction: discord.Interaction, person: int, name: str | None, game: str | None, *, shared: bool = False
    ) -> None:
        """A person's record in this server, of one game or of all; anybody may look at anybody's.

        ``name``: what they are called now; None for the name last seen.
        """
        if game is not None:
            check_game(game)
        server = await self._servers.of(guild_id(interaction))
        if name is None:
            name = (await people.names(self._database, server.guild_id, [person])).get(person, "")
        records = await self.records(server, person, game)
        view = RecordView(person=person, name=name, records=records, needed=ratings.MATCHES_TO_SETTLE, game=game)
        courses = await self._courses(server, person, records)
        await self._tell(
            interaction,
            lambda in_words: stats.stats(view, in_words, shared=shared),
            shared=shared,
            pictures=lambda in_words: stats.illustrations(view, courses, in_words),
        )

    async def _courses(self, server: ServerRow, person: int, records: Sequence[GameRecord]) -> dict[str, Course]:
        """How the running scores came about: of what counts, or where nothing does of practice."""
        return {
            record.game: [
                (row.day, row.points)
                for row in await course.course(
                    self._database, server.guild_id, person, record.game, counted=record.counted is not None
                )
            ]
            for record in records[: stats.CHARTS]
        }

    async def _stats_click(self, interaction: discord.Interaction, click: Click) -> None:
        person, _, game = click.arg.partition(".")
        await self.stats(interaction, int(person), None, game or None, shared=True)

    async def records(self, server: ServerRow, person: int, game: str | None) -> list[GameRecord]:
        """The person's record by game, in the order of all lists of games."""
        found = await scores.standing(self._database, server.guild_id, person, game)
        rated = await ratings.of_person(self._database, server.guild_id, person)
        by_game = {key: list(standings) for key, standings in groupby(found, key=lambda each: each.game)}
        return [await self._record(server, key, by_game[key], rated.get(key)) for key in games() if key in by_game]

    async def _record(
        self, server: ServerRow, game: str, standings: list[Standing], rating: ratings.Rating | None
    ) -> GameRecord:
        counted = _added_up(each for each in standings if each.counted)
        scope = Scope(guild_id=server.guild_id, game=game)
        place = None if counted is None else await pages.place(self._database, scope, counted.points)
        here = [each for each in standings if each.counted and each.season == server.season]
        season = None
        if here and server.season > 1:
            points = here[0].points
            season = (points, await pages.place(self._database, replace(scope, season=server.season), points))
        return GameRecord(
            game=game,
            counted=counted,
            place=place,
            practice=_added_up(each for each in standings if not each.counted),
            season=season,
            rating=None if rating is None else (rating.shown, rating.matches, rating.provisional),
        )

    # --- Answering -------------------------------------------------------------------------------

    async def _tell(
        self,
        interaction: discord.Interaction,
        built: Callable[[Texts], ui.LayoutView],
        *,
        shared: bool,
        turned: bool = False,
        pictures: Callable[[Texts], Sequence[Illustration]] = lambda in_words: (),
    ) -> None:
        """Privately in the reader's language, or for everybody in the server's. ``turned``: in place of the private
        message that was clicked on.
        """
        if shared:
            in_words = await self._answer.public_texts(interaction)
            await self._answer.share(interaction, built(in_words), pictures(in_words))
        else:
            in_words = texts(interaction)
            replace = turned and on_own_message(interaction)
            await self._answer.panel(interaction, built(in_words), replace=replace, pictures=pictures(in_words))


def _line(row: BoardRow, reader: int) -> BoardLine:
    return BoardLine(
        place=row.place,
        name=row.name,
        points=row.points,
        deals=row.deals,
        matches=row.matches,
        wins=row.wins,
        rating=row.rating,
        provisional=row.provisional,
        own=row.person_id == reader,
    )


def _added_up(standings: Iterable[Standing]) -> Sums | None:
    """A person's sums of several seasons; None where there are none."""
    seasons = list(standings)
    if not seasons:
        return None
    counters: Counter[str] = Counter()
    for each in seasons:
        counters.update(each.counters)
    return Sums(
        points=sum(each.points for each in seasons),
        deals=sum(each.deals for each in seasons),
        deals_won=sum(each.deals_won for each in seasons),
        best=max((each.best for each in seasons if each.best is not None), default=None),
        worst=min((each.worst for each in seasons if each.worst is not None), default=None),
        matches=sum(each.matches for each in seasons),
        wins=sum(each.wins for each in seasons),
        counters=dict(counters),
    )

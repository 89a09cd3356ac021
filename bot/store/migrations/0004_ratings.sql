-- Why: ratings, with what they are worked out from (sides, the order of matches), and leaderboards of the last days.

-- Seats that win and lose together, as JSON; empty where everybody plays for themselves. Phat is the only game so far
-- with partners.
ALTER TABLE results ADD COLUMN sides TEXT NOT NULL DEFAULT '[]';
UPDATE results SET sides = '[[0,2],[1,3]]' WHERE game = 'phat';

-- The how manieth result of that game in its server, in the order of the commits: ratings depend on it, and two matches
-- may end in the same moment.
ALTER TABLE results ADD COLUMN no INTEGER NOT NULL DEFAULT 0;
UPDATE results SET no = ordered.no FROM (
    SELECT guild_id, table_id, ROW_NUMBER() OVER (PARTITION BY guild_id, game ORDER BY ended_at, table_id) AS no
    FROM results
) AS ordered WHERE ordered.guild_id = results.guild_id AND ordered.table_id = results.table_id;
CREATE UNIQUE INDEX results_in_order ON results (guild_id, game, no);

-- Worked out from results, kept with every commit and rebuilt by scores.recompute. ``shown``: the whole number that
-- people see. ``matches``: how many it is made from.
CREATE TABLE ratings (
    guild_id INTEGER NOT NULL,
    game TEXT NOT NULL,
    person_id INTEGER NOT NULL,
    mu REAL NOT NULL,
    sigma REAL NOT NULL,
    shown INTEGER NOT NULL,
    matches INTEGER NOT NULL,
    PRIMARY KEY (guild_id, game, person_id)
) STRICT;
CREATE INDEX ratings_by_shown ON ratings (guild_id, game, shown DESC);
CREATE INDEX ratings_by_person ON ratings (person_id, guild_id);

-- Leaderboards: of the last days, whatever the season, and of all seasons, added up a person from the index alone. The
-- index by points of one season is not needed any more, since a whole leaderboard is put in order at once.
CREATE INDEX daily_by_day ON daily (guild_id, game, counted, day);
CREATE INDEX totals_over_seasons ON totals (guild_id, game, counted, person_id, points, deals, matches, wins);
DROP INDEX totals_by_points;

-- Why: sums kept apart by how far a deal reaches serve every setting of what counts, so a changed one rebuilds nothing.
--
-- They were kept apart by ``counted``, the present verdict; in a server of very many matches a changed setting had them
-- all built anew while everybody else waited to write. Ratings, which follow one from another, are kept once a setting;
-- they are worked out at the next start, since their formula is not SQL's.

DROP TABLE totals;
CREATE TABLE totals (
    guild_id INTEGER NOT NULL,
    game TEXT NOT NULL,
    season INTEGER NOT NULL,
    reach INTEGER NOT NULL CHECK (reach BETWEEN 0 AND 2),
    person_id INTEGER NOT NULL,
    points INTEGER NOT NULL,
    deals INTEGER NOT NULL,
    deals_won INTEGER NOT NULL,
    best INTEGER,
    worst INTEGER,
    matches INTEGER NOT NULL,
    wins INTEGER NOT NULL,
    PRIMARY KEY (guild_id, game, season, reach, person_id)
) STRICT;
CREATE INDEX totals_by_person ON totals (person_id, guild_id, game);
CREATE INDEX totals_over_seasons ON totals (guild_id, game, person_id, reach, points, deals, matches, wins);
INSERT INTO totals
SELECT guild_id, game, season, reach, person_id, SUM(points), SUM(deals), SUM(deals_won), MAX(best), MIN(worst),
    SUM(matches), SUM(wins)
FROM (
    SELECT guild_id, game, season, reach, person_id, SUM(points) AS points, COUNT(*) AS deals,
        COALESCE(SUM(won), 0) AS deals_won, MAX(points) AS best, MIN(points) AS worst, 0 AS matches, 0 AS wins
    FROM ledger WHERE person_id > 0 GROUP BY guild_id, game, season, reach, person_id
    UNION ALL
    SELECT p.guild_id, r.game, r.season, p.reach, p.person_id, 0, 0, 0, NULL, NULL, COUNT(*), SUM(p.won)
    FROM result_people p JOIN results r ON r.guild_id = p.guild_id AND r.table_id = p.table_id
    WHERE p.won + p.lost = 1 AND p.person_id > 0 GROUP BY p.guild_id, r.game, r.season, p.reach, p.person_id
) AS sums GROUP BY guild_id, game, season, reach, person_id;

DROP TABLE daily;
CREATE TABLE daily (
    guild_id INTEGER NOT NULL,
    game TEXT NOT NULL,
    season INTEGER NOT NULL,
    reach INTEGER NOT NULL CHECK (reach BETWEEN 0 AND 2),
    day TEXT NOT NULL,
    person_id INTEGER NOT NULL,
    points INTEGER NOT NULL,
    deals INTEGER NOT NULL,
    matches INTEGER NOT NULL,
    wins INTEGER NOT NULL,
    PRIMARY KEY (guild_id, game, season, reach, day, person_id)
) STRICT;
CREATE INDEX daily_by_person ON daily (person_id);
CREATE INDEX daily_by_day ON daily (guild_id, game, day);
INSERT INTO daily
SELECT guild_id, game, season, reach, day, person_id, SUM(points), SUM(deals), SUM(matches), SUM(wins)
FROM (
    SELECT guild_id, game, season, reach, day, person_id, SUM(points) AS points, COUNT(*) AS deals, 0 AS matches,
        0 AS wins
    FROM ledger WHERE person_id > 0 GROUP BY guild_id, game, season, reach, day, person_id
    UNION ALL
    SELECT p.guild_id, r.game, r.season, p.reach, r.day, p.person_id, 0, 0, COUNT(*), SUM(p.won)
    FROM result_people p JOIN results r ON r.guild_id = p.guild_id AND r.table_id = p.table_id
    WHERE p.won + p.lost = 1 AND p.person_id > 0 GROUP BY p.guild_id, r.game, r.season, p.reach, r.day, p.person_id
) AS sums GROUP BY guild_id, game, season, reach, day, person_id;

DROP TABLE counters;
CREATE TABLE counters (
    guild_id INTEGER NOT NULL,
    game TEXT NOT NULL,
    season INTEGER NOT NULL,
    reach INTEGER NOT NULL CHECK (reach BETWEEN 0 AND 2),
    person_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    amount INTEGER NOT NULL,
    PRIMARY KEY (person_id, guild_id, game, season, reach, name)
) STRICT;
CREATE INDEX counters_by_server ON counters (guild_id);
INSERT INTO counters
SELECT guild_id, game, season, reach, person_id, one.key, SUM(one.value)
FROM ledger, json_each(ledger.stats) AS one WHERE person_id > 0
GROUP BY guild_id, game, season, reach, person_id, one.key;

-- ``counting``: the setting at which these would be the ratings.
DROP TABLE ratings;
CREATE TABLE ratings (
    guild_id INTEGER NOT NULL,
    game TEXT NOT NULL,
    counting INTEGER NOT NULL CHECK (counting BETWEEN 0 AND 2),
    person_id INTEGER NOT NULL,
    mu REAL NOT NULL,
    sigma REAL NOT NULL,
    shown INTEGER NOT NULL,
    matches INTEGER NOT NULL,
    PRIMARY KEY (guild_id, game, counting, person_id)
) STRICT;
CREATE INDEX ratings_by_shown ON ratings (guild_id, game, counting, shown DESC);
CREATE INDEX ratings_by_person ON ratings (person_id, guild_id);
DELETE FROM meta WHERE key = 'rated_by';

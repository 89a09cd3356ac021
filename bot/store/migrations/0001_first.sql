-- Why: the first schema: tables with their deals and actions, running scores, people, servers.
--
-- Discord's ids and all whole numbers are 64-bit INTEGERs (BIGINT elsewhere), times are UNIX seconds as REAL, days are
-- UTC dates as text, truth values are 0 or 1. What is one text with structure is JSON. People are ids; a name is only
-- ever a label beside one.

CREATE TABLE meta (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT;

-- Who, where, how ---------------------------------------------------------------------------------------------------

CREATE TABLE servers (
    guild_id INTEGER PRIMARY KEY,
    language TEXT,
    settings TEXT NOT NULL DEFAULT '{}',
    season INTEGER NOT NULL DEFAULT 1 CHECK (season >= 1),
    removed_at REAL
) STRICT;

CREATE TABLE people (
    guild_id INTEGER NOT NULL,
    person_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    seen_at REAL NOT NULL,
    PRIMARY KEY (guild_id, person_id)
) STRICT;
CREATE INDEX people_by_person ON people (person_id);

CREATE TABLE preferences (
    person_id INTEGER PRIMARY KEY,
    settings TEXT NOT NULL
) STRICT;

-- Tables ------------------------------------------------------------------------------------------------------------

-- AUTOINCREMENT: the number of a purged table must never come back, since old buttons carry it.
CREATE TABLE tables (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    game TEXT NOT NULL,
    rules_version INTEGER NOT NULL,
    options TEXT NOT NULL,
    seats INTEGER NOT NULL,
    clock TEXT NOT NULL,
    phase TEXT NOT NULL CHECK (phase IN ('lobby', 'playing', 'between', 'paused', 'over')),
    host_id INTEGER,
    message_id INTEGER,
    version INTEGER NOT NULL,
    deal_no INTEGER NOT NULL,
    created_at REAL NOT NULL,
    started_at REAL,
    ended_at REAL,
    end_reason TEXT,
    last_act_at REAL NOT NULL,
    season INTEGER NOT NULL CHECK (season >= 1),
    message_deal INTEGER NOT NULL DEFAULT 0,
    house_rules INTEGER NOT NULL DEFAULT 0 CHECK (house_rules IN (0, 1))
) STRICT;
CREATE UNIQUE INDEX one_open_table_a_channel ON tables (channel_id) WHERE phase <> 'over';
CREATE INDEX tables_by_server ON tables (guild_id);

CREATE TABLE seats (
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    person_id INTEGER,
    computer TEXT,
    kept_for INTEGER,
    missed INTEGER NOT NULL,
    ready INTEGER NOT NULL CHECK (ready IN (0, 1)),
    wants_end INTEGER NOT NULL CHECK (wants_end IN (0, 1)),
    since REAL NOT NULL,
    since_deal INTEGER NOT NULL,
    promise TEXT,
    promised_by TEXT,
    standing INTEGER NOT NULL CHECK (standing IN (0, 1)),
    PRIMARY KEY (table_id, seat)
) STRICT;
CREATE INDEX seats_by_person ON seats (person_id) WHERE person_id IS NOT NULL;
CREATE INDEX seats_by_leaver ON seats (kept_for) WHERE kept_for IS NOT NULL;

CREATE TABLE deadlines (
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    seat INTEGER,
    due_at REAL NOT NULL,
    UNIQUE (table_id, kind, seat)
) STRICT;
CREATE INDEX deadlines_by_time ON deadlines (due_at);

CREATE TABLE deals (
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    no INTEGER NOT NULL CHECK (no >= 1),
    dealer INTEGER NOT NULL,
    hands TEXT NOT NULL,
    rest TEXT NOT NULL,
    salt TEXT NOT NULL,
    commitment TEXT NOT NULL,
    carried TEXT NOT NULL,
    dealt_at REAL NOT NULL,
    PRIMARY KEY (table_id, no)
) STRICT;

-- Who held and played each seat when the deal began, and its score then. Neither person nor computer: somebody whose
-- data was erased.
CREATE TABLE deal_seats (
    table_id INTEGER NOT NULL,
    deal_no INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    person_id INTEGER,
    computer TEXT,
    score_before INTEGER NOT NULL,
    PRIMARY KEY (table_id, deal_no, seat),
    FOREIGN KEY (table_id, deal_no) REFERENCES deals (table_id, no) ON DELETE CASCADE
) STRICT;
CREATE INDEX deal_seats_by_person ON deal_seats (person_id) WHERE person_id IS NOT NULL;

CREATE TABLE actions (
    table_id INTEGER NOT NULL,
    deal_no INTEGER NOT NULL,
    no INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    code TEXT NOT NULL,
    actor TEXT NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (table_id, deal_no, no),
    FOREIGN KEY (table_id, deal_no) REFERENCES deals (table_id, no) ON DELETE CASCADE
) STRICT;

-- Scores ------------------------------------------------------------------------------------------------------------

-- One row a deal and person. No reference to tables: a running score outlives the match's record.
CREATE TABLE ledger (
    guild_id INTEGER NOT NULL,
    table_id INTEGER NOT NULL,
    deal_no INTEGER NOT NULL,
    person_id INTEGER NOT NULL,
    game TEXT NOT NULL,
    season INTEGER NOT NULL,
    counted INTEGER NOT NULL CHECK (counted IN (0, 1)),
    points INTEGER NOT NULL,
    persons INTEGER NOT NULL,
    won INTEGER CHECK (won IN (0, 1)),
    stats TEXT NOT NULL,
    at REAL NOT NULL,
    day TEXT NOT NULL,
    PRIMARY KEY (guild_id, table_id, deal_no, person_id)
) STRICT;
CREATE INDEX ledger_by_person ON ledger (person_id, guild_id, game, season, counted);

CREATE TABLE results (
    guild_id INTEGER NOT NULL,
    table_id INTEGER NOT NULL,
    game TEXT NOT NULL,
    season INTEGER NOT NULL,
    finished INTEGER NOT NULL CHECK (finished IN (0, 1)),
    winners TEXT NOT NULL,
    scores TEXT NOT NULL,
    ended_at REAL NOT NULL,
    day TEXT NOT NULL,
    PRIMARY KEY (guild_id, table_id)
) STRICT;

-- One row a person and match: won, lost, or neither (a substitute who came too late, a match broken off).
CREATE TABLE result_people (
    guild_id INTEGER NOT NULL,
    table_id INTEGER NOT NULL,
    person_id INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    place INTEGER NOT NULL,
    won INTEGER NOT NULL CHECK (won IN (0, 1)),
    lost INTEGER NOT NULL CHECK (lost IN (0, 1)),
    counted INTEGER NOT NULL CHECK (counted IN (0, 1)),
    throughout INTEGER NOT NULL CHECK (throughout IN (0, 1)),
    PRIMARY KEY (guild_id, table_id, person_id),
    FOREIGN KEY (guild_id, table_id) REFERENCES results (guild_id, table_id) ON DELETE CASCADE,
    CHECK (won + lost <= 1)
) STRICT;
CREATE INDEX result_people_by_person ON result_people (person_id, guild_id);

-- Sums of ledger and results, kept with every commit and rebuilt by scores.recompute. ------------------------------

CREATE TABLE totals (
    guild_id INTEGER NOT NULL,
    game TEXT NOT NULL,
    season INTEGER NOT NULL,
    counted INTEGER NOT NULL,
    person_id INTEGER NOT NULL,
    points INTEGER NOT NULL,
    deals INTEGER NOT NULL,
    deals_won INTEGER NOT NULL,
    best INTEGER,
    worst INTEGER,
    matches INTEGER NOT NULL,
    wins INTEGER NOT NULL,
    PRIMARY KEY (guild_id, game, season, counted, person_id)
) STRICT;
CREATE INDEX totals_by_points ON totals (guild_id, game, season, counted, points DESC);
CREATE INDEX totals_by_person ON totals (person_id, guild_id, game);

CREATE TABLE daily (
    guild_id INTEGER NOT NULL,
    game TEXT NOT NULL,
    season INTEGER NOT NULL,
    counted INTEGER NOT NULL,
    day TEXT NOT NULL,
    person_id INTEGER NOT NULL,
    points INTEGER NOT NULL,
    deals INTEGER NOT NULL,
    matches INTEGER NOT NULL,
    wins INTEGER NOT NULL,
    PRIMARY KEY (guild_id, game, season, counted, day, person_id)
) STRICT;
CREATE INDEX daily_by_person ON daily (person_id);

-- The games' own counters (bids made, moons, nines caught), summed.
CREATE TABLE counters (
    guild_id INTEGER NOT NULL,
    game TEXT NOT NULL,
    season INTEGER NOT NULL,
    counted INTEGER NOT NULL,
    person_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    amount INTEGER NOT NULL,
    PRIMARY KEY (person_id, guild_id, game, season, counted, name)
) STRICT;
CREATE INDEX counters_by_server ON counters (guild_id);

-- Only added to -----------------------------------------------------------------------------------------------------

-- Deals, actions and the ledger are history. Only an erasure somebody has a right to (a person's data, a server's)
-- may touch them: it puts a row in here, does its work and takes the row out again, all in one transaction
-- (bot/store/erase.py). Outside such a transaction this table is empty.
CREATE TABLE erasures (
    reason TEXT NOT NULL
) STRICT;

CREATE TRIGGER deals_stay BEFORE DELETE ON deals WHEN NOT EXISTS (SELECT 1 FROM erasures)
BEGIN SELECT RAISE(ABORT, 'deals are only added to'); END;
CREATE TRIGGER deals_stand BEFORE UPDATE ON deals WHEN NOT EXISTS (SELECT 1 FROM erasures)
BEGIN SELECT RAISE(ABORT, 'deals are only added to'); END;
CREATE TRIGGER deal_seats_stay BEFORE DELETE ON deal_seats WHEN NOT EXISTS (SELECT 1 FROM erasures)
BEGIN SELECT RAISE(ABORT, 'deals are only added to'); END;
CREATE TRIGGER deal_seats_stand BEFORE UPDATE ON deal_seats WHEN NOT EXISTS (SELECT 1 FROM erasures)
BEGIN SELECT RAISE(ABORT, 'deals are only added to'); END;
CREATE TRIGGER actions_stay BEFORE DELETE ON actions WHEN NOT EXISTS (SELECT 1 FROM erasures)
BEGIN SELECT RAISE(ABORT, 'actions are only added to'); END;
CREATE TRIGGER actions_stand BEFORE UPDATE ON actions WHEN NOT EXISTS (SELECT 1 FROM erasures)
BEGIN SELECT RAISE(ABORT, 'actions are only added to'); END;
CREATE TRIGGER ledger_stays BEFORE DELETE ON ledger WHEN NOT EXISTS (SELECT 1 FROM erasures)
BEGIN SELECT RAISE(ABORT, 'the ledger is only added to'); END;
CREATE TRIGGER ledger_stands BEFORE UPDATE ON ledger WHEN NOT EXISTS (SELECT 1 FROM erasures)
BEGIN SELECT RAISE(ABORT, 'the ledger is only added to'); END;

CREATE TRIGGER actions_have_no_gap BEFORE INSERT ON actions
WHEN NEW.no <> (SELECT COALESCE(MAX(no), 0) + 1 FROM actions WHERE table_id = NEW.table_id AND deal_no = NEW.deal_no)
BEGIN SELECT RAISE(ABORT, 'actions are numbered without gaps'); END;
CREATE TRIGGER deals_have_no_gap BEFORE INSERT ON deals
WHEN NEW.no <> (SELECT COALESCE(MAX(no), 0) + 1 FROM deals WHERE table_id = NEW.table_id)
BEGIN SELECT RAISE(ABORT, 'deals are numbered without gaps'); END;

-- Why: somebody is invited to a table once, a lobby calls players once, and only those who have asked for it.

CREATE TABLE invitations (
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    person_id INTEGER NOT NULL,
    PRIMARY KEY (table_id, person_id)
) STRICT;
CREATE INDEX invitations_by_person ON invitations (person_id);

-- Who wants to be called for a game in a server, and when they were last.
CREATE TABLE on_call (
    guild_id INTEGER NOT NULL,
    game TEXT NOT NULL,
    person_id INTEGER NOT NULL,
    called_at REAL,
    PRIMARY KEY (guild_id, game, person_id)
) STRICT;
CREATE INDEX on_call_by_person ON on_call (person_id);

-- The tables whose lobby has called players.
CREATE TABLE players_called (
    table_id INTEGER PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
    at REAL NOT NULL
) STRICT;

-- Why: a server's settings change what everybody's scores are worth, so who changed what, when, from what and to what is kept.
--
-- ``setting``: its name, or ``game.option`` for a house rule. ``person_id``: NULL once that person's data was erased.

CREATE TABLE audit (
    id INTEGER PRIMARY KEY,
    guild_id INTEGER NOT NULL,
    person_id INTEGER,
    at REAL NOT NULL,
    setting TEXT NOT NULL,
    was TEXT NOT NULL,
    now TEXT NOT NULL
) STRICT;
CREATE INDEX audit_by_server ON audit (guild_id, id);
CREATE INDEX audit_by_person ON audit (person_id) WHERE person_id IS NOT NULL;

-- Why: people pause a table for a while, and a host sends somebody away: both have to outlast a restart.
--
-- ``paused_by``: whose pause it is; NULL where the table stands still because nobody is there. ``wants_pause``: asks for
-- one. ``time_left``: the seconds that the seat's person had left for their turn when the table was paused.

ALTER TABLE tables ADD COLUMN paused_by INTEGER;
CREATE INDEX tables_by_pauser ON tables (paused_by) WHERE paused_by IS NOT NULL;
ALTER TABLE seats ADD COLUMN wants_pause INTEGER NOT NULL DEFAULT 0 CHECK (wants_pause IN (0, 1));
ALTER TABLE seats ADD COLUMN time_left REAL;

-- Who may not sit down at a table again, because its host or a moderator has sent them away.
CREATE TABLE sent_away (
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    person_id INTEGER NOT NULL,
    PRIMARY KEY (table_id, person_id)
) STRICT;
CREATE INDEX sent_away_by_person ON sent_away (person_id);

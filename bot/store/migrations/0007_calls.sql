-- Why: who has been called to a table has to outlive a restart, and the line that called them has to be found again.

-- One row a table that somebody was called to. By seat, not by person: in JSON, the number of the question and how far
-- its person was called for it.
CREATE TABLE call_lines (
    table_id INTEGER PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
    channel_id INTEGER NOT NULL,
    message_id INTEGER,
    called TEXT NOT NULL
) STRICT;

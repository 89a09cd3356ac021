-- Why: a message that is replaced or of no more use has to go, though the bot be killed or Discord fail before that.

-- Messages that are to be deleted: now, as soon as their table is no lobby any more (started), or when it is over.
CREATE TABLE leftovers (
    message_id INTEGER PRIMARY KEY,
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    channel_id INTEGER NOT NULL,
    goes TEXT NOT NULL CHECK (goes IN ('now', 'started', 'over'))
) STRICT;

CREATE INDEX leftovers_by_table ON leftovers (table_id);

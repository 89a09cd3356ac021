-- Why: the end of a table has to be shown even if the bot is killed, or Discord fails, right after it was written.

-- The tables that have ended for good, until their message shows it.
CREATE TABLE unshown_ends (
    table_id INTEGER PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE
) STRICT;

CREATE TRIGGER an_end_is_to_be_shown AFTER UPDATE OF end_reason ON tables
WHEN NEW.phase = 'over' AND NEW.end_reason IS NOT NULL AND OLD.end_reason IS NULL
BEGIN
    INSERT INTO unshown_ends (table_id) VALUES (NEW.id) ON CONFLICT (table_id) DO NOTHING;
END;

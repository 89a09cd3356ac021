-- Why: whoever goes and comes back, or takes something back, goes on with the time that was left for the same question.
--
-- ``question``: which question of the seat's it is that runs until then, as the table numbers them; NULL where the
-- deadline is no question's, or is from before this. ``eased``: ten seconds at least have been given for it once.

ALTER TABLE deadlines ADD COLUMN question INTEGER;
ALTER TABLE deadlines ADD COLUMN eased INTEGER NOT NULL DEFAULT 0 CHECK (eased IN (0, 1));

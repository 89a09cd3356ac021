-- Why: a table has settings beside its rules, such as whether its player may ask for hints; a rematch keeps them.

ALTER TABLE tables ADD COLUMN settings TEXT NOT NULL DEFAULT '{}';

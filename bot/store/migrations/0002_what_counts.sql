-- Why: whether a deal counts depends on a setting of its server that may change; the ledger keeps the facts, not the verdict.
--
-- ``reach`` is the strictest setting at which a deal (or a match, for one person) counts: 0 strict, 1 two persons,
-- 2 everything. It counts where ``reach <= servers.counting``; ``counted`` remains in the sums alone.

ALTER TABLE servers ADD COLUMN counting INTEGER NOT NULL DEFAULT 0 CHECK (counting BETWEEN 0 AND 2);
ALTER TABLE ledger ADD COLUMN reach INTEGER NOT NULL DEFAULT 2 CHECK (reach BETWEEN 0 AND 2);
ALTER TABLE result_people ADD COLUMN reach INTEGER NOT NULL DEFAULT 2 CHECK (reach BETWEEN 0 AND 2);

-- Rows from before: what counted was judged strictly; of the rest those reach "two persons" in whose deal two seats
-- were held by persons and never played by a computer, as far as the log still tells.
INSERT INTO erasures (reason) VALUES ('a migration');
UPDATE ledger SET reach = CASE WHEN counted = 1 THEN 0 WHEN 2 <= (
    SELECT COUNT(*) FROM deal_seats s WHERE s.table_id = ledger.table_id AND s.deal_no = ledger.deal_no
    AND s.person_id IS NOT NULL AND s.computer IS NULL AND NOT EXISTS (
        SELECT 1 FROM actions a WHERE a.table_id = s.table_id AND a.deal_no = s.deal_no AND a.seat = s.seat
        AND a.actor LIKE 'computer %'
    )
) THEN 1 ELSE 2 END;
DELETE FROM erasures;
-- A match is judged by its last deal, which its persons share but for those who had left.
UPDATE result_people SET reach = CASE WHEN counted = 1 THEN 0 ELSE COALESCE((
    SELECT MIN(l.reach) FROM ledger l WHERE l.guild_id = result_people.guild_id AND l.table_id = result_people.table_id
    AND l.deal_no = (SELECT MAX(m.deal_no) FROM ledger m WHERE m.guild_id = l.guild_id AND m.table_id = l.table_id)
), 2) END;

DROP INDEX ledger_by_person;
ALTER TABLE ledger DROP COLUMN counted;
ALTER TABLE result_people DROP COLUMN counted;
CREATE INDEX ledger_by_person ON ledger (person_id, guild_id, game, season);

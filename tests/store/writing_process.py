"""A process of its own that commits at one table as fast as it can and says each version once it is written.

``python -m tests.store.writing_process PATH``; ends when killed.
"""

import asyncio
import sys
from itertools import count

from bot.store import tables
from bot.store.database import Database
from tests.store.making import ANN, BO, action, committed, deal, opened, score


async def main(path: str) -> None:
    async with await Database.open(path) as db:
        known = await tables.open_tables(db)
        loaded = await tables.load(db, known[0].table_id) if known else None
        table = loaded.table if loaded else await opened(db)
        print("open", flush=True)
        for no in count(table.deal_no + 1):
            # A deal, three actions, and the ledger with the last of them: as at a real table.
            table = await committed(db, table, {"deal": deal(no)}, deal_no=no, phase="playing")
            for number in (1, 2, 3):
                changes = {"actions": (action(number, no),)}
                if number == 3:
                    changes["ledger"] = (  # type: ignore[assignment]
                        score(ANN, no % 7, table.id, no, stats={"bids": 1}),
                        score(BO, -(no % 5), table.id, no),
                    )
                table = await committed(db, table, changes)
                print(table.version, flush=True)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))

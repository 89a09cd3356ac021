"""The bot, which tries again very soon where Discord cannot be reached at the start."""

import sys

from bot import arriving
from bot.__main__ import main

if __name__ == "__main__":
    arriving.FIRST = 0.05
    arriving.LONGEST = 0.1
    sys.exit(main(["--require-token"]))

"""Tables: the one door through which everything that happens at a table goes. No Discord in here."""

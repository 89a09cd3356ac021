"""What Tricktable keeps: tables, deals, actions, running scores, people and servers, in one SQLite file.

Knows neither Discord nor the games: cards, actions and options are texts and numbers here. Everything that is written
goes through ``Database.write``, one transaction at a time; what is read, through ``rows`` and ``read``, never waits
for that.
"""

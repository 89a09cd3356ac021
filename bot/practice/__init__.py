"""A Discord of our own on 127.0.0.1, for trying the bot without an account and for tests that need a wire.

`server.Practice` puts it together. `world` and its siblings (`channels`, `messages`, `interactions`, `registry`,
`attachments`) hold the state and refuse what Discord refuses (`refusals`, by the numbers in `limits`); they know no
sockets. `rest` and `gateway` are the bot's side, `page_socket` and `actions` the people's. `faults` are troubles that
tests order. Nothing here knows the rest of the bot.
"""

"""A Discord of our own on 127.0.0.1, for trying the bot without an account and for tests that need a wire."""

"""Slash commands: parse, one call, one answer."""

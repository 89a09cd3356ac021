"""Cards, rules, records and computer players of Tricktable's games. Standard library only; no clock, no I/O."""

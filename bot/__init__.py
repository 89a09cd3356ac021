"""The Discord side of Tricktable: store, tables, screens, commands, practice."""

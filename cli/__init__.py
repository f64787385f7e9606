"""The `hakem` command: thin, a file a group of commands."""

"""The engine's jobs, in tables that are not part of the record."""

"""The jobs of the engine: tables of their own, which are no part of the record."""

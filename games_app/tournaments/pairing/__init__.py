"""Pairing systems and standings as pure functions: they know no database, no match and no clock.

People are their numbers in the tournament, from 1. A pair is (first mover, second mover).
"""

"""The games: one folder each, and beside them the contract and the helpers that all of them share.

A folder holds ``rules`` (a module or a package), ``refusals``, ``text``, ``sheet``, ``sample`` and, where the
game has one, ``guide`` and ``openings``. The rules are pure standard library; only ``sheet`` and ``guide``,
which are words for people, use Django's translation.
"""

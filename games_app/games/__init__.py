"""The games: one folder each, beside the contract and the helpers that all of them share.

A folder contains ``rules`` (a module or a package), ``refusals``, ``text``, ``sheet``, ``sample`` and
optional modules such as ``board``, ``guide`` and ``openings``. The rules use only the standard library.
Only ``sheet`` and ``guide``, which are words for people, use Django's translation.
"""

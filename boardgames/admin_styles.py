"""Styles of Django's admin for ``collectstatic``: its scripts, half a megabyte, are on no page here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from django.contrib.staticfiles.finders import AppDirectoriesFinder

SCRIPTS = ("js", "vendor")


class AdminStyles(AppDirectoriesFinder):
    def __init__(self) -> None:
        super().__init__(["django.contrib.admin"])

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterator[Any]:
        yield from super().list([*(ignore_patterns or ()), *SCRIPTS])

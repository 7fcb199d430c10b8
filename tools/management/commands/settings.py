"""`manage.py settings`: update the list of settings in docs/hosting.md."""

from __future__ import annotations

from django.conf import settings
from django.core.management.base import BaseCommand

from boardgames.declarations import DECLARED, Setting
from tools.generated import filled, table

PAGE = settings.BASE_DIR / "docs" / "hosting.md"


class Command(BaseCommand):
    help = "Write the list of settings in docs/hosting.md."
    requires_system_checks = []

    def handle(self, **_: object) -> None:
        PAGE.write_text(page_text(PAGE.read_text(encoding="utf-8")), encoding="utf-8")


def page_text(page: str) -> str:
    return filled(page, {"settings": settings_table})


def settings_table() -> str:
    rows = ((f"`{one.name}`", one.meaning, _default(one), _coded(one.example)) for one in DECLARED)
    return table(("setting", "meaning", "if unset", "example"), rows)


def _default(setting: Setting) -> str:
    return f"`{setting.default}`" if setting.default else setting.unset


def _coded(example: str) -> str:
    return example if "`" in example else f"`{example}`"

"""`manage.py collectstatic`: Django's, for the bundle, which is made first if that needs no download."""

from __future__ import annotations

from typing import Any

from django.contrib.staticfiles.management.commands import collectstatic

from boardgames import bundle
from boardgames.static_files import note_collected
from games_app.management.commands.bundle import bring_up_to_date, unbundled


class Command(collectstatic.Command):
    def handle(self, **options: Any) -> str | None:
        if bundle.is_installed():
            try:
                bring_up_to_date(self.stdout.write, install=False)
            except bundle.CannotBundle as error:
                self.stderr.write(unbundled(error))
        summary: str | None = super().handle(**options)
        if not (self.dry_run or self.post_process is False):
            note_collected()
        return summary

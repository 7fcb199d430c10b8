"""ASGI application of a web process: pages over HTTP, matches over websockets."""

import atexit
import gc
import logging
import os

import django
from django.conf import settings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "boardgames.settings")
django.setup(set_prefix=False)

from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402  (Django must be set up first)

import games_app.urls  # noqa: E402, F401  (imports the views while there is one thread: games_app/lib/codec.py)
from boardgames.databases import sqlite_warning  # noqa: E402
from boardgames.folders import exposure_warning  # noqa: E402
from boardgames.pages import Pages  # noqa: E402
from games_app.analysis.computers import opponents  # noqa: E402
from games_app.lib.shutdown import empty_log, end_with_parent  # noqa: E402
from games_app.live.routing import websockets  # noqa: E402
from games_app.record.writer import writer  # noqa: E402
from games_app.server import daphne  # noqa: E402

pages = Pages()
end_with_parent()
for warning in (exposure_warning(settings.DATA_DIR), None if settings.DATABASE_URL else sqlite_warning()):
    if warning:
        logging.getLogger(__name__).warning(warning)
# Before the first read: deadlines that ran while the site was down are postponed first.
writer.start()
opponents.start()
daphne.install()

# Modules live as long as the process, so the garbage collector need not look at them again. With the usual
# thresholds it takes a third of the processor while everybody reconnects at once.
gc.collect()
gc.freeze()
gc.set_threshold(20_000, 20, 20)
if not settings.DATABASE_URL:
    atexit.register(empty_log)

application = ProtocolTypeRouter({"http": pages, "websocket": URLRouter(websockets)})

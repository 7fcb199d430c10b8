"""The site without beats: a page learns everything when it happens.

It needs a server of its own, because the import starts the site's threads.
"""

from boardgames.asgi import application
from games_app.live import audience

__all__ = ["application"]

audience.BEAT_SECONDS = 1e6

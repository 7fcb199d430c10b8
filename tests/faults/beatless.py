"""The site without beats: what a page learns, it was told when it happened.

For a server of its own: the import starts the site's threads.
"""

from boardgames.asgi import application
from games_app.live import audience

__all__ = ["application"]

audience.BEAT_SECONDS = 1e6

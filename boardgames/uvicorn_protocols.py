"""Protocol classes for uvicorn's command line. Importing them needs Django, which is set up first."""

import boardgames.asgi  # noqa: F401
from games_app.servers import uvicorn
from games_app.servers.uvicorn_http import HTTP
from games_app.servers.uvicorn_websockets import WebSocket

uvicorn.install()

__all__ = ["HTTP", "WebSocket"]

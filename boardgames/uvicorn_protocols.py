"""The protocols that uvicorn is told to use. They need the site, which is set up first."""

import boardgames.asgi  # noqa: F401
from games_app.servers.uvicorn_http import HTTP
from games_app.servers.uvicorn_websockets import WebSocket

__all__ = ["HTTP", "WebSocket"]

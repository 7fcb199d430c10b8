"""Sockets of the room: it has none, since those of matches carry the shared reviews."""

from django.urls import URLPattern

from games_app.study import live  # noqa: F401  (it joins the hub)

websockets: list[URLPattern] = []

"""Imports of other people's libraries that the site uses, so that processes forked from this one need not.

Rules and engine too, which know neither settings nor Django.
"""

import gc

import autobahn.twisted.websocket
import channels.auth
import channels.generic.websocket
import channels.routing
import csp.middleware
import django.contrib.staticfiles.handlers
import django.core.asgi
import django.core.management
import fido2.server
import msgspec.inspect
import psycopg
import redis.asyncio
import segno
import servestatic.middleware
import servestatic.storage
import sqlparse
import twisted.internet.asyncioreactor  # but not twisted.internet.reactor: processes can't share one
import twisted.internet.endpoints
import twisted.internet.ssl
import twisted.web.http

import games_app.games.engine.analyse
import games_app.games.rules

__all__ = [
    "autobahn",
    "channels",
    "csp",
    "django",
    "fido2",
    "games_app",
    "msgspec",
    "psycopg",
    "redis",
    "segno",
    "servestatic",
    "sqlparse",
    "twisted",
]

# The garbage collector would write to the memory that the processes share.
gc.freeze()

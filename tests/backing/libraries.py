"""Imports what the site imports of others: whoever is forked from a process that has done so need not."""

import gc

import autobahn.twisted.websocket
import channels.auth
import channels.generic.websocket
import channels.routing
import django.contrib.staticfiles.handlers
import django.core.asgi
import django.core.management
import psycopg
import redis.asyncio
import segno
import servestatic
import sqlparse
import twisted.internet.asyncioreactor  # but not twisted.internet.reactor: processes may not share one
import twisted.internet.endpoints
import twisted.internet.ssl
import twisted.web.http
import uvicorn

__all__ = [
    "autobahn",
    "channels",
    "django",
    "psycopg",
    "redis",
    "segno",
    "servestatic",
    "sqlparse",
    "twisted",
    "uvicorn",
]

# Collecting would write to the memory that the processes share.
gc.freeze()

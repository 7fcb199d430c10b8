"""Webhooks: an address of a player's own that gets their news, such as a channel of a chat."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any

import msgspec
from django.conf import settings
from django.db.models import Q
from django.utils import translation
from django.utils.translation import gettext as _

from games_app.lib import clock, outbound
from games_app.lib.refusals import Refusal, Refused
from games_app.models import Account, PushMessage, Webhook

MOST_AN_HOUR = 30
"""Maximum number of requests to one address within an hour; more wait."""
HOUR = timedelta(hours=1)
SWITCHED_OFF_AFTER = timedelta(days=3)
"""Time of failures alone after which nothing more is sent."""
MOST_TESTS = 16
"""Maximum number of tests sent in a round."""
TEST_LASTS = timedelta(minutes=10)
"""Time after which a test that nobody has sent is given up."""
GONE_STATUS = 410
"""Status of an address that wants nothing more."""
PRIVATE, SILENT = "private", "silent"
"""Problems beside the status of an answer."""

Style = Webhook.Style


def store(account: Account, endpoint: str, style: str, language: str, site: str, now: datetime) -> Webhook:
    """Store the account's webhook in place of an earlier one. Raises Refused.

    The secret stays while the address does.
    """
    try:
        outbound.check(endpoint, settings.PUSH_SERVICES)
    except outbound.Forbidden as error:
        raise Refused(Refusal("bad_address")) from error
    earlier = Webhook.objects.filter(account=account).first()
    same = earlier is not None and earlier.endpoint == endpoint
    secret = earlier.secret if earlier and same else secrets.token_urlsafe(32)
    Webhook.objects.filter(account=account).delete()
    return Webhook.objects.create(
        account=account,
        endpoint=endpoint,
        style=style,
        secret=secret,
        language=language,
        site=site,
        created_at=now,
    )


def remove(account: Account) -> None:
    Webhook.objects.filter(account=account).delete()


def webhook_of(account: Account) -> Webhook | None:
    return Webhook.objects.filter(account=account).first()


def ask_for_test(account: Account, now: datetime) -> None:
    """Let the worker send a test message; this also switches the webhook on again."""
    Webhook.objects.filter(account=account).update(
        test_asked_at=now,
        tested_at=None,
        problem="",
        failing_since=None,
        switched_off_at=None,
        paused_until=None,
    )


def claimed_tests(now: datetime) -> Iterator[Webhook]:
    """Yield the webhooks to be tested; each is claimed first, so that several processes test it once."""
    waiting = Webhook.objects.filter(test_asked_at__gt=now - TEST_LASTS)
    for webhook in waiting.select_related("account").order_by("test_asked_at")[:MOST_TESTS]:
        same = Webhook.objects.filter(pk=webhook.pk, test_asked_at=webhook.test_asked_at)
        if same.update(test_asked_at=None):
            yield webhook


def test_body(webhook: Webhook, now: datetime) -> tuple[bytes, dict[str, str]]:
    """Return body and headers of the test message."""
    with translation.override(webhook.language):
        title = _("This is a test. News of your matches will appear here.")
    news = {"id": f"test {clock.ms(now)}", "kind": "test", "title": title, "path": "", "at": clock.ms(now)}
    return encoded(webhook, news, now)


def encoded(webhook: Webhook, news: Mapping[str, Any], now: datetime) -> tuple[bytes, dict[str, str]]:
    """Return body and headers of a request in the webhook's style.

    ``told``: id, kind, title, path of the match and time, as ``push_messages.content`` returns them.
    """
    address = f"{webhook.site}{news['path']}"
    text = " ".join(filter(None, (f"{news['title']}.", news.get("body", ""), address)))
    content: Mapping[str, Any]
    match webhook.style:
        case Style.DISCORD:
            # Names are the players' own words: nobody is called by them.
            content = {"content": _plain(text), "allowed_mentions": {"parse": []}}
        case Style.SLACK:
            content = {"text": text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")}
        case Style.MATRIX:
            content = {"text": _plain(text)}
        case _:
            content = {
                "id": news["id"],
                "kind": news["kind"],
                "title": news["title"],
                "body": news.get("body", ""),
                "address": address,
                "at": news["at"],
            }
    body = msgspec.json.encode(content)
    headers = {"Content-Type": "application/json", "User-Agent": "boardgames-webhook"}
    if webhook.style == Style.JSON:
        headers |= signature(webhook.secret, body, now)
    return body, headers


def signature(secret: str, body: bytes, now: datetime) -> dict[str, str]:
    """Return the headers that sign a body: HMAC-SHA256 of the time in seconds, a dot and the body."""
    at = str(int(now.timestamp()))
    digest = hmac.new(secret.encode(), f"{at}.".encode() + body, hashlib.sha256).hexdigest()
    return {"X-Timestamp": at, "X-Signature": f"sha256={digest}"}


def free_at(webhook: Webhook, now: datetime) -> datetime | None:
    """Return when the next message may be sent if too many were; otherwise None."""
    sent = PushMessage.objects.filter(webhook=webhook, tries__gt=0, tried_at__gt=now - HOUR)
    recent = list(sent.order_by("-tried_at").values_list("tried_at", flat=True)[:MOST_AN_HOUR])
    oldest = recent[-1] if len(recent) == MOST_AN_HOUR else None
    return oldest + HOUR if oldest else None


def note_success(webhook: Webhook, now: datetime) -> None:
    Webhook.objects.filter(pk=webhook.pk).update(
        failing_since=None, paused_until=None, problem="", tested_at=now
    )


def note_failure(webhook: Webhook, problem: str, paused_until: datetime | None, now: datetime) -> None:
    """Store a failure; switch the webhook off if nothing has succeeded for long, or never will."""
    same = Webhook.objects.filter(pk=webhook.pk)
    same.filter(failing_since=None).update(failing_since=now)
    same.update(problem=problem, paused_until=paused_until, tested_at=now)
    hopeless = (
        Q() if problem in (PRIVATE, str(GONE_STATUS)) else Q(failing_since__lte=now - SWITCHED_OFF_AFTER)
    )
    same.filter(hopeless, switched_off_at=None).update(switched_off_at=now)
    PushMessage.objects.filter(webhook__pk=webhook.pk, webhook__switched_off_at__isnull=False).update(
        next_at=None
    )


def listed(player_id: int) -> Iterator[str]:
    """Yield a line for the player's own files."""
    for webhook in Webhook.objects.filter(account__player=player_id):
        yield f"{webhook.style}: {webhook.endpoint}\n"


def _plain(text: str) -> str:
    """Return the text without the marks by which chats format it."""
    return "".join(f"\\{letter}" if letter in "\\*_~`|>" else letter for letter in text)

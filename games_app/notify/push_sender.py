"""Sending of notifications to browsers and webhooks: each once, whatever their hosts answer."""

from __future__ import annotations

import hashlib
import logging
import random
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from http.client import HTTPException
from typing import NamedTuple

import msgspec
from django.conf import settings
from django.db.models import F

from games_app.lib import outbound
from games_app.lib.outbound import Forbidden, Reply
from games_app.lists.attention import matches_to_move
from games_app.lists.news import Kind
from games_app.match.match_state import match_states
from games_app.models import Appointment, Match, PushDevice, PushMessage, Webhook
from games_app.notify import push_devices, push_messages, web_push, webhooks
from games_app.notify.push_messages import DueMessage

log = logging.getLogger(__name__)

SENDING_THREADS = 8
"""Maximum number of messages that are sent at the same time."""
MESSAGES_A_ROUND = 64
"""Maximum number of messages sent in a round."""
ANSWER_SECONDS = 10.0
"""Seconds in which a push service must answer."""
CLAIM_LIFETIME = timedelta(minutes=2)
"""Time for which a message belongs to the process that is sending it. If that one ends, another tries."""
FIRST_DELAY, LONGEST_DELAY = timedelta(seconds=30), timedelta(hours=1)
"""Time until a message is sent again after the first failure; it doubles up to the longest."""
LONGEST_WISH = timedelta(hours=12)
"""Longest delay that a push service may ask for."""
MOST_TRIES = 12
"""Number of attempts for a message to a webhook. One to a browser is sent again while it is news."""
MOST_REFUSALS = 5
"""Number of consecutive refused messages after which a browser is forgotten."""
SHORTEST_TTL, LONGEST_TTL, USUAL_TTL = 60, 24 * 60 * 60, 60 * 60
"""Seconds for which a push service keeps a message for a browser that is out of reach."""
GONE_STATUSES = (404, 410)


class Prepared(NamedTuple):
    message: PushMessage
    headers: dict[str, str]
    body: bytes


class PushSender:
    """Sends the messages that are due. Any number of processes may do so."""

    def __init__(self) -> None:
        self._resting: dict[str, datetime] = {}
        """Origin of a push service that did not answer -> time of the next attempt there."""

    def round(self, now: datetime) -> int:
        """Send some of the messages that are due; return the number of requests."""
        tests = [(webhook, *webhooks.test_body(webhook, now)) for webhook in webhooks.claimed_tests(now)]
        prepared = [
            request
            for message in push_messages.due_messages(now, MESSAGES_A_ROUND)
            if (request := self._prepare(message, now))
        ]
        if not (tests or prepared):
            return 0
        with ThreadPoolExecutor(SENDING_THREADS) as threads:
            results = list(threads.map(lambda test: _posted(*test), tests))
            replies = list(threads.map(_sent, prepared))
        for (webhook, *_), reply in zip(tests, results, strict=True):
            _note_reply(webhook, reply, now)
        for request, reply in zip(prepared, replies, strict=True):
            self._note(request.message, reply, now)
        return len(tests) + len(prepared)

    def _prepare(self, message: PushMessage, now: datetime) -> Prepared | None:
        """Return the request for a message, which this process has claimed; None if it is not sent now."""
        due = _still_due(message, now)
        if due is None:
            _put_off(message, None)
            return None
        if later := self._later(message, due, now):
            _put_off(message, None if later == now else later)
            return None
        return _request(message, due, now) if _claim(message, now) else None

    def _later(self, message: PushMessage, due: DueMessage, now: datetime) -> datetime | None:
        """Return when to look at the message again, ``now`` for never; None if it is sent now."""
        rest = self._resting.get(outbound.origin_of(message.receiver.endpoint), now)
        return (
            push_messages.postponed_until(message, due, now)
            or (push_devices.quiet_until(message.device, now) if message.device else None)
            or (webhooks.free_at(message.webhook, now) if message.webhook else None)
            or (rest if rest > now else None)
        )

    def _note(self, message: PushMessage, reply: Reply | Forbidden | None, now: datetime) -> None:
        """Store what has become of a message. No reply: the push service is silent."""
        device = message.device
        if device is None:
            self._note_webhook(message, reply, now)
        elif isinstance(reply, Forbidden):
            log.warning("A browser of player %s is forgotten: %s", device.player_id, reply)
            device.delete()
        elif reply and reply.status in GONE_STATUSES:
            device.delete()
        elif reply and 200 <= reply.status < 300:
            _put_off(message, None)
            if device.failures or device.paused_until:
                PushDevice.objects.filter(pk=device.pk).update(failures=0, paused_until=None)
        elif reply is None or reply.status == 429 or reply.status >= 500:
            self._delay(message, reply, now)
        else:
            log.warning(
                "A push service refused a message to player %s with %s", device.player_id, reply.status
            )
            _put_off(message, None)
            PushDevice.objects.filter(pk=device.pk).update(failures=F("failures") + 1)
            PushDevice.objects.filter(pk=device.pk, failures__gte=MOST_REFUSALS).delete()

    def _note_webhook(self, message: PushMessage, reply: Reply | Forbidden | None, now: datetime) -> None:
        """Store what has become of a message to a webhook. One that it refuses is not sent again."""
        webhook = message.webhook
        assert webhook  # noqa: S101  (a message has a receiver)
        taken = _note_reply(webhook, reply, now)
        if taken or isinstance(reply, Forbidden) or (reply and reply.status != 429 and reply.status < 500):
            _put_off(message, None)
        else:
            self._delay(message, reply, now)

    def _delay(self, message: PushMessage, reply: Reply | None, now: datetime) -> None:
        """Try the message again later, and the receiver's others no sooner."""
        doubled = min(FIRST_DELAY * 2 ** min(message.tries, MOST_TRIES), LONGEST_DELAY)
        # Not all at the same instant.
        usual = doubled * random.uniform(1, 1.25)
        wished = min(timedelta(seconds=reply.retry_after), LONGEST_WISH) if reply else timedelta()
        later = now + max(usual, wished)
        if reply is None:
            self._resting[outbound.origin_of(message.receiver.endpoint)] = now + usual
        given_up = message.webhook is not None and message.tries + 1 >= MOST_TRIES
        _put_off(message, None if given_up else later)
        if message.device:
            PushDevice.objects.filter(pk=message.device.pk).update(paused_until=later)
        if message.webhook:
            Webhook.objects.filter(pk=message.webhook.pk).update(paused_until=later)


def _still_due(message: PushMessage, now: datetime) -> DueMessage | None:
    """Return what the message is about as its subject is now; None if that is no longer news."""
    if message.at < now - push_messages.NEWS_MAX_AGE:
        return None
    for due in _news_of(message, now):
        if (due.news.kind, due.seq) == (message.kind, message.seq):
            return due
    return None


def _news_of(message: PushMessage, now: datetime) -> Iterator[DueMessage]:
    """Yield what is news now of the subject of a message."""
    player = message.receiver.player_id
    if planned := message.appointment or message.pairing:
        yield from push_messages.due_for_planned(planned, player, now)
    if message.match:
        for match in match_states([message.match]).values():
            yield from push_messages.due_for(match, player, now)


def _claim(message: PushMessage, now: datetime) -> bool:
    """Take the message for this process; False if another one has it."""
    unclaimed = PushMessage.objects.filter(pk=message.pk, next_at=message.next_at)
    return bool(unclaimed.update(next_at=now + CLAIM_LIFETIME, tries=F("tries") + 1, tried_at=now))


def _put_off(message: PushMessage, until: datetime | None) -> None:
    """Store the time of the next attempt; None: there is none."""
    PushMessage.objects.filter(pk=message.pk).update(next_at=until)


def _request(message: PushMessage, due: DueMessage, now: datetime) -> Prepared:
    receiver = message.receiver
    content = push_messages.content(message, due, len(matches_to_move(receiver.player_id, now)))
    if isinstance(receiver, Webhook):
        body, headers = webhooks.encoded(receiver, content, now)
        return Prepared(message, headers, body)
    device = receiver
    keys = web_push.receiver(device.p256dh, device.auth)
    private = push_devices.key().private
    service = outbound.origin_of(device.endpoint)
    headers = {
        "Authorization": web_push.authorization(private, service, settings.CONTACT or device.site, now),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(_ttl(due, now)),
        "Urgency": "normal" if due.daily or due.news.kind is Kind.OVER else "high",
        # A browser that was out of reach gets only the latest message of a match.
        "Topic": hashlib.sha256(content["tag"].encode()).hexdigest()[:32],
    }
    return Prepared(message, headers, web_push.encrypt(msgspec.json.encode(content), keys))


def _ttl(due: DueMessage, now: datetime) -> int:
    """Return the seconds after which nobody needs to know any more."""
    if due.news.kind in (Kind.OVER, Kind.REMATCH, Kind.NEXT_GAME):
        return LONGEST_TTL
    subject, deadline = due.news.subject, due.news.until
    if isinstance(subject, Match):
        deadline = subject.deadline
    elif isinstance(subject, Appointment):
        deadline = subject.at
    left = (deadline - now).total_seconds() if deadline else USUAL_TTL
    return round(min(max(left, SHORTEST_TTL), LONGEST_TTL))


def _note_reply(webhook: Webhook, reply: Reply | Forbidden | None, now: datetime) -> bool:
    """Store what a webhook has answered; return whether it took the message."""
    if isinstance(reply, Forbidden):
        webhooks.note_failure(webhook, webhooks.PRIVATE, None, now)
    elif reply is None:
        webhooks.note_failure(webhook, webhooks.SILENT, now + FIRST_DELAY, now)
    elif 200 <= reply.status < 300:
        webhooks.note_success(webhook, now)
        return True
    else:
        webhooks.note_failure(webhook, str(reply.status), now + webhooks.HOUR, now)
    return False


def _sent(request: Prepared) -> Reply | Forbidden | None:
    return _posted(request.message.receiver, request.body, request.headers)


def _posted(
    receiver: PushDevice | Webhook, body: bytes, headers: Mapping[str, str]
) -> Reply | Forbidden | None:
    """Return the receiver's reply; None without one."""
    endpoint = receiver.endpoint
    try:
        return outbound.post(endpoint, headers, body, seconds=ANSWER_SECONDS, allowed=settings.PUSH_SERVICES)
    except Forbidden as problem:
        return problem
    except (OSError, HTTPException) as problem:
        log.info("The host %s does not answer: %s", outbound.origin_of(endpoint), problem)
        return None

"""Passkeys: a device or a password manager proves with a key whose account it is, without a password.

fido2 checks what WebAuthn requires. A challenge works once, for a few minutes, in the session that requested
it. The device must have verified the person by a fingerprint, a face or a code.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from cryptography.exceptions import UnsupportedAlgorithm
from django.contrib.sessions.backends.base import SessionBase
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils.crypto import salted_hmac
from fido2 import cbor
from fido2.cose import CoseKey
from fido2.server import Fido2Server
from fido2.utils import websafe_decode, websafe_encode
from fido2.webauthn import (
    Aaguid,
    AttestationConveyancePreference,
    AttestedCredentialData,
    AuthenticationResponse,
    PublicKeyCredentialDescriptor,
    PublicKeyCredentialRpEntity,
    PublicKeyCredentialType,
    PublicKeyCredentialUserEntity,
    RegistrationResponse,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from games_app.lib import clock
from games_app.models import Account, Passkey
from games_app.people import accounts

MAX_PASSKEYS = 10
"""Maximum number of passkeys of one account."""
LIFETIME = timedelta(minutes=5)
"""Time in which a challenge must be answered."""
LONGEST_ANSWER = 16_000
"""Maximum length of an answer: the largest keys and signatures take about 7000 characters."""
LONGEST_KEY = 3_000
"""Maximum size of a public key in bytes."""

_KEY = "passkey"
"""Key of a session's challenge."""
_MALFORMED = (
    ValueError,
    TypeError,
    LookupError,
    AttributeError,
    AssertionError,
    RecursionError,
    struct.error,
    UnsupportedAlgorithm,
)
"""Errors that fido2 raises for answers that prove nothing, or break the standard."""


class NotProved(Exception):
    """Raised for an answer that doesn't prove what was asked."""


@dataclass(frozen=True, slots=True)
class Site:
    """The site as browsers know it: passkeys are for its domain, and used on pages of these origins."""

    domain: str
    origins: frozenset[str]
    name: str


def passkeys_of(account: Account) -> QuerySet[Passkey]:
    return Passkey.objects.filter(account=account).order_by("created_at", "pk")


def ask_for_new(session: SessionBase, site: Site, account: Account, now: datetime) -> dict[str, Any]:
    """Return the options with which a browser makes a passkey for the account, as WebAuthn's JSON."""
    name = account.name
    user = PublicKeyCredentialUserEntity(id=_handle(account), name=name, display_name=name)
    options, state = _server(site).register_begin(
        user,
        _descriptors(passkeys_of(account)),
        resident_key_requirement=ResidentKeyRequirement.REQUIRED,
        user_verification=UserVerificationRequirement.REQUIRED,
    )
    _keep(session, state, "new", account.pk, now)
    return dict(options.public_key)


def add(session: SessionBase, site: Site, account: Account, answer: str, name: str, now: datetime) -> Passkey:
    """Store the passkey that a browser has made for the account. Raises NotProved."""
    state = _take(session, "new", now)
    with _checking():
        if state["whose"] != account.pk or passkeys_of(account).count() >= MAX_PASSKEYS:
            raise NotProved("no passkey was asked for")
        made = RegistrationResponse.from_dict(_read(answer))
        _check_frame(made.response.client_data.cross_origin)
        data = _server(site).register_complete(state, made)
        credential = data.credential_data
        if credential is None or credential.public_key[3] not in CoseKey.supported_algorithms():
            raise NotProved("no key of a kind that was asked for")
        key = cbor.encode(credential.public_key)
        if len(key) > LONGEST_KEY:
            raise NotProved("the key is too long")
        credential_id = websafe_encode(credential.credential_id)
    passkey = Passkey(account=account, credential_id=credential_id, public_key=key, name=name, created_at=now)
    passkey.sign_count = data.counter
    try:
        with transaction.atomic():
            passkey.save(force_insert=True)
    except IntegrityError as error:
        raise NotProved("this passkey is known already") from error
    return passkey


def ask_for_one(session: SessionBase, site: Site, name: str, now: datetime) -> dict[str, Any]:
    """Return the options with which a browser logs in by a passkey, as WebAuthn's JSON.

    Without a name, any passkey that the browser has for this site; with a name, only those of the account.
    """
    account = accounts.account_named(name) if name else None
    descriptors = _descriptors(passkeys_of(account)) if account else []
    options, state = _server(site).authenticate_begin(
        (descriptors or [_decoy(name)]) if name else None, UserVerificationRequirement.REQUIRED
    )
    _keep(session, state, "login", (account.pk if account else 0) if name else None, now)
    return dict(options.public_key)


def authenticated(session: SessionBase, site: Site, answer: str, now: datetime) -> Account:
    """Return the account whose passkey has answered the session's challenge. Raises NotProved."""
    state = _take(session, "login", now)
    with _checking():
        sent = AuthenticationResponse.from_dict(_read(answer))
        _check_frame(sent.response.client_data.cross_origin)
        passkeys = Passkey.objects.select_related("account__player")
        passkey = passkeys.filter(credential_id=websafe_encode(sent.raw_id)).first()
        if passkey is None or state["whose"] not in (None, passkey.account_id):
            raise NotProved("an unknown passkey, or another account's")
        if sent.response.user_handle not in (None, b"", _handle(passkey.account)):
            raise NotProved("a passkey of somebody else")
        _server(site).authenticate_complete(state, [_credential(passkey)], sent)
        _count(passkey, sent.response.authenticator_data.counter, now)
    return passkey.account


def remove(account: Account, passkey: int) -> bool:
    """Delete one of the account's passkeys; return whether there was one."""
    return bool(passkeys_of(account).filter(pk=passkey).delete()[0])


def listed(account: Account) -> Iterator[str]:
    """Yield a line for each passkey of the account: name, time of creation and of the last use."""
    for passkey in passkeys_of(account):
        used = f", used {passkey.used_at:%Y-%m-%dT%H:%M:%SZ}" if passkey.used_at else ""
        yield f"{passkey.name}: created {passkey.created_at:%Y-%m-%dT%H:%M:%SZ}{used}\n"


def _server(site: Site) -> Fido2Server:
    party = PublicKeyCredentialRpEntity(id=site.domain, name=site.name)
    nothing_of_the_device = AttestationConveyancePreference.NONE
    return Fido2Server(party, nothing_of_the_device, verify_origin=site.origins.__contains__)


def _handle(account: Account) -> bytes:
    """Return the identifier by which a passkey knows its account."""
    return account.player.public_id.encode()


def _descriptors(passkeys: Iterable[Passkey]) -> list[PublicKeyCredentialDescriptor]:
    return [_descriptor(websafe_decode(passkey.credential_id)) for passkey in passkeys]


def _decoy(name: str) -> PublicKeyCredentialDescriptor:
    """Return a passkey that nobody has, always the same for a name, to hide which accounts have one."""
    return _descriptor(salted_hmac("passkey", name.casefold(), algorithm="sha256").digest())


def _descriptor(credential_id: bytes) -> PublicKeyCredentialDescriptor:
    return PublicKeyCredentialDescriptor(type=PublicKeyCredentialType.PUBLIC_KEY, id=credential_id)


def _credential(passkey: Passkey) -> AttestedCredentialData:
    key = CoseKey.parse(cbor.decode(bytes(passkey.public_key)))  # type: ignore[arg-type]
    return AttestedCredentialData.create(Aaguid.NONE, websafe_decode(passkey.credential_id), key)


def _keep(session: SessionBase, state: Any, purpose: str, whose: int | None, now: datetime) -> None:
    """Store a challenge in the session; ``whose``: the account that it is for, None for any."""
    until = clock.ms(now + LIFETIME)
    session[_KEY] = {**state, "purpose": purpose, "whose": whose, "until": until}


def _take(session: SessionBase, purpose: str, now: datetime) -> dict[str, Any]:
    """Return the session's challenge and remove it. Raises NotProved if there is none for this purpose."""
    state: dict[str, Any] = session.pop(_KEY, {})
    if state.get("purpose") != purpose or state["until"] <= clock.ms(now):
        raise NotProved("no challenge, or one that has expired")
    return state


def _read(answer: str) -> dict[str, Any]:
    if len(answer) > LONGEST_ANSWER:
        raise NotProved("the answer is too long")
    read: dict[str, Any] = json.loads(answer)
    return read


def _check_frame(cross_origin: bool) -> None:
    if cross_origin:
        raise NotProved("the page stood in a frame of another site")


def _count(passkey: Passkey, count: int, now: datetime) -> None:
    """Store the use of the passkey. Raises NotProved if its count hasn't grown: then a copy of it exists."""
    lower = {"sign_count__lt": count} if count else {"sign_count": 0}
    if not Passkey.objects.filter(pk=passkey.pk, **lower).update(sign_count=count, used_at=now):
        raise NotProved("the sign count has gone back")


@contextmanager
def _checking() -> Iterator[None]:
    try:
        yield
    except _MALFORMED as error:
        raise NotProved(str(error)) from error

"""Web push: encrypted messages (RFC 8291) and the site's signature for push services (VAPID, RFC 8292)."""

from __future__ import annotations

import base64
import binascii
import os
from datetime import datetime, timedelta
from typing import NamedTuple

import msgspec
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

LARGEST = 3072
"""Maximum size of a message, in bytes. Push services take 4096 with all that encryption adds."""
SIGNED_FOR = timedelta(hours=12)
"""Time for which a signature is valid; push services allow a day."""

_RECORD_SIZE = 4096
_END = b"\x02"
"""Byte after the last record's content."""
_CURVE = ec.SECP256R1()


class BadKey(ValueError):
    """Raised for a browser's key that is none."""


class Receiver(NamedTuple):
    """A browser's keys: its public key as a point of 65 bytes, and its secret of 16 bytes."""

    p256dh: bytes
    auth: bytes


def receiver(p256dh: str, auth: str) -> Receiver:
    """Return the browser's keys from base64url. Raises BadKey."""
    try:
        keys = Receiver(decoded(p256dh), decoded(auth))
        ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, keys.p256dh)
    except (ValueError, binascii.Error) as error:
        raise BadKey(str(error)) from None
    if len(keys.p256dh) != 65 or len(keys.auth) != 16:
        raise BadKey("wrong length")
    return keys


def new_private_key() -> str:
    """Return a random secret number of the curve, in base64url."""
    number = ec.generate_private_key(_CURVE).private_numbers().private_value
    return encoded(number.to_bytes(32))


def public_key(private: str) -> str:
    """Return the public key as browsers take it: a point in base64url."""
    return encoded(_point(_private(private).public_key()))


def encrypt(
    text: bytes, to: Receiver, *, sender: ec.EllipticCurvePrivateKey | None = None, salt: bytes = b""
) -> bytes:
    """Return the body of a message, with Content-Encoding aes128gcm.

    ``sender`` and ``salt`` are new for each message; tests give those of the RFC's example.
    """
    if len(text) > LARGEST:
        raise ValueError(f"{len(text)} bytes are too many for a push message")
    sender, salt = sender or ec.generate_private_key(_CURVE), salt or os.urandom(16)
    point = _point(sender.public_key())
    shared = sender.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, to.p256dh))
    secret = _derived(shared, to.auth, b"WebPush: info\0" + to.p256dh + point, 32)
    key = _derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(secret, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + _RECORD_SIZE.to_bytes(4) + bytes([len(point)]) + point
    return head + AESGCM(key).encrypt(nonce, text + _END, None)


def authorization(private: str, service: str, contact: str, now: datetime) -> str:
    """Return the Authorization header for a push service.

    ``service`` is its origin, ``contact`` the address of the people who run this site.
    """
    claims = {"aud": service, "exp": int((now + SIGNED_FOR).timestamp()), "sub": contact}
    parts = (msgspec.json.encode(part) for part in ({"typ": "JWT", "alg": "ES256"}, claims))
    text = ".".join(encoded(part) for part in parts)
    numbers = decode_dss_signature(_private(private).sign(text.encode(), ec.ECDSA(SHA256())))
    signature = encoded(b"".join(number.to_bytes(32) for number in numbers))
    return f"vapid t={text}.{signature}, k={public_key(private)}"


def encoded(data: bytes) -> str:
    """Return base64url without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """Return the bytes of base64url, with or without padding. Raises ValueError."""
    return base64.b64decode(
        text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4), altchars=b"-_", validate=True
    )


def _private(text: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(decoded(text)), _CURVE)


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)

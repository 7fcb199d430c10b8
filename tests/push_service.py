"""A push service of the tests' own, and browsers that decrypt what it takes for them.

It decrypts by the RFCs (8188, 8291), independently of the site's code.
"""

from __future__ import annotations

import base64
import json
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE = ec.SECP256R1()
SILENCE = 0
"""A status that means: take the message, and never answer."""


class Delivery(NamedTuple):
    path: str
    headers: dict[str, str]
    body: bytes


class PushService:
    """A service that answers messages at any path with ``status``; ``paths`` may have others."""

    def __init__(self, port: int) -> None:
        self.origin = f"http://127.0.0.1:{port}"
        self.status = 201
        self.paths: dict[str, int] = {}
        self.headers: dict[str, str] = {}
        self.taken: list[Delivery] = []
        self.released = threading.Event()

    def to(self, browser: PushBrowser) -> list[dict[str, Any]]:
        """Return what the browser has got, decrypted."""
        return [browser.read(one.body) for one in self.taken if one.path == browser.path]


class PushBrowser:
    """A browser's subscription: its keys, and its endpoint at the push service."""

    def __init__(self, service: str, name: str) -> None:
        self.path = f"/{name}"
        self.endpoint = f"{service}{self.path}"
        self._key = ec.generate_private_key(CURVE)
        self._auth = os.urandom(16)

    def subscription(self, **more: object) -> dict[str, object]:
        """Return the body of the browser's request to the site."""
        return {"endpoint": self.endpoint, "p256dh": _text(self._point), "auth": _text(self._auth)} | more

    @property
    def _point(self) -> bytes:
        return self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    def read(self, body: bytes) -> dict[str, Any]:
        """Return the message in an encrypted body."""
        salt, length = body[:16], body[20]
        sender = body[21 : 21 + length]
        shared = self._key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, sender))
        secret = _derived(self._auth, shared, b"WebPush: info\0" + self._point + sender, 32)
        key = _derived(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
        nonce = _derived(salt, secret, b"Content-Encoding: nonce\0", 12)
        plain = AESGCM(key).decrypt(nonce, body[21 + length :], None)
        assert plain.endswith(b"\x02")
        told: dict[str, Any] = json.loads(plain[:-1])
        return told


def signed_claims(delivery: Delivery, public_key: str) -> dict[str, Any]:
    """Return the claims of a delivery's VAPID signature, which must be valid for the site's public key."""
    scheme, _, fields = delivery.headers["Authorization"].partition(" ")
    assert scheme == "vapid"
    values = dict(field.strip().split("=", 1) for field in fields.split(","))
    assert values["k"] == public_key
    head, claims, signature = values["t"].split(".")
    numbers = _bytes(signature)
    plain = encode_dss_signature(int.from_bytes(numbers[:32]), int.from_bytes(numbers[32:]))
    key = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, _bytes(public_key))
    key.verify(plain, f"{head}.{claims}".encode(), ec.ECDSA(SHA256()))
    told: dict[str, Any] = json.loads(_bytes(claims))
    return told


@contextmanager
def push_service() -> Iterator[PushService]:
    """Run a push service on a free port of this machine."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            service.taken.append(Delivery(self.path, dict(self.headers), body))
            status = service.paths.get(self.path, service.status)
            if status == SILENCE:
                service.released.wait()
                self.close_connection = True
                return
            self.send_response(status)
            for name, value in service.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            """Print nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    service = PushService(server.server_address[1])
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield service
    finally:
        service.released.set()
        server.shutdown()
        server.server_close()


def _derived(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _bytes(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))

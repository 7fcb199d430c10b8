"""An authenticator in software: makes passkeys and signs with them, as a phone or a security key does."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from secrets import token_bytes
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from fido2.cose import ES256
from fido2.utils import websafe_decode, websafe_encode
from fido2.webauthn import AttestationObject, AttestedCredentialData, AuthenticatorData

FLAG = AuthenticatorData.FLAG
SEEN = FLAG.UP | FLAG.UV
"""Flags: the person was present, and was verified."""


@dataclass
class Authenticator:
    """An authenticator with one passkey. Its answers can be changed, to be refused."""

    origin: str = "http://testserver"
    domain: str = "testserver"
    flags: FLAG = SEEN
    count: int = 0
    """Number of signatures so far; a passkey that several devices share doesn't count them."""
    handle: str | None = None
    frame: bool = False
    """True if the page is in a frame of another site."""
    credential_id: bytes = field(default_factory=lambda: token_bytes(32))
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))

    def make(self, asked: Mapping[str, Any]) -> str:
        """Return the answer to a challenge for a new passkey."""
        self.handle = asked["user"]["id"]
        public = ES256.from_cryptography_key(self.key.public_key())
        credential = AttestedCredentialData.create(bytes(16), self.credential_id, public)
        data = AuthenticatorData.create(self._place(), self.flags | FLAG.AT, self.count, credential)
        attestation = AttestationObject.create("none", data, {})
        return self._answer(asked, "create", attestationObject=websafe_encode(attestation))

    def sign(self, asked: Mapping[str, Any]) -> str:
        """Return the answer to a challenge to log in."""
        data = AuthenticatorData.create(self._place(), self.flags, self.count)
        signed = data + sha256(self._client_data(asked, "get")).digest()
        signature = self.key.sign(signed, ec.ECDSA(hashes.SHA256()))
        return self._answer(
            asked,
            "get",
            authenticatorData=websafe_encode(data),
            signature=websafe_encode(signature),
            userHandle=self.handle,
        )

    def _answer(self, asked: Mapping[str, Any], what: str, **response: str | None) -> str:
        name = websafe_encode(self.credential_id)
        client_data = websafe_encode(self._client_data(asked, what))
        given = {"id": name, "rawId": name, "type": "public-key", "clientExtensionResults": {}}
        return json.dumps({**given, "response": {"clientDataJSON": client_data, **response}})

    def _client_data(self, asked: Mapping[str, Any], what: str) -> bytes:
        assert len(websafe_decode(asked["challenge"])) >= 16
        told = {"type": f"webauthn.{what}", "challenge": asked["challenge"], "origin": self.origin}
        return json.dumps({**told, "crossOrigin": self.frame}).encode()

    def _place(self) -> bytes:
        return sha256(self.domain.encode()).digest()

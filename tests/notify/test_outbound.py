"""Web push's encryption against the RFC's example, and requests that stay out of private networks."""

from __future__ import annotations

import threading

import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from games_app.lib import outbound
from games_app.notify import web_push


def test_a_message_is_encrypted_as_in_the_example_of_rfc_8291():
    number = int.from_bytes(web_push.decoded("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"))
    sender = ec.derive_private_key(number, ec.SECP256R1())
    to = web_push.receiver(
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "BTBZMqHH6r4Tts7J_aSIgg",
    )
    salt = web_push.decoded("DGv6ra1nlYgDCS1FRnbzlw")
    text = b"When I grow up, I want to be a watermelon"
    assert web_push.encoded(web_push.encrypt(text, to, sender=sender, salt=salt)) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PB"
        "ru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("8.8.8.8", True),
        ("2606:4700::1111", True),
        ("10.1.2.3", False),
        ("127.0.0.1", False),
        ("169.254.169.254", False),
        ("100.64.0.1", False),
        ("192.168.1.1", False),
        ("0.0.0.0", False),
        ("224.0.0.1", False),
        ("::1", False),
        ("fe80::1%eth0", False),
        ("fd00::1", False),
        ("::ffff:10.0.0.1", False),
        ("::ffff:8.8.8.8", True),
        ("64:ff9b::a00:1", False),
        ("64:ff9b::808:808", True),
        ("2002:a00:1::1", False),
        ("64:ff9b:1::808:808", False),
        ("fec0::1", False),
        ("::8.8.8.8", False),
        ("::ffff:0:8.8.8.8", False),
        ("3fff::1", False),
        ("5f00::1", False),
        ("100:0:0:1::1", False),
        ("2001:0:a00:1::1", False),
        ("2001:20::1", False),
        ("192.0.0.9", False),
        ("192.88.99.1", False),
        ("198.18.0.1", False),
        ("240.0.0.1", False),
    ],
)
def test_private_networks_are_told_apart_whatever_the_notation(address, public):
    assert outbound.is_public(address) is public


def test_silent_name_servers_are_waited_for_as_long_as_a_host(monkeypatch):
    over = threading.Event()

    def is_silent(*_, **__):
        over.wait()
        raise OSError("no name server")

    monkeypatch.setattr(outbound.socket, "getaddrinfo", is_silent)
    with pytest.raises(TimeoutError):
        outbound.post("https://chat.example/hook", {}, b"", seconds=0.1)
    over.set()


@pytest.mark.parametrize("seconds", ["60", "Thu, 01 Jan 1970 00:00:00 GMT", "soon", "", "-1", "9" * 30])
def test_the_wish_to_wait_is_a_number_of_seconds_whatever_is_sent(seconds):
    assert 0 <= outbound._seconds(seconds) < 10**9 + 1

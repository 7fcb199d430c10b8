"""The tools of the browser tests: every fault in a person's browser is noticed."""

import pytest

PAGE = "/name"
"""A page that names its icon: the browser requests none that is missing."""


@pytest.fixture
def alice(alice):
    """Alice on a page that names no icon, for which Chromium then asks in vain."""
    alice.forgive("favicon.ico")
    return alice


def test_an_error_in_the_console_is_a_fault(alice):
    alice.open(PAGE).evaluate("console.error('spilt')")
    alice.page.evaluate("console.warn('only a warning')")
    assert [fault.split(" (")[0] for fault in alice.faults] == ["alice: console: spilt"]
    alice.faults.clear()


def test_an_uncaught_exception_is_a_fault(alice):
    with alice.page.expect_event("pageerror"):
        alice.open(PAGE).evaluate("setTimeout(() => { throw new Error('dropped'); })")
    assert len(alice.faults) == 1
    assert "dropped" in alice.faults[0]
    alice.faults.clear()


def test_an_error_of_the_server_is_a_fault(alice):
    alice.alter().route("**/healthz", lambda route: route.fulfill(status=503, body="no"))
    with alice.page.expect_console_message():
        alice.open("/healthz")
    assert "status of 503" in alice.faults[0]
    alice.faults.clear()


def test_a_request_that_comes_to_nothing_is_a_fault_unless_forgiven(alice):
    alice.alter().route("**/lost", lambda route: route.abort())
    alice.forgive("ERR_FAILED")
    page = alice.open(PAGE)
    ask_for_what_gets_lost(page)
    assert alice.faults == []
    alice.forgiven.remove("ERR_FAILED")
    ask_for_what_gets_lost(page)
    assert any("failed: GET" in fault for fault in alice.faults)
    alice.faults.clear()


def ask_for_what_gets_lost(page):
    with page.expect_event("requestfailed"):
        page.evaluate("fetch('/lost').catch(() => {})")


def test_what_a_screen_reader_cannot_name_is_found(alice):
    alice.page.set_content("<html lang='en'><title>t</title><main><h1>t</h1><button></button></main>")
    with pytest.raises(AssertionError, match="button-name"):
        alice.check_accessibility()

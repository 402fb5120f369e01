"""Sends requests with nothing but Python's own library, which honours proxies and certificates of the machine."""

from __future__ import annotations

import http.client
import random
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from typing import Any

from .errors import MusterConnectionError, error_of

PASSING = {429, 502, 503, 504}
LONGEST_WAIT_SECONDS = 30.0
#: No usable answer.
FAULTS = (OSError, http.client.HTTPException)

#: Sends a request and waits for so many seconds. Raises ``urllib.error.HTTPError`` for a status of 300 or more.
Transport = Callable[[urllib.request.Request, float], Any]


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """The key must not follow to another host."""

    def redirect_request(self, *_: Any) -> None:
        return None


def default_transport() -> Transport:
    opener = urllib.request.build_opener(_NoRedirect)
    return lambda request, timeout: opener.open(request, timeout=timeout)


@contextmanager
def opened(send: Transport, request: urllib.request.Request, timeout: float, retries: int = 0) -> Iterator[Any]:
    """The answer. A POST is repeated only with an idempotency key; everything else may happen twice without harm."""
    may_repeat = request.method not in ("POST", "PATCH") or request.has_header("Idempotency-key")
    attempts = retries if may_repeat else 0
    for attempt in range(attempts + 1):
        is_last = attempt == attempts
        try:
            response = send(request, timeout)
        except urllib.error.HTTPError as refusal:
            with closing(refusal):
                if is_last or refusal.code not in PASSING:
                    raise error_of(refusal.code, refusal.read(), refusal.headers.get("x-request-id")) from None
                time.sleep(_delay(attempt, refusal.headers.get("retry-after")))
        except FAULTS as fault:
            if is_last:
                raise MusterConnectionError(str(fault)) from fault
            time.sleep(_delay(attempt, None))
        else:
            with closing(response):
                try:
                    yield response
                except FAULTS as fault:
                    raise MusterConnectionError(str(fault)) from fault
            return


def _delay(attempt: int, retry_after: str | None) -> float:
    if retry_after is not None and retry_after.isdigit():
        return min(float(retry_after), LONGEST_WAIT_SECONDS)
    return min(0.25 * 2.0**attempt * (0.5 + random.random()), LONGEST_WAIT_SECONDS)

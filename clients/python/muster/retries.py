"""Repeats requests that met a passing fault."""

from __future__ import annotations

import random
import time

import httpx

PASSING = {429, 502, 503, 504}
LONGEST_WAIT_SECONDS = 30.0


class RetryTransport(httpx.BaseTransport):
    """A POST is repeated only with an idempotency key; everything else may happen twice without harm."""

    def __init__(self, inner: httpx.BaseTransport, retries: int) -> None:
        self._inner = inner
        self._retries = retries

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        may_repeat = request.method not in ("POST", "PATCH") or "idempotency-key" in request.headers
        attempts = self._retries if may_repeat else 0
        for attempt in range(attempts + 1):
            is_last = attempt == attempts
            try:
                response = self._inner.handle_request(request)
            except httpx.TransportError:
                if is_last:
                    raise
                time.sleep(_delay(attempt, None))
                continue
            if is_last or response.status_code not in PASSING:
                return response
            retry_after = response.headers.get("retry-after")
            response.close()
            time.sleep(_delay(attempt, retry_after))
        raise AssertionError("unreachable")

    def close(self) -> None:
        self._inner.close()


def _delay(attempt: int, retry_after: str | None) -> float:
    if retry_after is not None and retry_after.isdigit():
        return min(float(retry_after), LONGEST_WAIT_SECONDS)
    return min(0.25 * 2.0**attempt * (0.5 + random.random()), LONGEST_WAIT_SECONDS)

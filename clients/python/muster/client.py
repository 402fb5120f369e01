"""Calls, pages and events."""

from __future__ import annotations

import inspect
import json
import time
import uuid
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Iterator, Protocol

import httpx

from .errors import MusterConnectionError, error_of
from .generated.client import AuthenticatedClient
from .generated.groups import Grouped
from .generated.types import UNSET
from .retries import RetryTransport

#: A stream on which nothing came for so long is dead; the service sends a sign of life more often.
SILENCE_SECONDS = 40.0


class Operation(Protocol):
    """A module of ``muster.generated.api``."""

    @staticmethod
    def sync_detailed(*, client: AuthenticatedClient, **arguments: Any) -> Any: ...


@dataclass(frozen=True)
class Event:
    """Something that happened in a session."""

    name: str
    data: Any
    #: Go on after it with ``last_event_id``; texts that are still being written have none.
    id: str | None


class Muster(Grouped):
    """A client for one service and one API key. Operations are in groups, as in ``muster.sessions.create(body=…)``."""

    def __init__(
        self,
        base_url: str,
        api_key: str,
        *,
        retries: int = 2,
        timeout: float = 60.0,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        super().__init__()
        self._http = httpx.Client(
            base_url=base_url.rstrip("/"),
            headers={"authorization": f"Bearer {api_key}"},
            timeout=timeout,
            transport=RetryTransport(transport or httpx.HTTPTransport(), retries),
            event_hooks={"response": [_raise_refusal]},
        )
        self._client = AuthenticatedClient(base_url=base_url.rstrip("/"), token=api_key).set_httpx_client(self._http)

    def __enter__(self) -> Muster:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        self._http.close()

    def call(self, operation: Operation, **arguments: Any) -> Any:
        """What the methods of the groups do: makes one call and returns what the service answered.

        Raises ``MusterError`` when it refused.
        """
        takes_key = "idempotency_key" in inspect.signature(operation.sync_detailed).parameters
        if takes_key and arguments.get("idempotency_key", UNSET) is UNSET:
            arguments["idempotency_key"] = str(uuid.uuid4())
        try:
            response = operation.sync_detailed(client=self._client, **arguments)
        except httpx.HTTPError as error:
            raise MusterConnectionError(str(error)) from error
        return response.parsed

    def items(self, operation: Operation, field: str, **arguments: Any) -> Iterator[Any]:
        """What ``list_all`` of the groups does: all items, page by page. ``field`` names what holds them."""
        cursor: Any = UNSET
        while True:
            page = self.call(operation, cursor=cursor, **arguments)
            yield from getattr(page, field)
            # Analytics tell it beside what else there is to say about a range.
            about = page.meta if hasattr(page, "meta") else page.pagination
            following = about.next_cursor if about.has_more else None
            if not following or following == cursor:
                return
            cursor = following

    def events(self, session_id: str, *, last_event_id: str | None = None) -> Iterator[Event]:
        """What happens in a session, for ever. After a lost connection it goes on where it was."""
        return self._follow(f"/api/v0/sessions/{session_id}/events", last_event_id)

    def all_events(self, *, last_event_id: str | None = None) -> Iterator[Event]:
        """The same for all sessions that the key may see."""
        return self._follow("/api/v0/events/sessions", last_event_id)

    def _follow(self, path: str, last_event_id: str | None) -> Iterator[Event]:
        attempt = 0
        while True:
            try:
                for event in self._stream(path, last_event_id):
                    attempt = 0
                    last_event_id = event.id or last_event_id
                    yield event
            except httpx.TransportError:
                attempt += 1
            time.sleep(min(0.25 * 2**attempt, 10.0))

    def _stream(self, path: str, last_event_id: str | None) -> Iterator[Event]:
        headers = {"accept": "text/event-stream"}
        if last_event_id is not None:
            headers["last-event-id"] = last_event_id
        timeout = httpx.Timeout(SILENCE_SECONDS)
        with self._http.stream("GET", path, headers=headers, timeout=timeout) as response:
            yield from _parse(response.iter_lines())


def _raise_refusal(response: httpx.Response) -> None:
    # Before the generated code reads it: what a proxy answers is no problem document.
    if response.status_code >= 400:
        raise error_of(response.status_code, response.read(), response.headers.get("x-request-id"))


def _parse(lines: Iterator[str]) -> Iterator[Event]:
    name = "message"
    data: list[str] = []
    identity: str | None = None
    for line in lines:
        if line == "":
            if data:
                yield Event(name, json.loads("\n".join(data)), identity)
            name, data, identity = "message", [], None
            continue
        field, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if field == "event":
            name = value
        elif field == "data":
            data.append(value)
        elif field == "id":
            identity = value

"""Calls, pages and events."""

from __future__ import annotations

import json
import time
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, urlencode
from urllib.request import Request

from .errors import MusterConnectionError
from .generated.groups import Grouped
from .model import from_json, to_json
from .transport import Transport, default_transport, opened

#: A stream on which nothing came for so long is dead; the service sends a sign of life more often.
SILENCE_SECONDS = 40.0


@dataclass(frozen=True)
class Event:
    """Something that happened in a session."""

    name: str
    data: Any
    #: Go on after it with ``last_event_id``; texts that are still being written have none.
    id: str | None


class Muster(Grouped):
    """A client for one service and one API key. Operations are in groups, as in ``muster.sessions.create(body=…)``.

    A body is a model of ``muster.generated.models``, or a dictionary with the names of the API.
    """

    def __init__(
        self,
        base_url: str,
        api_key: str,
        *,
        retries: int = 2,
        timeout: float = 60.0,
        transport: Transport | None = None,
    ) -> None:
        super().__init__()
        self._base_url = base_url.rstrip("/")
        self._headers = {"Authorization": f"Bearer {api_key}", "User-Agent": "muster-python"}
        self._retries = retries
        self._timeout = timeout
        self._send = transport or default_transport()

    def __enter__(self) -> Muster:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Nothing is kept open between calls; it is here for programs that close what they opened."""

    def call(
        self,
        method: str,
        path: str,
        answer: Any,
        path_values: Mapping[str, Any],
        query: Mapping[str, Any],
        headers: Mapping[str, Any],
        body: Any = None,
    ) -> Any:
        """What the methods of the groups do: makes one call and returns what the service answered.

        Raises ``MusterError`` when it refused.
        """
        for name, value in path_values.items():
            path = path.replace(f"{{{name}}}", quote(str(value), safe=""))
        given = {name: _text(value) for name, value in query.items() if value is not None}
        request = Request(f"{self._base_url}{path}{'?' if given else ''}{urlencode(given)}", method=method)
        sent = {name: value for name, value in headers.items() if value is not None}
        if "Idempotency-Key" in headers:
            sent.setdefault("Idempotency-Key", str(uuid.uuid4()))
        if body is not None:
            request.data = json.dumps(to_json(body)).encode()
            sent["Content-Type"] = "application/json"
        for name, value in {**self._headers, **sent}.items():
            request.add_header(name, value)
        with opened(self._send, request, self._timeout, self._retries) as response:
            content = response.read()
        if answer is None or content == b"":
            return None
        return content.decode() if answer is str else from_json(answer, json.loads(content))

    def items(self, page: Callable[[Any], Any], field: str) -> Iterator[Any]:
        """What ``list_all`` of the groups does: all items, page by page. ``field`` names what holds them."""
        cursor: Any = None
        while True:
            answer = page(cursor)
            yield from getattr(answer, field)
            # Analytics tell it beside what else there is to say about a range.
            about = answer.meta if hasattr(answer, "meta") else answer.pagination
            following = about.next_cursor if about.has_more else None
            if not following or following == cursor:
                return
            cursor = following

    def events(self, session_id: str, *, last_event_id: str | None = None) -> Iterator[Event]:
        """What happens in a session, for ever. After a lost connection it goes on where it was."""
        return self._follow(f"/api/v0/sessions/{quote(session_id, safe='')}/events", last_event_id)

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
            except MusterConnectionError:
                attempt += 1
            time.sleep(min(0.25 * 2**attempt, 10.0))

    def _stream(self, path: str, last_event_id: str | None) -> Iterator[Event]:
        headers = {**self._headers, "Accept": "text/event-stream"}
        if last_event_id is not None:
            headers["Last-Event-ID"] = last_event_id
        request = Request(f"{self._base_url}{path}", headers=headers, method="GET")
        with opened(self._send, request, SILENCE_SECONDS, self._retries) as response:
            yield from _parse(line.decode().rstrip("\r\n") for line in response)


def _text(value: Any) -> str:
    plain = to_json(value)
    return str(plain).lower() if isinstance(plain, bool) else str(plain)


def _parse(lines: Iterable[str]) -> Iterator[Event]:
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

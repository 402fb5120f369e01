"""Tests against a running service: MUSTER_API_URL, MUSTER_API_KEY."""

from __future__ import annotations

import datetime
import os
import unittest
import uuid

from email.message import Message as Headers
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request

from muster import Muster, MusterConnectionError, MusterError
from muster.generated.models import CreateSession, PostMessage, RegisterComputer, Session, SessionSettingsInput, TextBlock, UpdateSession
from muster.transport import default_transport

URL = os.environ["MUSTER_API_URL"]
KEY = os.environ["MUSTER_API_KEY"]


class Faulty:
    """Fails some requests before it lets them through, and counts them."""

    def __init__(self, failures: list[int]) -> None:
        self.send = default_transport()
        self.failures = failures
        self.keys: list[str | None] = []

    def __call__(self, request: Request, timeout: float) -> Any:
        self.keys.append(request.get_header("Idempotency-key"))
        if self.failures:
            headers = Headers()
            headers["retry-after"] = "0"
            raise HTTPError(request.full_url, self.failures.pop(0), "", headers, None)
        return self.send(request, timeout)


class ClientTest(unittest.TestCase):
    def setUp(self) -> None:
        self.muster = Muster(URL, KEY)
        self.addCleanup(self.muster.close)

    def computer_id(self) -> str:
        name = f"computer {uuid.uuid4()}"
        self.muster.computers.register(body=RegisterComputer(name=name))
        return str(self.muster.computers.get_by_name(name=name).id)

    def test_calls_return_models(self) -> None:
        session = self.muster.sessions.create(body=CreateSession(computer_id=self.computer_id()))
        self.assertIsInstance(session, Session)
        again = self.muster.sessions.get(session_id=session.session_id)
        self.assertEqual(again.session_id, session.session_id)

    def test_dictionaries_are_bodies_too_and_what_was_not_said_is_not_shown(self) -> None:
        session = self.muster.sessions.create(body={"computerId": self.computer_id(), "title": "One"})
        self.assertEqual((session.title, session["title"], session.completed_at), ("One", "One", None))
        self.assertNotIn("completed_at", repr(session))
        self.assertEqual(Session(**vars(session)), session)
        tags = {"sessionSettings": {"tags": [{"name": "a"}]}}
        changed = self.muster.sessions.update(session_id=session.session_id, body=tags)
        assert changed.session_settings is not None and changed.session_settings.tags is not None
        self.assertEqual([tag.name for tag in changed.session_settings.tags], ["a"])
        settings = SessionSettingsInput(autonomy_level="low")
        body = UpdateSession(session_settings=settings, title=None)
        self.assertEqual(body.to_dict(), {"sessionSettings": {"autonomyLevel": "low"}, "title": None})
        self.assertIsNone(self.muster.sessions.update(session_id=session.session_id, body=body).title)
        with self.assertRaisesRegex(TypeError, "has no field computerId, needs computer_id"):
            CreateSession(computerId="a")  # type: ignore[call-arg]

    def test_a_permission_is_decided_by_a_dictionary(self) -> None:
        session = self.muster.sessions.create(body=CreateSession(computer_id=self.computer_id()))
        decide = self.muster.sessions.decide_permission
        with self.assertRaises(MusterError) as caught:
            decide(session_id=session.session_id, permission_id=str(uuid.uuid4()), body={"decision": "allow"})
        self.assertEqual(caught.exception.status, 404)

    def test_messages_are_blocks_with_types(self) -> None:
        session = self.muster.sessions.create(body=CreateSession(computer_id=self.computer_id()))
        for text in ("First", "Second"):
            self.muster.messages.post(session_id=session.session_id, body=PostMessage(text=text))
        messages = self.muster.messages.list_all(session_id=session.session_id, order="asc", limit=1)
        texts = [block.text for message in messages for block in message.content if isinstance(block, TextBlock)]
        self.assertEqual(texts, ["First", "Second"])

    def test_refusals_are_errors_with_a_code(self) -> None:
        with self.assertRaises(MusterError) as caught:
            self.muster.sessions.get(session_id=str(uuid.uuid4()))
        self.assertEqual((caught.exception.status, caught.exception.code), (404, "session_not_found"))
        self.assertTrue(caught.exception.request_id)
        with Muster(URL, "mst_wrong") as stranger, self.assertRaises(MusterError) as refused:
            stranger.organization.me()
        self.assertEqual(refused.exception.status, 401)
        self.assertNotIn("mst_wrong", str(refused.exception))

    def test_lists_are_read_page_by_page(self) -> None:
        computer_id = self.computer_id()
        made = {
            self.muster.sessions.create(body=CreateSession(computer_id=computer_id)).session_id for _ in range(5)
        }
        found = {session.session_id for session in self.muster.sessions.list_all(limit=2)}
        self.assertLessEqual(made, found)
        day = datetime.date.today() - datetime.timedelta(days=1)
        self.assertEqual(list(self.muster.analytics.users_all(start_date=day, end_date=day)), [])

    def test_passing_faults_are_tried_again_with_the_same_key(self) -> None:
        computer_id = self.computer_id()
        faulty = Faulty([503, 502])
        with Muster(URL, KEY, transport=faulty) as muster:
            muster.sessions.create(body=CreateSession(computer_id=computer_id))
        self.assertEqual(len(faulty.keys), 3)
        self.assertEqual(len(set(faulty.keys)), 1)
        self.assertIsNotNone(faulty.keys[0])
        with Muster(URL, KEY, transport=Faulty([503, 503, 503])) as muster, self.assertRaises(MusterError):
            muster.computers.list()

    def test_a_service_that_is_away_is_told(self) -> None:
        with Muster("http://127.0.0.1:1", KEY, retries=0) as nowhere, self.assertRaises(MusterConnectionError):
            nowhere.organization.me()

    def test_events_of_a_session_are_followed(self) -> None:
        session = self.muster.sessions.create(body=CreateSession(computer_id=self.computer_id()))
        events = self.muster.events(session.session_id)
        first = next(events)
        self.assertEqual((first.name, first.data["sessionId"]), ("session", session.session_id))
        self.muster.messages.post(session_id=session.session_id, body=PostMessage(text="Hello"))
        message = next(event for event in events if event.name == "message")
        self.assertIn("Hello", str(message.data))
        # From the first one on, the message comes once more.
        later = self.muster.events(session.session_id, last_event_id=first.id)
        again = next(event for event in later if event.name == "message")
        self.assertEqual(again.data["id"], message.data["id"])
        texts = list(self.muster.messages.list_all(session_id=session.session_id))
        self.assertEqual(len(texts), 1)
        with self.assertRaises(MusterError):
            next(self.muster.events(str(uuid.uuid4())))

    def test_events_of_all_sessions_are_followed(self) -> None:
        events = self.muster.all_events()
        self.assertEqual(next(events).name, "ready")
        session = self.muster.sessions.create(body=CreateSession(computer_id=self.computer_id()))
        made = next(event for event in events if event.name == "session")
        self.assertEqual(made.data["sessionId"], session.session_id)


def checked_by_mypy_only(muster: Muster) -> None:
    """Calls that have no types would leave these comments unused, of which mypy complains."""
    muster.sessions.create(body="no session")  # type: ignore[arg-type]
    muster.sessions.get(session="no such name")  # type: ignore[call-arg]
    muster.sessions.get(session_id="a").no_such_field  # type: ignore[attr-defined]
    for message in muster.messages.list_all(session_id="a"):
        message.no_such_field  # type: ignore[attr-defined]


if __name__ == "__main__":
    unittest.main()

"""What can go wrong."""

from __future__ import annotations

import json
from typing import Any, Mapping, Sequence


class MusterError(Exception):
    """The service answered, and the answer is a refusal or a fault."""

    def __init__(self, status: int, problem: Mapping[str, Any], request_id: str | None) -> None:
        self.status = status
        #: A code of the table of errors of the service.
        self.code = str(problem.get("code", f"http_{status}"))
        self.title = str(problem.get("title", f"Status {status}"))
        self.detail = str(problem.get("detail", f"The service answered with status {status}."))
        #: The fields of the request that were refused, each with ``path`` and ``message``.
        self.errors: Sequence[Mapping[str, str]] = problem.get("errors", [])
        #: What the operator of the service looks for in the log.
        self.request_id = problem.get("requestId", request_id)
        super().__init__(f"{self.title}: {self.detail} ({status} {self.code})")


class MusterConnectionError(Exception):
    """No usable answer. Whether the service did what was asked is unknown."""


def error_of(status: int, body: bytes, request_id: str | None) -> MusterError:
    """Reads an answer outside 2xx. A proxy's page has no problem in it: then the status has to speak."""
    try:
        problem = json.loads(body)
    except ValueError:
        problem = {}
    return MusterError(status, problem if isinstance(problem, dict) else {}, request_id)

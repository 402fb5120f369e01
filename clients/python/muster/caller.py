"""What the methods of the groups need."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Protocol

#: Of the path, the query or the header of a request. ``None`` is not sent.
Values = Mapping[str, Any]


class Caller(Protocol):
    def call(
        self, method: str, path: str, answer: Any, path_values: Values, query: Values, headers: Values, body: Any = None
    ) -> Any: ...

    def items(self, page: Callable[[Any], Any], field: str) -> Iterator[Any]: ...

"""Resources as objects with types, made from JSON and turned into it."""

from __future__ import annotations

import datetime
import sys
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, Literal, Union, get_args, get_origin, get_type_hints

if sys.version_info >= (3, 11):
    from typing import dataclass_transform
else:

    def dataclass_transform(**_: Any) -> Any:
        return lambda each: each


@dataclass_transform(kw_only_default=True)
class Model:
    """A resource. Fields that the service left out are ``None``; ``to_dict`` has the names of the API, and only what is set."""

    _wire: ClassVar[Mapping[str, str]] = {}

    def __init__(self, **fields: Any) -> None:
        kind = type(self)
        known = _hints(kind)
        unknown = [name for name in fields if name not in known]
        missing = [name for name in known if name not in fields and not hasattr(kind, name)]
        if unknown or missing:
            faults = [f"has no field {name}" for name in unknown] + [f"needs {name}" for name in missing]
            raise TypeError(f"{kind.__name__} {', '.join(faults)}. Its fields: {', '.join(known)}.")
        self.__dict__.update(fields)

    def to_dict(self) -> dict[str, Any]:
        return {self._wire.get(name, name): to_json(value) for name, value in self.__dict__.items()}

    def __getitem__(self, name: str) -> Any:
        """A field by its name in the API, as in ``session["sessionId"]``."""
        return self.to_dict()[name]

    def __contains__(self, name: object) -> bool:
        return name in self.to_dict()

    def __iter__(self) -> Iterator[str]:
        return iter(self.to_dict())

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and other.__dict__ == self.__dict__

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in self.__dict__.items())})"


def to_json(value: Any) -> Any:
    """What ``json`` can write."""
    if isinstance(value, Model):
        return value.to_dict()
    if isinstance(value, Mapping):
        return {name: to_json(each) for name, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [to_json(each) for each in value]
    return value.isoformat() if isinstance(value, (datetime.date, datetime.datetime)) else value


def from_json(kind: Any, value: Any) -> Any:
    """A value of this type. What the service says beyond it, and what does not fit, stays as it came."""
    origin = get_origin(kind)
    if origin is Union:
        return from_json(next((each for each in get_args(kind) if _fits(each, value)), Any), value)
    if origin is list and isinstance(value, list):
        return [from_json(get_args(kind)[0], each) for each in value]
    if origin is dict and isinstance(value, dict):
        return {name: from_json(get_args(kind)[1], each) for name, each in value.items()}
    if not isinstance(kind, type):
        return value
    if issubclass(kind, Model) and isinstance(value, dict):
        model = kind.__new__(kind)
        known = _hints(kind)
        names: dict[str, str] = {wire: name for name, wire in kind._wire.items()}
        for key, each in value.items():
            name = names[key] if key in names else key
            model.__dict__[name] = from_json(known.get(name, Any), each)
        return model
    if isinstance(value, str) and kind in (datetime.date, datetime.datetime):
        return kind.fromisoformat(value.replace("Z", "+00:00"))
    return value


def _fits(kind: Any, value: Any) -> bool:
    if not (isinstance(kind, type) and issubclass(kind, Model)):
        return not isinstance(value, dict) and value is not None and kind is not type(None)
    if not isinstance(value, dict):
        return False
    required = {kind._wire.get(name, name): each for name, each in _hints(kind).items() if not hasattr(kind, name)}
    return all(wire in value and _is_among(each, value[wire]) for wire, each in required.items())


def _is_among(kind: Any, value: Any) -> bool:
    return get_origin(kind) is not Literal or value in get_args(kind)


def _hints(kind: type[Model]) -> dict[str, Any]:
    """The fields of a model and their types, which are names until somebody asks."""
    if kind not in _known:
        _known[kind] = {name: each for name, each in get_type_hints(kind).items() if not name.startswith("_")}
    return _known[kind]


_known: dict[type[Model], dict[str, Any]] = {}

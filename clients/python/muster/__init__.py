"""A client for the Muster API."""

from .client import Event, Muster
from .errors import MusterConnectionError, MusterError

__all__ = ["Event", "Muster", "MusterConnectionError", "MusterError"]

"""A MIDI port of this system, by its name."""

from __future__ import annotations

from typing import Any, Protocol

from touhu_music.errors import TouhuError
from touhu_music.live.devices import chosen, quiet


class Port(Protocol):
    """What takes MIDI messages, such as a port of mido."""

    def send(self, message: Any, /) -> None:
        """Send a message of mido at once."""

    def close(self) -> None:
        """Give the port back."""


def open_port(name: str) -> Port:
    """Open the output port of that name, or of which that is a part.

    Raises TouhuError where there is none, and where python-rtmidi or the system's MIDI is missing.
    """
    import mido

    try:
        import rtmidi  # noqa: F401  # mido loads it by its name

        with quiet():
            ports = mido.Backend("mido.backends.rtmidi")
            names = ports.get_output_names()
            port: Port = ports.open_output(names[chosen("MIDI port", name, names)])
    except ImportError as error:
        raise TouhuError(
            f"a MIDI port needs python-rtmidi ({error}): python -m pip install 'touhu_music[midi]'"
        ) from error
    except OSError as error:
        raise TouhuError(f"MIDI port {name!r} cannot be opened: {error}") from error
    return port

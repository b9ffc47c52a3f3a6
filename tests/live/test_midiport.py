"""MIDI ports by name, and what is said where there are none."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from types import ModuleType
from typing import Any, ClassVar

import mido
import pytest

from touhu_music.errors import TouhuError
from touhu_music.live.devices import quiet
from touhu_music.live.midiport import open_port

BACKEND = "mido.backends.rtmidi"


class FakeOut:
    """What rtmidi offers of a system with some ports."""

    ports: ClassVar[list[str]] = []
    sent: ClassVar[list[tuple[str, list[int]]]] = []
    trouble: ClassVar[str] = ""

    def __init__(self, rtapi: int = 0, name: str | None = None) -> None:
        os.write(2, b"ALSA lib seq_hw.c:466: open /dev/snd/seq failed\n")
        if self.trouble:
            raise OSError(self.trouble)
        self.port = ""

    def get_ports(self) -> list[str]:
        return self.ports

    def get_current_api(self) -> int:
        return 0

    def open_port(self, number: int) -> None:
        self.port = self.ports[number]

    def send_message(self, message: list[int]) -> None:
        self.sent.append((self.port, message))

    def close_port(self) -> None:
        self.sent.append((self.port, []))

    def delete(self) -> None: ...


@pytest.fixture
def rtmidi(monkeypatch: pytest.MonkeyPatch) -> Iterator[type[FakeOut]]:
    """Put a system of three ports in the place of python-rtmidi."""
    module: Any = ModuleType("rtmidi")
    module.API_UNSPECIFIED, module.MidiIn, module.MidiOut = 0, FakeOut, FakeOut
    monkeypatch.setitem(sys.modules, "rtmidi", module)
    monkeypatch.delitem(sys.modules, BACKEND, raising=False)
    monkeypatch.setattr(FakeOut, "ports", ["Midi Through 14:0", "FLUID Synth 128:0", "FLUID Synth 129:0"])
    monkeypatch.setattr(FakeOut, "sent", [])
    yield FakeOut
    sys.modules.pop(BACKEND, None)


@pytest.mark.parametrize(
    "name, port",
    [
        ("FLUID Synth 129:0", "FLUID Synth 129:0"),
        ("Through", "Midi Through 14:0"),
        ("synth 128", "FLUID Synth 128:0"),
    ],
)
def test_a_port_is_opened_by_its_name_or_a_part_of_it(rtmidi: type[FakeOut], name: str, port: str) -> None:
    opened = open_port(name)
    opened.send(mido.Message("note_on", channel=9, note=41, velocity=80))
    opened.close()
    assert rtmidi.sent == [(port, [0x99, 41, 80]), (port, [])]


@pytest.mark.parametrize("name, how_many", [("harp", "no"), ("FLUID", "more than one"), ("", "no")])
def test_a_port_that_is_not_there_once_is_told_with_all_that_are(
    rtmidi: type[FakeOut], name: str, how_many: str
) -> None:
    with pytest.raises(TouhuError) as caught:
        open_port(name)
    ports = "Midi Through 14:0; FLUID Synth 128:0; FLUID Synth 129:0"
    assert str(caught.value) == f"there is {how_many} MIDI port {name!r}; there are: {ports}"


def test_where_there_is_no_port_that_is_said(rtmidi: type[FakeOut], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rtmidi, "ports", [])
    with pytest.raises(TouhuError) as caught:
        open_port("harp")
    assert str(caught.value) == "there is no MIDI port 'harp'; there are: none at all"


def test_a_system_without_midi_is_one_line_and_talks_to_nobody(
    rtmidi: type[FakeOut], monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    trouble = "MidiInAlsa::initialize: error creating ALSA sequencer client object."
    monkeypatch.setattr(rtmidi, "trouble", trouble)
    with pytest.raises(TouhuError) as caught:
        open_port("harp")
    assert str(caught.value) == f"MIDI port 'harp' cannot be opened: {trouble}"
    assert capfd.readouterr() == ("", "")


def test_where_rtmidi_is_not_installed_it_is_said_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "rtmidi", None)
    monkeypatch.delitem(sys.modules, BACKEND, raising=False)
    with pytest.raises(TouhuError) as caught:
        open_port("harp")
    assert str(caught.value) == (
        "a MIDI port needs python-rtmidi (import of rtmidi halted; None in sys.modules): "
        "python -m pip install 'touhu_music[midi]'"
    )


def test_stderr_is_there_again_after_the_quiet(capfd: pytest.CaptureFixture[str]) -> None:
    with suppress(KeyError), quiet():
        os.write(2, b"unheard\n")
        raise KeyError
    os.write(2, b"heard\n")
    assert capfd.readouterr().err == "heard\n"

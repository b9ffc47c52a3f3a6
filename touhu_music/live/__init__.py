"""Playing live: what is due next, on the sound card or a MIDI port, under the hands of a drummer."""

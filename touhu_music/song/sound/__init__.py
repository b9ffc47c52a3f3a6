"""Songs as MIDI and sound of a plucked string."""

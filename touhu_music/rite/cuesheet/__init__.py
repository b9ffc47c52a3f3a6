"""The cue sheet as lines, page, print, MIDI and sound, and with the minutes of a rehearsal."""

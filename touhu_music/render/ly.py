"""LilyPond source: two one-line drum staves without metre, whose MIDI has both drums on the drum channel.

Lengths are multiples of a beat's note value, which LilyPond keeps exactly; the heads are drawn as
□ and ○ and have no stems, so that nothing is seen of the note value, which the text does not have.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from touhu_music.errors import RenderError
from touhu_music.font import CHINESE, KOREAN
from touhu_music.language import SYLLABLES, Language, Syllables, number, words
from touhu_music.notation import HALF, Drum
from touhu_music.performance import Performance
from touhu_music.render import Options
from touhu_music.render.measures import PARTS
from touhu_music.render.voices import (
    Item,
    compare,
    fields,
    fill,
    headings,
    legible,
    lines,
    name,
    quarters,
    remarks,
    same,
    voice,
)

TEMPLATE: Final = r"""\version "2.24.0"

% LilyPond brings no $letters: they need a font of the system, such as $font.

#(set-global-staff-size 22)

\header {
  title = "$title"
  subtitle = "$subtitle"
  tagline = ##f
}

drumPitchNames.gu = #'gu
drumPitchNames.pi = #'pi
midiDrumPitches.gu = $gu_pitch
midiDrumPitches.pi = $pi_pitch

#(define (square grob)
  (make-path-stencil
   '(moveto 0 -0.55 lineto 1.1 -0.55 lineto 1.1 0.55 lineto 0 0.55 closepath) 0.18 1 1 #f))
#(define (circle grob)
  (ly:stencil-translate-axis (make-circle-stencil 0.55 0.18 #f) 0.55 X))

guMark = \markup \path #0.12 #'((moveto 0 0) (lineto 0.9 0) (lineto 0.9 0.9) (lineto 0 0.9) (closepath))
piMark = \markup \translate #'(0.45 . 0.45) \draw-circle #0.45 #0.12 ##f

guStrokes = \drummode {
$gu_strokes
}

guSyllables = \lyricmode {
$gu_syllables
}

piStrokes = \drummode {
$pi_strokes
}

piSyllables = \lyricmode {
$pi_syllables
}

\score {
  \new StaffGroup <<
    \new DrumStaff \with { instrumentName = "$gu_name" \override NoteHead.stencil = #square } <<
      \new DrumVoice = "gu" { \tempo "$tempo" \guStrokes }
      $gu_lyrics
    >>
    \new DrumStaff \with { instrumentName = "$pi_name" \override NoteHead.stencil = #circle } <<
      \new DrumVoice = "pi" \piStrokes
      $pi_lyrics
    >>
  >>
  \layout {
    \context {
      \Score
      forbidBreakBetweenBarLines = ##f
      proportionalNotationDuration = #(ly:make-moment $space)
      \override SpacingSpanner.uniform-stretching = ##t
    }
    \context {
      \DrumStaff
      drumStyleTable = #(alist->hash-table '((gu default #f 0) (pi default #f 0)))
      \override StaffSymbol.line-count = 1
      \omit Stem
      \omit Flag
      \omit Beam
      \omit Dots
    }
  }
  \midi {
    \context {
      \Score
      drumPitchTable = #(alist->hash-table midiDrumPitches)
      % LilyPond rounds this down to whole quarters a minute in its MIDI
      tempoWholesPerMinute = #(ly:make-moment $wholes)
    }
  }
}

$remarks
"""

UNMETERED: Final = r"\cadenzaOn \omit Staff.TimeSignature"
BARLINES: Final = {"double": "||", "dashed": "!", "final": "|."}
STEPS: Final = ("c", "cis", "d", "dis", "e", "f", "fis", "g", "gis", "a", "ais", "b")
MARKUPS: Final = {Drum.GU: r"\guMark", Drum.PI: r"\piMark"}

ITEM: Final = re.compile(
    r"""\s+
    (?: \\time\ (?P<time>\d+/\d+)\ )?
    (?P<half> \\mark\ "半"\ )?
    (?P<parenthesis> \\parenthesize\ )?
    (?P<name> gu | pi | s ) (?P<value> \d+ ) (?: \* (?P<times> \d+ (?: / \d+ )? ) )?
    (?P<accent> -> )?
    (?P<labels> (?: \^" (?: [^"\\] | \\. )* " )* )
    (?: \ \\bar\ "(?P<line> [|!.]+ )" )?
    """,
    re.VERBOSE,
)


def render(performance: Performance, options: Options) -> bytes:
    """Write the source; raises RenderError if it cannot hold the tempo, a text, or so many notes."""
    filled = texts(performance, options)
    for drum in PARTS:
        items = voice(drum, performance, options)
        rows = [" ".join(write(each, drum, options) for each in line) for line in lines(items)]
        if not options.editorial_bars:
            rows.insert(0, UNMETERED)
        syllable = SYLLABLES[options.syllables][drum]
        count = sum(each.stroke for each in items)
        filled[f"{drum.word}_strokes"] = "\n".join(f"  {row}" for row in rows)
        filled[f"{drum.word}_syllables"] = f"  \\repeat unfold {count} {{ {syllable} }}"
        filled[f"{drum.word}_lyrics"] = lyrics(drum, count)
    return fill(TEMPLATE, filled)


def lyrics(drum: Drum, count: int) -> str:
    """Set the syllables below the strokes; LilyPond warns where there is no stroke."""
    return rf'\new Lyrics \lyricsto "{drum.word}" \{drum.word}Syllables' if count else ""


def texts(performance: Performance, options: Options) -> dict[str, str]:
    """Return all fields of the template but the voices."""
    language, plan = options.language, performance.plan
    heading, second = headings(performance, options)
    korean = language is Language.KOREAN or options.syllables is Syllables.HANGUL
    tempo = words("tempo", language).replace("{0}", number(plan.beats_per_minute))
    return {
        "letters": "hanzi and no Korean letters" if korean else "hanzi",
        "font": (KOREAN if korean else CHINESE).name,
        "title": quote(heading),
        "subtitle": quote(second),
        "gu_pitch": pitch(plan.sounds.gu),
        "pi_pitch": pitch(plan.sounds.pi),
        "gu_name": quote(name(Drum.GU, options)),
        "pi_name": quote(name(Drum.PI, options)),
        "tempo": quote(tempo),
        "space": str(options.stroke / 2),
        "wholes": str(quarters(performance, options) / 4),
        "remarks": "\n".join(map(remark, remarks(performance, options))),
    }


def pitch(key: int) -> str:
    """Return the LilyPond pitch of a MIDI key."""
    octave, step = divmod(key - 48, 12)
    return STEPS[step] + ("'" * octave or "," * -octave)


def quote(line: str) -> str:
    """Return a line of text as it stands between quotes; raises RenderError if it cannot be printed."""
    return re.sub(r'(["\\])', r"\\\1", legible(line))


def remark(line: str) -> str:
    """Write a paragraph of small print, in which ○ and □ are drawn."""
    written = f'\\wordwrap-string "{quote(line)}"'
    if any(mark in line for mark in Drum):
        written = f"\\wordwrap {{ {' '.join(map(joined, line.split()))} }}"
    return f"\\markup \\vspace #0.6 \\markup \\fontsize #-2 {written}"


def joined(word: str) -> str:
    """Write what stands between two spaces."""
    parts = [part for part in re.split("([○□])", word) if part]
    written = [MARKUPS[Drum(part)] if part in MARKUPS else f'"{quote(part)}"' for part in parts]
    return written[0] if len(written) == 1 else f"\\concat {{ {' '.join(written)} }}"


def unquote(text: str) -> str:
    """Return the line of text that stands between quotes."""
    return re.sub(r"\\(.)", r"\1", text)


def write(item: Item, drum: Drum, options: Options) -> str:
    """Write a note or a silence with what stands around it."""
    times = "" if item.length == 1 else f"*{item.length}"
    above = (*item.labels, "?") if item.doubtful else item.labels
    return "".join(
        (
            f"\\time {item.time} " if item.time else "",
            f'\\mark "{HALF}" ' if item.half else "",
            "\\parenthesize " if item.doubtful else "",
            f"{drum.word if item.stroke else 's'}{options.stroke.denominator}{times}",
            "->" if item.accent else "",
            *(f'^"{quote(label)}"' for label in above),
            f' \\bar "{BARLINES[item.line]}"' if item.line else "",
        )
    )


def check(data: bytes, performance: Performance, options: Options) -> None:
    """Read the source back; raises RenderError where it is not the performance."""
    found = fields(TEMPLATE, data)
    for key, text in texts(performance, options).items():
        same(key, found[key], text)
    same("the title", unquote(found["title"]), headings(performance, options)[0])
    for drum in PARTS:
        syllables = re.fullmatch(r"  \\repeat unfold (\d+) \{ (\S+) \}", found[f"{drum.word}_syllables"])
        if syllables is None:
            raise RenderError(f"the text does not give back the syllables of {drum.word}")
        same("the lyrics", found[f"{drum.word}_lyrics"], lyrics(drum, int(syllables[1])))
        items = list(read(found[f"{drum.word}_strokes"], drum, options))
        compare(drum, items, [syllables[2]] * int(syllables[1]), performance, options)


def read(text: str, drum: Drum, options: Options) -> Iterator[Item]:
    """Yield the notes and silences of a voice; raises RenderError for anything else."""
    opening = "" if options.editorial_bars else f"  {UNMETERED}"
    same("the metre", text[: len(opening)], opening)
    position = len(opening)
    text = text if opening else f"\n{text}"
    kinds = {bar: kind for kind, bar in BARLINES.items()}
    while position < len(text):
        match = ITEM.match(text, position)
        if match is None:
            raise RenderError(f"{text[position : position + 20].strip()!r} is no stroke of {drum.word}")
        labels = [unquote(label) for label in re.findall(r'\^"((?:[^"\\]|\\.)*)"', match["labels"])]
        doubtful = match["parenthesis"] is not None
        same("a doubtful mark", labels[-1:] == ["?"], doubtful)
        same("a stroke", match["name"], drum.word if match["name"] != "s" else "s")
        yield Item(
            Fraction(match["times"] or 1) * options.stroke.denominator / int(match["value"]),
            stroke=match["name"] != "s",
            accent=match["accent"] is not None,
            doubtful=doubtful,
            labels=tuple(labels[:-1] if doubtful else labels),
            half=match["half"] is not None,
            time=match["time"] or "",
            line=kinds.get(match["line"], "") if match["line"] else "",
        )
        position = match.end()

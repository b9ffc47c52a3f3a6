\version "2.24.0"

% LilyPond brings no hanzi: they need a font of the system, such as Noto Serif SC.

#(set-global-staff-size 22)

\header {
  title = "薛鼓 後圖 射禮（燕射）"
  subtitle = "Xue, second chart, archery (燕射 after 鄭 and 孔)"
  tagline = ##f
}

drumPitchNames.gu = #'gu
drumPitchNames.pi = #'pi
midiDrumPitches.gu = d
midiDrumPitches.pi = f,

#(define (square grob)
  (make-path-stencil
   '(moveto 0 -0.55 lineto 1.1 -0.55 lineto 1.1 0.55 lineto 0 0.55 closepath) 0.18 1 1 #f))
#(define (circle grob)
  (ly:stencil-translate-axis (make-circle-stencil 0.55 0.18 #f) 0.55 X))

guMark = \markup \path #0.12 #'((moveto 0 0) (lineto 0.9 0) (lineto 0.9 0.9) (lineto 0 0.9) (closepath))
piMark = \markup \translate #'(0.45 . 0.45) \draw-circle #0.45 #0.12 ##f

guStrokes = \drummode {
  \cadenzaOn \omit Staff.TimeSignature
  s4^"預備3拍 count-in of 3" s4 s4 \bar "!" s4*1/3^"第1遍 cycle 1" \parenthesize gu4*1/5->^"?" s4*1/5 s4*1/5 s4*1/5 s4*1/5 gu4*1/2-> s4*1/2 gu4*1/2->
  s4*1/2 gu4*1/4-> s4*1/4 s4*1/4 s4*1/4 gu4*1/2-> s4*1/2 gu4*1/3-> s4*1/3 s4*1/3 gu4*1/3-> s4*1/3 \bar "||"
  \mark "半" s4*1/3 gu4*1/2-> s4*1/2 gu4*1/5-> s4*1/5 s4*1/5 s4*1/5 s4*1/5 gu4*1/3-> s4*1/3 s4 s4*1/2 \bar "!"
  s4*1/3^"第2遍 cycle 2" \parenthesize gu4*1/5->^"?" s4*1/5 s4*1/5 s4*1/5 s4*1/5 gu4*1/2-> s4*1/2 gu4*1/2-> s4*1/2 gu4*1/4-> s4*1/4
  s4*1/4 s4*1/4 gu4*1/2-> s4*1/2 gu4*1/3-> s4*1/3 s4*1/3 gu4*1/3-> s4*1/3 \bar "||"
  \mark "半" s4*1/3 gu4*1/2-> s4*1/2 gu4*1/5-> s4*1/5 s4*1/5 s4*1/5 s4*1/5 gu4*1/3-> s4*1/3 s4 s4*1/2 \bar "|."
}

guSyllables = \lyricmode {
  \repeat unfold 20 { 鏜 }
}

piStrokes = \drummode {
  \cadenzaOn \omit Staff.TimeSignature
  s4 s4 s4 \bar "!" pi4*1/3 s4*1/5 pi4*1/5 pi4*1/5 pi4*1/5 pi4*1/5 s4*1/2 pi4*1/2 s4*1/2
  pi4*1/2 s4*1/4 pi4*1/4 pi4*1/4 pi4*1/4 s4*1/2 pi4*1/2 s4*1/3 pi4*1/3 pi4*1/3 s4*1/3 pi4*1/3 \bar "||"
  pi4*1/3 s4*1/2 pi4*1/2 s4*1/5 pi4*1/5 pi4*1/5 pi4*1/5 pi4*1/5 s4*1/3 pi4*1/3 s4 s4*1/2 \bar "!"
  pi4*1/3 s4*1/5 pi4*1/5 pi4*1/5 pi4*1/5 pi4*1/5 s4*1/2 pi4*1/2 s4*1/2 pi4*1/2 s4*1/4 pi4*1/4
  pi4*1/4 pi4*1/4 s4*1/2 pi4*1/2 s4*1/3 pi4*1/3 pi4*1/3 s4*1/3 pi4*1/3 \bar "||"
  pi4*1/3 s4*1/2 pi4*1/2 s4*1/5 pi4*1/5 pi4*1/5 pi4*1/5 pi4*1/5 s4*1/3 pi4*1/3 s4 s4*1/2 \bar "|."
}

piSyllables = \lyricmode {
  \repeat unfold 42 { 榻 }
}

\score {
  \new StaffGroup <<
    \new DrumStaff \with { instrumentName = "鼓 gu" \override NoteHead.stencil = #square } <<
      \new DrumVoice = "gu" { \tempo "每分60拍 60 beats a minute" \guStrokes }
      \new Lyrics \lyricsto "gu" \guSyllables
    >>
    \new DrumStaff \with { instrumentName = "鼙 pi" \override NoteHead.stencil = #circle } <<
      \new DrumVoice = "pi" \piStrokes
      \new Lyrics \lyricsto "pi" \piSyllables
    >>
  >>
  \layout {
    \context {
      \Score
      forbidBreakBetweenBarLines = ##f
      proportionalNotationDuration = #(ly:make-moment 1/8)
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
      tempoWholesPerMinute = #(ly:make-moment 15)
    }
  }
}

\markup \vspace #0.6 \markup \fontsize #-2 \wordwrap-string "據 source: A 禮記正義 卷五十九 投壺第四十 (e-text)"
\markup \vspace #0.6 \markup \fontsize #-2 \wordwrap { \concat { "原文所有：" \piMark \guMark "之次與半" } "In" "the" "text:" "the" "order" "of" \piMark "and" \concat { \guMark "," } "and" "半" }
\markup \vspace #0.6 \markup \fontsize #-2 \wordwrap { "演奏選擇（非原文）" "Our" "choices," "not" "in" "the" "text:" "on-gu," "each" \guMark "opens" "a" "beat;" "60" "beats" "a" "minute;" "cycles:" "2;" "gap" "of" "1.5" "after" "each;" "count-in" "of" "3;" "shiwen:" "鼙" "low," "鼓" "high" "(下" "and" "高" "of" "the" "釋文" "read" "as" "pitch);" "accent" "on" "each" \guMark }
\markup \vspace #0.6 \markup \fontsize #-2 \wordwrap { "存疑" "doubtful:" \piMark "or" \guMark }

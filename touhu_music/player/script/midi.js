// A MIDI file of what is heard, on the drum channel: byte for byte what touhu_music/render/midi.py writes.

/**
 * What the file says, in the words of the page; `texts` tell source and choices, `cycle` has {0} for its number.
 * @typedef {object} MidiWords
 * @property {string} title
 * @property {readonly string[]} texts
 * @property {string} cycle
 * @property {Record<Drum, string>} drums
 * @property {Record<Drum, string>} syllables
 * @property {string} clicks  the name of their track, where there are clicks
 */

/**
 * Parts of a beat from the start of the file, the order at that moment, and the bytes of the event.
 * @typedef {{at: number, order: number, bytes: readonly number[]}} MidiEvent
 */

/**
 * What a file says of a song that is sung: how its track is named, what is late and a choice, and how its
 * string is played; `key` is that of 黃鐘. A silent one has words without notes.
 * @typedef {{tune: Tune, name: string, texts: readonly string[], key: number, program: number,
 *   velocity: number, silent: boolean}} MidiSong
 */

/** The side stick, for the count-in and for practice. */
const CLICK_KEY = 37;

/** The drum channel is 9, from 0. */
const NOTE_ON = 0x99;
const NOTE_OFF = 0x89;

/** The string has channel 0. */
const STRING_ON = 0x90;
const STRING_OFF = 0x80;
const STRING_PROGRAM = 0xc0;
const SOFT = 80;
const LOUD = 112;

/** Kinds of meta events. */
const META = { text: 0x01, name: 0x03, lyrics: 0x05, marker: 0x06, end: 0x2f, tempo: 0x51 };

/** Ticks a quarter that the file header can hold, and ticks from one event of a track to the next. */
const FINEST = 32_767;
const LONGEST_DELTA = 2 ** 28 - 1;

/**
 * Write a file of type 1 with a track for the conductor, one for each drum and one for a song; a beat is a quarter.
 * Throws where it does not fit into one, and for two rows at once, whose drums would share one channel.
 * @param {PerformedRow} performance
 * @param {Practice} practice
 * @param {Sounds} sounds
 * @param {MidiWords} words
 * @param {readonly Drum[]} muted  drums that are left out besides what the practice leaves out
 * @param {MidiSong | null} song  for which the performance must be `singable`
 * @returns {Uint8Array<ArrayBuffer>}
 */
function midiFile(performance, practice, sounds, words, muted = [], song = null) {
  const pair = sounds[performance.sounds];
  if (!pair) throw new RangeError(`unknown sounds '${performance.sounds}'`);
  if (performance.pattern.some(({ ear }) => ear !== null)) {
    throw new RangeError("MIDI holds one row: the drums of two would share one channel");
  }
  const ticks = midiTicks(performance, song);
  const cycles = midiCycles(performance, practice, muted);
  const tracks = [
    conductorTrack(performance, practice, song ? { ...words, texts: [...words.texts, ...song.texts] } : words),
    drumTrack(performance, cycles, "gu", pair.gu.key, words),
    drumTrack(performance, cycles, "pi", pair.pi.key, words),
  ];
  const clicked = cycles.flatMap(({ begin, heard }) =>
    heard.flatMap(({ parts, voice }) => (voice === "click" ? [begin + parts] : [])),
  );
  const counted = clicksFrom(0, performance.countIn, performance.parts).map(({ parts }) => parts);
  const beats = [...counted, ...clicked];
  if (beats.length) tracks.push(clickTrack(performance, beats, words));
  if (song) tracks.push(songTrack(performance, song));
  const end = endOf(performance);
  const chunks = tracks.map((events) => trackChunk(events, end, ticks, performance.parts));
  const header = [...ascii("MThd"), ...bigEndian(6, 4), ...bigEndian(1, 2), ...bigEndian(tracks.length, 2)];
  return Uint8Array.from([header, bigEndian(ticks, 2), ...chunks].flat());
}

/**
 * The smallest number of ticks from 480 up that every onset and half distance divides.
 * @param {PerformedRow} performance
 * @param {MidiSong | null} song
 */
function midiTicks(performance, song) {
  const { parts, pattern, length, gap } = performance;
  const moments = [
    ...pattern.map(({ onset }) => onset),
    ...clicks(performance).map((it) => it.parts),
    ...(song?.tune.lines ?? []).flatMap((_, line) => sung(performance, /** @type {MidiSong} */ (song).tune, line + 1).map((it) => it.parts)),
    length,
    gap,
  ];
  const halves = moments.map((moment) => (2 * parts) / greatestCommonDivisor(moment, 2 * parts));
  const unit = leastCommonMultiple([2, ...halves]);
  const ticks = unit * Math.ceil(480 / unit);
  if (ticks > FINEST) {
    throw new RangeError(`MIDI cannot divide a quarter into the ${unit} parts that this timing needs`);
  }
  return ticks;
}

/**
 * Where each cycle begins, and what sounds in it.
 * @param {PerformedRow} performance
 * @param {Practice} practice
 * @param {readonly Drum[]} muted
 */
function midiCycles(performance, practice, muted) {
  const { cycles, countIn, parts, period } = performance;
  return Array.from({ length: cycles }, (_, cycle) => ({
    begin: countIn * parts + cycle * period,
    heard: sounding(performance, practice, cycle + 1).filter(
      ({ voice }) => voice === "click" || !muted.includes(/** @type {Drum} */ (voice)),
    ),
  }));
}

/** @param {PerformedRow} performance */
function endOf({ countIn, parts, cycles, period }) {
  return countIn * parts + cycles * period;
}

/**
 * Name, what is text and what is choice, tempo, and a marker at each cycle and each 半.
 * @param {PerformedRow} performance
 * @param {Practice} practice
 * @param {MidiWords} words
 */
function conductorTrack(performance, practice, words) {
  const { countIn, parts, period, half } = performance;
  const events = [{ at: 0, order: 0, bytes: meta(META.name, utf8(words.title)) }];
  for (const text of words.texts) events.push({ at: 0, order: 2, bytes: meta(META.text, utf8(text)) });
  /** @type {Fraction | null} */
  let last = null;
  for (let cycle = 1; cycle <= performance.cycles; cycle += 1) {
    const begin = countIn * parts + (cycle - 1) * period;
    const tempo = tempoOf(performance, practice, cycle);
    if (!last || tempo.compare(last)) {
      // The count-in has the tempo of the first cycle.
      events.push({
        at: last ? begin : 0,
        order: 1,
        bytes: meta(META.tempo, bigEndian(microseconds(tempo), 3)),
      });
      last = tempo;
    }
    const label = words.cycle.replace(/\{0?\}/g, String(cycle));
    events.push({ at: begin, order: 3, bytes: meta(META.marker, utf8(label)) });
    if (half !== null) events.push({ at: begin + half, order: 3, bytes: meta(META.marker, utf8("半")) });
  }
  return events;
}

/**
 * The strokes of one drum with their syllables; each sounds half the way to the next stroke.
 * @param {PerformedRow} performance
 * @param {readonly {begin: number, heard: readonly Sounding[]}[]} cycles
 * @param {Drum} drum
 * @param {number} key
 * @param {MidiWords} words
 */
function drumTrack(performance, cycles, drum, key, words) {
  const { pattern, length } = performance;
  const ends = new Map(pattern.map((stroke, index) => [stroke, pattern[index + 1]?.onset ?? length]));
  const events = [{ at: 0, order: 0, bytes: meta(META.name, utf8(words.drums[drum])) }];
  for (const { begin, heard } of cycles) {
    for (const { parts, stroke } of heard) {
      if (stroke?.drum !== drum) continue;
      const at = begin + parts;
      const off = begin + (parts + /** @type {number} */ (ends.get(stroke))) / 2;
      events.push({ at, order: 2, bytes: meta(META.lyrics, utf8(words.syllables[drum])) });
      events.push({ at, order: 3, bytes: [NOTE_ON, key, stroke.accent ? LOUD : SOFT] });
      events.push({ at: off, order: 1, bytes: [NOTE_OFF, key, 64] });
    }
  }
  return events;
}

/**
 * The clicks: those before the first stroke, and those of a practice.
 * @param {PerformedRow} performance
 * @param {readonly number[]} beats
 * @param {MidiWords} words
 */
function clickTrack(performance, beats, words) {
  const events = [{ at: 0, order: 0, bytes: meta(META.name, utf8(words.clicks)) }];
  beats.forEach((at, index) => {
    const following = beats[index + 1] ?? endOf(performance);
    const long = Math.min(following - at, performance.parts);
    events.push({ at, order: 3, bytes: [NOTE_ON, CLICK_KEY, SOFT] });
    events.push({ at: at + long / 2, order: 1, bytes: [NOTE_OFF, CLICK_KEY, 64] });
  });
  return events;
}

/**
 * The words of a song, each as long as until the next one, with the tones that are known.
 * @param {PerformedRow} performance
 * @param {MidiSong} song
 */
function songTrack(performance, { tune, name, key, program, velocity, silent }) {
  const { cycles, countIn, parts, period } = performance;
  const events = [
    { at: 0, order: 0, bytes: meta(META.name, utf8(name)) },
    { at: 0, order: 1, bytes: [STRING_PROGRAM, program] },
  ];
  for (let cycle = 1; cycle <= cycles; cycle += 1) {
    const begin = countIn * parts + (cycle - 1) * period;
    for (const { parts: at, ends, word } of sung(performance, tune, cycle)) {
      events.push({ at: begin + at, order: 3, bytes: meta(META.lyrics, utf8(word.hanzi)) });
      if (word.tone === null || silent) continue;
      events.push({ at: begin + at, order: 4, bytes: [STRING_ON, key + word.tone, velocity] });
      events.push({ at: begin + ends, order: 2, bytes: [STRING_OFF, key + word.tone, 64] });
    }
  }
  return events;
}

/**
 * The bytes of a track that ends at the end of the last cycle.
 * @param {readonly MidiEvent[]} events
 * @param {number} end
 * @param {number} ticks  a beat
 * @param {number} parts  of a beat
 */
function trackChunk(events, end, ticks, parts) {
  const ordered = [...events].sort((one, other) => one.at - other.at || one.order - other.order);
  let now = 0;
  const bytes = [...ordered, { at: end, bytes: meta(META.end, []) }].flatMap((event) => {
    const tick = Math.round((event.at * ticks) / parts);
    const delta = tick - now;
    if (delta > LONGEST_DELTA) {
      throw new RangeError("MIDI cannot hold so long a silence; choose a shorter gap or fewer cycles");
    }
    now = tick;
    return [...variableLength(delta), ...event.bytes];
  });
  return [...ascii("MTrk"), ...bigEndian(bytes.length, 4), ...bytes];
}

/**
 * The length of a quarter; throws where it does not fit into 24 bits.
 * @param {Fraction} tempo
 */
function microseconds(tempo) {
  const quarter = new Fraction(60_000_000n * tempo.denominator, tempo.numerator).rounded();
  if (quarter >= 2 ** 24) throw new RangeError(`MIDI cannot hold ${tempo} beats a minute of 1/4 notes`);
  return quarter;
}

/**
 * @param {number} kind
 * @param {readonly number[]} data
 */
function meta(kind, data) {
  return [0xff, kind, ...variableLength(data.length), ...data];
}

/**
 * A number in groups of seven bits, of which all but the last are marked.
 * @param {number} number
 */
function variableLength(number) {
  const bytes = [number & 0x7f];
  for (let rest = number >>> 7; rest; rest >>>= 7) bytes.unshift((rest & 0x7f) | 0x80);
  return bytes;
}

/**
 * @param {number} number
 * @param {number} bytes
 */
function bigEndian(number, bytes) {
  return Array.from({ length: bytes }, (_, index) => (number >>> (8 * (bytes - 1 - index))) & 0xff);
}

/** @param {string} text */
function ascii(text) {
  return [...text].map((sign) => sign.charCodeAt(0));
}

/** @param {string} text */
function utf8(text) {
  return [...new TextEncoder().encode(text)];
}

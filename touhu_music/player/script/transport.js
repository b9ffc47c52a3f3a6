// What is due next while playing, and what a practice leaves out: as live/transport.py and practice.py.

/** @typedef {Drum | "click" | "song"} Voice */

/**
 * How a performance is practised; see touhu_music/practice.py.
 * @typedef {object} Practice
 * @property {{first: Fraction, last: Fraction, step: Fraction} | null} ramp  beats a minute, and what each cycle adds
 * @property {Drum | null} muted
 * @property {Fraction} leaveStrokes  the share of strokes left out at random
 * @property {Fraction} leaveCycles  the share of cycles left out at random
 * @property {number} seed
 * @property {boolean} respond  every second cycle is silent but for a click on each beat
 * @property {boolean} click  on each beat
 * @property {number} since  the cycle from which the ramp counts, where it was turned on while playing
 */

/**
 * What a player can change: replaced as a whole, never changed in place.
 *
 * `performance` and `practice` hold from the next cycle on, the tempo and what is muted from the next
 * stroke on. Without a tempo the practice and the performance decide it. Without `loop` the playing
 * ends after the cycles of the performance, or after the cycle that sounds if it is beyond them.
 * @typedef {object} Settings
 * @property {PerformedRow} performance
 * @property {Fraction | null} beatsPerMinute
 * @property {readonly Drum[]} muted
 * @property {boolean} loop
 * @property {number} countIn  beats, for the next start
 * @property {Practice} practice
 * @property {Tune | null} [tune]  what is sung beside the drum, from the next cycle on
 * @property {boolean} [unsung]  whether it is silent, from the next word on
 */

/**
 * What sounds at one place of a cycle, in parts of a beat from its start; a click has no stroke, and a
 * word of the song stands there instead of one.
 * @typedef {{parts: number, voice: Voice, stroke: Stroke | null, word?: SungWord}} Sounding
 */

/**
 * Where we are: `parts` of the cycle fall at `seconds` after the start, and from there the beat goes at
 * `beatsPerMinute`. `place` of what is `heard` in the cycle are over. Cycle 0 is the count-in.
 * @typedef {object} Position
 * @property {PerformedRow} performance
 * @property {Practice} practice
 * @property {Fraction} beatsPerMinute
 * @property {number} cycle
 * @property {number} place
 * @property {Fraction} seconds
 * @property {number} parts
 * @property {readonly Sounding[]} heard
 * @property {number} length  of the cycle in parts
 * @property {Tune | null} [tune]  that is sung in this cycle
 */

/** @typedef {{seconds: Fraction, voice: Voice, cycle: number, stroke: Stroke | null, word?: SungWord}} Moment */

/**
 * What comes next: its seconds, what sounds, and where we are when it has come. Where a drum or the song
 * is muted, where a word has no tone, and where a cycle ends nothing sounds; where all ends, there is no position after it.
 * @typedef {{seconds: Fraction, moment: Moment | null, then: Position | null}} Due
 */

/** Of a ramp: as in Python, where each tempo is held exactly. */
const MOST_STEPS = 500;

/**
 * Make a practice of what is chosen, the rest as it is without one; throws for what is out of range.
 * @param {{ramp?: string | null, muted?: Drum | null, leaveStrokes?: Exact, leaveCycles?: Exact,
 *   seed?: number, respond?: boolean, click?: boolean}} chosen  a ramp is written 60-120-5
 * @returns {Practice}
 */
function practiceOf(chosen = {}) {
  return {
    ramp: chosen.ramp ? rampOf(chosen.ramp) : null,
    muted: chosen.muted ?? null,
    leaveStrokes: inRange("share of strokes left out", Fraction.of(chosen.leaveStrokes ?? 0), 0, 1),
    leaveCycles: inRange("share of cycles left out", Fraction.of(chosen.leaveCycles ?? 0), 0, 1),
    seed: wholeInRange("seed", chosen.seed ?? 0, 0, 2 ** 32),
    respond: chosen.respond ?? false,
    click: chosen.click ?? false,
    since: 1,
  };
}

/** @param {string} text */
function rampOf(text) {
  const parts = text.split("-");
  if (parts.length !== 3 || !parts.every(Boolean)) {
    throw new RangeError(`ramp must be written FROM-TO-STEP, such as 60-120-5, not '${text.slice(0, 40)}'`);
  }
  const [first, last, step] = parts.map((part) => Fraction.of(part, "ramp"));
  inRange("tempo", first, 1, 1000);
  inRange("tempo", last, 1, 1000);
  inRange("step of the ramp", step, 0, 1000);
  const change = Math.abs(last.toNumber() - first.toNumber());
  if (change && !step.numerator) throw new RangeError("step of the ramp must not be 0");
  if (change > MOST_STEPS * step.toNumber()) throw new RangeError(`a ramp has at most ${MOST_STEPS} steps`);
  return { first, last, step };
}

/**
 * The beats a minute of a cycle, counted from 1; beyond the end of a ramp its last tempo stays.
 * @param {PerformedRow} performance
 * @param {Practice} practice
 * @param {number} cycle
 */
function tempoOf(performance, practice, cycle) {
  if (!practice.ramp) return performance.beatsPerMinute;
  const { first, last, step } = practice.ramp;
  const rises = last.compare(first) >= 0;
  const passed = Math.max(cycle - practice.since, 0);
  const tempo = first.plus(step.times(Fraction.of(rises ? passed : -passed)));
  return tempo.compare(last) < 0 === rises ? tempo : last;
}

/**
 * The position before the first sound.
 * @param {Settings} settings
 * @returns {Position}
 */
function startOf(settings) {
  const cycle = settings.countIn ? 0 : 1;
  return cycleFrom(cycle, Fraction.of(0), settings);
}

/**
 * The position at the start of a cycle.
 * @param {number} cycle
 * @param {Fraction} seconds
 * @param {Settings} settings
 * @returns {Position}
 */
function cycleFrom(cycle, seconds, settings) {
  const { performance, practice, tune = null } = settings;
  const beatsPerMinute = settings.beatsPerMinute ?? tempoOf(performance, practice, Math.max(cycle, 1));
  const heard = cycle ? sounding(performance, practice, cycle, tune) : counted(performance, settings.countIn);
  const length = cycle ? performance.period : settings.countIn * performance.parts;
  return { performance, practice, beatsPerMinute, cycle, place: 0, seconds, parts: 0, heard, length, tune };
}

/**
 * What comes next from a position, under the settings of this moment.
 *
 * Ask again when the settings have changed: what is due keeps its time, what comes after it obeys.
 * @param {Position} position
 * @param {Settings} settings
 * @returns {Due}
 */
function due(position, settings) {
  const { performance, cycle } = position;
  const next = position.heard[position.place];
  if (next) {
    const { parts, voice, stroke, word } = next;
    const seconds = secondsAt(position, parts);
    const beatsPerMinute =
      settings.beatsPerMinute ?? tempoOf(performance, settings.practice, Math.max(cycle, 1));
    const then = { ...position, place: position.place + 1, seconds, parts, beatsPerMinute };
    const silent = word
      ? settings.unsung || word.tone === null
      : voice !== "click" && voice !== "song" && settings.muted.includes(voice);
    const moment = { seconds, voice, cycle, stroke, ...(word ? { word } : {}) };
    return { seconds, moment: silent ? null : moment, then };
  }
  const seconds = secondsAt(position, position.length);
  const over = !settings.loop && cycle >= performance.cycles;
  return { seconds, moment: null, then: over ? null : cycleFrom(cycle + 1, seconds, settings) };
}

/**
 * The seconds at which a part of the cycle falls, if nothing changes the tempo.
 * @param {Position} position
 * @param {number} parts
 */
function secondsAt(position, parts) {
  const { numerator, denominator } = position.beatsPerMinute;
  const later = BigInt(parts - position.parts) * 60n * denominator;
  return position.seconds.plus(new Fraction(later, BigInt(position.performance.parts) * numerator));
}

/**
 * All that is due of a performance one after the other, its count-in included, as in a file.
 * @param {PerformedRow} performance
 * @param {Practice} practice
 * @param {Tune | null} tune
 * @returns {Generator<Due, void>}
 */
function* rehearsed(performance, practice, tune = null) {
  const { countIn } = performance;
  const settings = { performance, practice, countIn, beatsPerMinute: null, muted: [], loop: false, tune };
  /** @type {Position | null} */
  let position = startOf(settings);
  while (position) {
    const coming = due(position, settings);
    yield coming;
    position = coming.then;
  }
}

/**
 * What sounds in a cycle, in the order of sounding; a click stands before a stroke, a word after it.
 * @param {PerformedRow} performance
 * @param {Practice} practice
 * @param {number} cycle
 * @param {Tune | null} tune
 * @returns {Sounding[]}
 */
function sounding(performance, practice, cycle, tune = null) {
  const answers = practice.respond && cycle % 2 === 0;
  const silent = answers || leftOut(practice.leaveCycles, practice.seed, cycle, 0);
  const strokes = performance.pattern.filter(
    ({ drum, number }) =>
      !silent && drum !== practice.muted && !leftOut(practice.leaveStrokes, practice.seed, cycle, number),
  );
  const heard = strokes.map((stroke) => ({ parts: stroke.onset, voice: stroke.drum, stroke }));
  const beats = practice.click || answers ? clicks(performance) : [];
  const words = tune ? sung(performance, tune, cycle) : [];
  return [...beats, ...heard, ...words].sort((one, other) => one.parts - other.parts);
}

/**
 * The clicks of a cycle: under on-gu each □ opens a beat.
 * @param {PerformedRow} performance
 */
function clicks({ timing, pattern, parts, period }) {
  const first = timing === "on-gu" ? pattern.find(({ drum }) => drum === "gu") : undefined;
  const opening = (first?.onset ?? 0) % parts;
  return clicksFrom(opening, Math.ceil((period - opening) / parts), parts);
}

/**
 * @param {PerformedRow} performance
 * @param {number} beats
 */
function counted(performance, beats) {
  return clicksFrom(0, beats, performance.parts);
}

/**
 * @param {number} opening
 * @param {number} beats
 * @param {number} parts
 * @returns {Sounding[]}
 */
function clicksFrom(opening, beats, parts) {
  return Array.from({ length: beats }, (_, beat) => ({
    parts: opening + beat * parts,
    voice: "click",
    stroke: null,
  }));
}

/**
 * Draw whether a stroke, or with number 0 a cycle, is left out: the same as in files and on the desk.
 * @param {Fraction} share
 * @param {number} seed
 * @param {number} cycle
 * @param {number} number
 */
function leftOut(share, seed, cycle, number) {
  if (!share.numerator) return false;
  const [high, low] = sha256(`${seed} ${cycle} ${number}`);
  const drawn = (BigInt(high) << 32n) | BigInt(low);
  return drawn * share.denominator < share.numerator << 64n;
}

/**
 * The eight words of the SHA-256 of a text. The browser's own cannot be asked at once.
 * @param {string} text
 */
function sha256(text) {
  const bytes = new TextEncoder().encode(text);
  const padded = new Uint8Array(64 * Math.ceil((bytes.length + 9) / 64));
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 4, 8 * bytes.length);
  const primes = firstPrimes(64);
  const constants = primes.map((prime) => fractionBits(Math.cbrt(prime)));
  let state = primes.slice(0, 8).map((prime) => fractionBits(Math.sqrt(prime)));
  for (let start = 0; start < padded.length; start += 64) {
    const block = Array.from({ length: 16 }, (_, index) => view.getUint32(start + 4 * index));
    state = digested(state, block, constants);
  }
  return state;
}

/**
 * @param {readonly number[]} begin
 * @param {number[]} words  of a block
 * @param {readonly number[]} constants
 */
function digested(begin, words, constants) {
  let [a, b, c, d, e, f, g, h] = begin;
  for (let round = 0; round < 64; round += 1) {
    if (round > 15) {
      const early = words[round - 15];
      const late = words[round - 2];
      const mixed = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
      const other = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
      words.push((words[round - 16] + mixed + words[round - 7] + other) >>> 0);
    }
    const choice = (e & f) ^ (~e & g);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const one = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + choice;
    const first = one + constants[round] + words[round];
    const second = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + majority;
    [a, b, c, d, e, f, g, h] = [(first + second) >>> 0, a, b, c, (d + first) >>> 0, e, f, g];
  }
  return [a, b, c, d, e, f, g, h].map((end, index) => (end + begin[index]) >>> 0);
}

/**
 * @param {number} word
 * @param {number} bits
 */
function turned(word, bits) {
  return (word >>> bits) | (word << (32 - bits));
}

/**
 * The first 32 bits behind the point.
 * @param {number} number
 */
function fractionBits(number) {
  return Math.floor((number - Math.floor(number)) * 2 ** 32);
}

/** @param {number} count */
function firstPrimes(count) {
  /** @type {number[]} */
  const found = [];
  for (let number = 2; found.length < count; number += 1) {
    if (found.every((prime) => number % prime)) found.push(number);
  }
  return found;
}

// When each stroke sounds, in exact numbers: a row under the choices of a plan, as touhu_music/performance.py.

/** @typedef {"pi" | "gu"} Drum */
/** @typedef {"touhu" | "archery"} Use */
/** @typedef {"before_half" | "after_half"} Section */
/** @typedef {number | string | Fraction} Exact  what Fraction.of reads */

/**
 * The choices of a plan, named as in the data of the page.
 * @typedef {object} Choices
 * @property {string} timing  even or on-gu
 * @property {Exact} beats_per_minute
 * @property {number} cycles
 * @property {Exact} gap  beats after each cycle
 * @property {number} count_in  beats before the first stroke
 * @property {string} sounds  the name of a pair of drums
 * @property {string} accent  none, first or gu
 */

/**
 * A stroke of the first cycle; its onset is in parts of a beat from the start of the cycle.
 * @typedef {object} Stroke
 * @property {number} onset
 * @property {Drum} drum
 * @property {number} number  from 1, within the cycle
 * @property {Section} section
 * @property {number} place  from 1, within the section
 * @property {boolean} accent
 * @property {0 | 1} row  whose stroke it is, where two rows sound
 * @property {-1 | 1 | null} ear  left, right, or where the drum has its place
 */

/**
 * A row under a plan. All times are whole parts of a beat, of which a beat has `parts`.
 * @typedef {object} PerformedRow
 * @property {Use} use
 * @property {string} timing
 * @property {Fraction} beatsPerMinute
 * @property {number} cycles
 * @property {number} countIn  beats
 * @property {string} sounds
 * @property {number} parts
 * @property {readonly Stroke[]} pattern  the first cycle, in the order of sounding
 * @property {number} count  strokes of a cycle, or columns where two rows sound
 * @property {number} length  of a cycle without its gap
 * @property {number} gap
 * @property {number} period  from the start of a cycle to that of the next
 * @property {number | null} half  where the first stroke after 半 falls
 */

/** A number without rounding, as Python's Fraction. */
class Fraction {
  /**
   * @param {bigint} numerator
   * @param {bigint} denominator  not 0
   */
  constructor(numerator, denominator = 1n) {
    let [divisor, rest] = [denominator, numerator];
    while (rest) [divisor, rest] = [rest, divisor % rest];
    if (divisor < 0n !== denominator < 0n) divisor = -divisor;
    this.numerator = numerator / divisor;
    this.denominator = denominator / divisor;
  }

  /**
   * Read a number such as 72, "72.5" or "1/2"; throws for anything else, NaN included.
   * @param {Exact} value
   * @param {string} name  of what it is, for the message
   * @returns {Fraction}
   */
  static of(value, name = "value") {
    if (value instanceof Fraction) return value;
    const text = String(value).trim();
    const match = /^(-?)([0-9]{1,15})(?:\.([0-9]{1,9}))?(?:\/([1-9][0-9]{0,8}))?$/.exec(text);
    if (!match) {
      throw new RangeError(`${name} must be a number such as 72, 72.5 or 1/2, not '${text.slice(0, 40)}'`);
    }
    const [, sign, whole, decimals = "", divisor = "1"] = match;
    return new Fraction(BigInt(sign + whole + decimals), 10n ** BigInt(decimals.length) * BigInt(divisor));
  }

  /** @param {Fraction} other */
  plus(other) {
    const { numerator, denominator } = other;
    return new Fraction(
      this.numerator * denominator + numerator * this.denominator,
      this.denominator * denominator,
    );
  }

  /** @param {Fraction} other */
  times(other) {
    return new Fraction(this.numerator * other.numerator, this.denominator * other.denominator);
  }

  /**
   * Less than 0 where this is less than the other, 0 where they are equal.
   * @param {Fraction} other
   */
  compare(other) {
    return Number(this.numerator * other.denominator - other.numerator * this.denominator);
  }

  /** The nearest whole number; of two equally near the even one, as Python's round. */
  rounded() {
    const double = this.numerator * 2n + this.denominator;
    const divisor = this.denominator * 2n;
    let whole = double / divisor;
    if (whole * divisor > double) whole -= 1n; // towards 0 is up for what is negative
    return Number(whole * divisor === double && whole % 2n ? whole - 1n : whole);
  }

  toNumber() {
    const whole = this.numerator / this.denominator;
    return Number(whole) + Number(this.numerator - whole * this.denominator) / Number(this.denominator);
  }

  toString() {
    return this.denominator === 1n ? `${this.numerator}` : `${this.numerator}/${this.denominator}`;
  }
}

/** A performance of more strokes than this is refused. */
const LONGEST_PERFORMANCE = 100_000;

/**
 * Place each stroke of a use in time; 半 takes no time. Throws for a choice out of its range, and
 * where the timing does not suit the strokes.
 *
 * Source: 禮記·投壺, 取半以下為投壺禮，盡用之為射禮.
 * @param {{before: string, after: string}} row  its ○ and □ on either side of 半
 * @param {Use} use
 * @param {Choices} choices
 * @returns {PerformedRow}
 */
function perform(row, use, choices) {
  const before = use === "archery" ? drumsOf(row.before) : [];
  const drums = [...before, ...drumsOf(row.after)];
  if (!drums.length) throw new RangeError("there is no stroke to perform");
  const timed = choices.timing === "on-gu" ? onGu(drums) : even(drums);
  const strokes = drums.map((drum, index) => {
    const number = index + 1;
    const after = number > before.length;
    return stroke({
      onset: timed.onsets[index],
      drum,
      number,
      section: after ? "after_half" : "before_half",
      place: after ? number - before.length : number,
      accent: choices.accent === "gu" ? drum === "gu" : choices.accent === "first" && number === 1,
    });
  });
  const half = use === "archery" ? timed.onsets[before.length] : null;
  return performed(strokes, { ...timed, count: drums.length, half }, use, choices);
}

/**
 * Two rows at once, one in each ear, each column of their alignment a beat; what differs is accented.
 *
 * With `alternate` they are heard in turn, phrase by phrase. A phrase ends with the last of the columns,
 * one after the other, in which both rows have □, and at 半; this is a choice, no text has phrases.
 * @param {readonly {section: Section, columns: readonly (readonly [Drum | null, Drum | null])[]}[]} sides
 * @param {Use} use
 * @param {Choices} choices  the timing is even, whatever they say, and there are no other accents
 * @param {boolean} alternate
 * @returns {PerformedRow}
 */
function performTogether(sides, use, choices, alternate = false) {
  /** @type {Stroke[]} */
  const strokes = [];
  const turns = alternate ? 2 : 1;
  let [number, half] = [0, 0];
  for (const { section, columns } of sides) {
    if (section === "after_half") half = number * turns;
    const places = [0, 0];
    const ends = phraseEnds(columns);
    columns.forEach((column, index) => {
      number += 1;
      const end = ends.find((each) => each > index) ?? columns.length;
      const begin = Math.max(0, ...ends.filter((each) => each <= index));
      const earlier = number - 1 - index; // columns of the side before
      const waits = [earlier + begin, earlier + end];
      for (const which of /** @type {const} */ ([0, 1])) {
        const drum = column[which];
        if (!drum) continue;
        places[which] += 1;
        strokes.push(
          stroke({
            onset: number - 1 + (alternate ? waits[which] : 0),
            drum,
            number,
            section,
            place: places[which],
            accent: column[0] !== column[1],
            row: which,
            ear: which ? 1 : -1,
          }),
        );
      }
    });
  }
  if (!strokes.length) throw new RangeError("there is no stroke to perform");
  strokes.sort((one, other) => one.onset - other.onset);
  const timed = { parts: 1, length: number * turns, count: number, half: use === "archery" ? half : null };
  return performed(strokes, timed, use, { ...choices, timing: "even" });
}

/**
 * After how many columns each phrase ends.
 * @param {readonly (readonly [Drum | null, Drum | null])[]} columns
 */
function phraseEnds(columns) {
  const closed = columns.map(([one, other]) => one === "gu" && other === "gu");
  return columns.map((_, index) => index + 1).filter((end) => closed[end - 1] && !closed[end]);
}

/**
 * Some strokes of a performance as one of its own, to loop a span or to play a spot.
 * @param {PerformedRow} whole
 * @param {number} first  number of a stroke
 * @param {number} last
 * @returns {PerformedRow}
 */
function excerpt(whole, first, last) {
  const inside = whole.pattern.filter(({ number }) => first <= number && number <= last);
  const start = inside[0]?.onset;
  if (start === undefined) throw new RangeError(`there are no strokes from ${first} to ${last}`);
  const end = whole.pattern.find(({ number }) => number > last)?.onset ?? whole.length;
  const pattern = inside.map((it) => ({ ...it, onset: it.onset - start }));
  const half = whole.half !== null && start < whole.half && whole.half < end ? whole.half - start : null;
  const length = end - start;
  return { ...whole, pattern, length, period: length + whole.gap, half };
}

/**
 * Performances one after the other as one cycle, such as a spot in one witness and then in another.
 * Their gaps stand between them, as `row` says which of two it is; all else is as in the first.
 * @param {PerformedRow} first
 * @param {PerformedRow} second
 * @returns {PerformedRow}
 */
function performInTurn(first, second) {
  const parts = leastCommonMultiple([first.parts, second.parts]);
  const [one, other] = [parts / first.parts, parts / second.parts];
  const begin = first.period * one;
  const length = begin + second.length * other;
  const pattern = [
    ...first.pattern.map((it) => ({ ...it, onset: it.onset * one })),
    ...second.pattern.map((it) => ({ ...it, onset: begin + it.onset * other, row: /** @type {1} */ (1) })),
  ];
  const gap = second.gap * other;
  const count = first.count + second.count;
  return { ...first, parts, pattern, count, length, gap, period: length + gap, half: null };
}

/**
 * Give strokes that are placed in time their plan, and check it.
 * @param {readonly Stroke[]} strokes
 * @param {{parts: number, length: number, count: number, half: number | null}} timed
 * @param {Use} use
 * @param {Choices} choices
 * @returns {PerformedRow}
 */
function performed(strokes, timed, use, choices) {
  const beatsPerMinute = inRange("tempo", Fraction.of(choices.beats_per_minute, "tempo"), 1, 1000);
  const gap = inRange("gap", Fraction.of(choices.gap, "gap"), 0, 1000);
  const cycles = wholeInRange("cycles", choices.cycles, 1, 100_000);
  const countIn = wholeInRange("count_in", choices.count_in, 0, 64);
  if (strokes.length * cycles > LONGEST_PERFORMANCE) {
    throw new RangeError(
      `${cycles} cycles of ${strokes.length} strokes are more than ${LONGEST_PERFORMANCE} strokes`,
    );
  }
  const parts = leastCommonMultiple([timed.parts, Number(gap.denominator)]);
  const finer = parts / timed.parts;
  const gapParts = (Number(gap.numerator) * parts) / Number(gap.denominator);
  const length = timed.length * finer;
  return {
    use,
    timing: choices.timing,
    beatsPerMinute,
    cycles,
    countIn,
    sounds: choices.sounds,
    parts,
    pattern: strokes.map((it) => ({ ...it, onset: it.onset * finer })),
    count: timed.count,
    length,
    gap: gapParts,
    period: length + gapParts,
    half: timed.half === null ? null : timed.half * finer,
  };
}

/**
 * @param {Omit<Stroke, "row" | "ear"> & Partial<Stroke>} given
 * @returns {Stroke}
 */
function stroke(given) {
  return { row: 0, ear: null, ...given };
}

/**
 * @param {string} marks
 * @returns {Drum[]}
 */
function drumsOf(marks) {
  return [...marks].map((mark) => {
    if (mark !== "○" && mark !== "□") throw new RangeError(`'${mark}' is no stroke`);
    return mark === "○" ? "pi" : "gu";
  });
}

/**
 * Give each mark one beat.
 * @param {readonly Drum[]} drums
 */
function even(drums) {
  return { parts: 1, onsets: drums.map((_, index) => index), length: drums.length };
}

/**
 * Let each □ open a beat that the ○ before the next □ divide evenly.
 *
 * The cycle is a ring: the ○ that close it and the ○ that open it divide the last beat together.
 * @param {readonly Drum[]} drums
 */
function onGu(drums) {
  const places = drums.flatMap((drum, place) => (drum === "gu" ? [place] : []));
  const [first] = places;
  if (first === undefined) throw new RangeError("timing on-gu needs a □, and there is none in this row");
  const runs = places.map((place, index) => (places[index + 1] ?? first + drums.length) - place);
  const parts = leastCommonMultiple(runs);
  const length = parts * runs.length;
  const fromFirst = runs.flatMap((run, beat) =>
    Array.from({ length: run }, (_, step) => beat * parts + (step * parts) / run),
  );
  const opening = fromFirst.slice(drums.length - first).map((onset) => onset - length);
  const onsets = [...opening, ...fromFirst.slice(0, drums.length - first)];
  return { parts, onsets: onsets.map((onset) => onset - onsets[0]), length };
}

/**
 * Throws where it is so large that numbers are no longer exact; no row of a book comes near.
 * @param {readonly number[]} numbers
 */
function leastCommonMultiple(numbers) {
  const found = numbers.reduce(
    (multiple, number) => multiple * (number / greatestCommonDivisor(multiple, number)),
    1,
  );
  if (found > 2 ** 32) throw new RangeError("a beat cannot be divided into so many parts");
  return found;
}

/**
 * @param {number} one
 * @param {number} other
 */
function greatestCommonDivisor(one, other) {
  let [divisor, rest] = [one, other];
  while (rest) [divisor, rest] = [rest, divisor % rest];
  return divisor;
}

/**
 * @param {string} name
 * @param {Fraction} value
 * @param {number} low
 * @param {number} high
 */
function inRange(name, value, low, high) {
  if (value.compare(Fraction.of(low)) < 0 || value.compare(Fraction.of(high)) > 0) {
    throw new RangeError(`${name} must be in range ${low}..${high}, not ${value}`);
  }
  return value;
}

/**
 * @param {string} name
 * @param {number} value
 * @param {number} low
 * @param {number} high
 */
function wholeInRange(name, value, low, high) {
  if (!Number.isInteger(value)) throw new RangeError(`${name} must be a whole number, not ${value}`);
  inRange(name, Fraction.of(value), low, high);
  return value;
}

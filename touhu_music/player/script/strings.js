// A plucked string in the manner of the 瑟, synthesised as touhu_music/sound/strings.py does.

/** Of how many partials a string is made, and where the finger plucks: from 0, the bridge, to 1, the far end. */
const STRING_PARTIALS = 40;
const PLUCKED = 0.17;

/** Hertz above which the tip of a finger excites the string less and less. */
const SOFTNESS = 3200;

/** By how much the partials are stretched. */
const STIFFNESS = 2e-5;

/** Seconds until the lowest partial of middle C has fallen by 60 dB, and the hertz of middle C. */
const STRING_RING = 4.2;
const MIDDLE = 261.6;

/** By how much a partial dies faster, in a second, for the square of its hertz. */
const SILK = 4e-6;

/** The share of a pluck that moves towards the belly, and how many times as fast it dies as the rest. */
const FAST = [0.6, 3];

/** The hollow body: hertz, and seconds in which its knock falls to a third; and how strong the knock is. */
const BODY = [
  [97, 0.05],
  [171, 0.045],
  [263, 0.04],
  [389, 0.03],
  [557, 0.02],
];
const KNOCK = 0.12;

/** The energy of a pluck of middle C, in seconds of a square wave of 1; a higher one gets less, and is as loud. */
const STRING_ENERGY = 0.01;

/** Seconds in which a pluck fades out at its end. */
const STRING_ENDING = 0.05;

/**
 * A string of so many hertz plucked once, from its first sound until it has died away.
 * @param {number} hertz
 * @param {number} rate  frames a second
 * @returns {Float32Array<ArrayBuffer>}
 */
function pluck(hertz, rate) {
  const seconds = STRING_RING * Math.min(2, Math.sqrt(MIDDLE / hertz));
  const wave = new Float64Array(Math.round(1.05 * seconds * rate));
  const partials = softened([...stringPartials(hertz, seconds), ...bodyPartials()], rate);
  ring([wave], partials, 1.05 * seconds, rate);
  fadeOut(wave, Math.round(STRING_ENDING * rate));
  const energy = wave.reduce((sum, sample) => sum + sample * sample, 0);
  const gain = Math.sqrt((STRING_ENERGY * rate * Math.sqrt(MIDDLE / hertz)) / energy);
  return Float32Array.from(wave, (sample) => gain * sample);
}

/**
 * How strong each partial of the string begins, a complex number, and its pace: the decay and the turning.
 * @param {number} hertz
 * @param {number} seconds
 */
function stringPartials(hertz, seconds) {
  const numbers = Array.from({ length: STRING_PARTIALS }, (_, index) => index + 1);
  const [share, faster] = FAST;
  return [
    { part: share, pace: faster },
    { part: 1 - share, pace: 1 },
  ].flatMap(({ part, pace }) =>
    numbers.map((number) => {
      const partial = hertz * number * Math.sqrt((1 + STIFFNESS * number * number) / (1 + STIFFNESS));
      const strength = (part * Math.sin(Math.PI * number * PLUCKED)) / number;
      const dying = Math.log(1000) / seconds + SILK * partial * partial;
      return { strength: [0, -strength], pace: [-pace * dying, 2 * Math.PI * partial] };
    }),
  );
}

/** The knock of the body, its partials a quarter turn apart: all at once they would click. */
function bodyPartials() {
  const turns = [
    [0, -1],
    [1, 0],
    [0, 1],
    [-1, 0],
  ];
  return BODY.map(([hertz, seconds], index) => ({
    strength: turns[index % 4].map((turn) => KNOCK * turn),
    pace: [-1 / seconds, 2 * Math.PI * hertz],
  }));
}

/**
 * Partials let go by a soft fingertip, so that they begin at 0; those that the rate cannot hold are left out.
 * @param {readonly {strength: readonly number[], pace: readonly number[]}[]} partials
 * @param {number} rate
 * @returns {RingingPartial[]}
 */
function softened(partials, rate) {
  const push = 2 * Math.PI * SOFTNESS;
  const audible = partials.filter(({ pace }) => pace[1] < 2 * Math.PI * 0.45 * rate);
  const weaker = audible.map(({ strength: [re, im], pace }) => {
    const [real, imaginary] = [1 + pace[0] / push, pace[1] / push];
    const size = real * real + imaginary * imaginary;
    const begin = [(re * real + im * imaginary) / size, (im * real - re * imaginary) / size];
    return { begin, pace, strengths: [1] };
  });
  const all = [...weaker, { begin: [-weaker.reduce((sum, { begin }) => sum + begin[0], 0), 0], pace: [-push, 0], strengths: [1] }];
  return /** @type {RingingPartial[]} */ (/** @type {unknown} */ (all));
}

/** What plucks strings, as a text for a worker, which cannot reach the page: it has `pluck`. */
function stringsSource() {
  const constants = {
    ...{ STRING_PARTIALS, PLUCKED, SOFTNESS, STIFFNESS, STRING_RING, MIDDLE, SILK, FAST, BODY, KNOCK },
    ...{ STRING_ENERGY, STRING_ENDING, INAUDIBLE },
  };
  const functions = [pluck, stringPartials, bodyPartials, softened, ring, addPartial, fadeOut];
  const named = Object.entries(constants).map(([name, value]) => `const ${name} = ${JSON.stringify(value)};`);
  return ['"use strict";', ...named, ...functions.map(String)].join("\n");
}

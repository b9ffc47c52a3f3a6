// Strokes on both drums and the click, synthesised: modes of a struck membrane, as touhu_music/sound/membrane.py.

/**
 * A drum to be synthesised, as in the files of sounds; see touhu_music/sounds.py.
 * @typedef {object} Tone
 * @property {number} fundamental  hertz
 * @property {number} ring  seconds until the lowest mode has fallen by 60 dB
 * @property {number} brightness  hertz, above which the beater excites the membrane less and less
 * @property {number} level  decibels
 * @property {number} place  from -1, left, to 1, right
 * @property {number} key  of General MIDI
 */

/**
 * A partial: how it begins and its pace, which are complex numbers, real part first, and its strength in each take.
 * @typedef {object} RingingPartial
 * @property {readonly [number, number]} begin
 * @property {readonly [number, number]} pace
 * @property {readonly number[]} strengths
 */

/** How many strokes that differ a little are made of each drum. */
const TAKES = 8;

/** Where the Bessel functions of order 0, 1, 2 ... are zero, up to 16: each is a mode of a round membrane. */
const ZEROS = [
  [2.4048, 5.5201, 8.6537, 11.7915, 14.9309],
  [3.8317, 7.0156, 10.1735, 13.3237],
  [5.1356, 8.4172, 11.6198, 14.796],
  [6.3802, 9.761, 13.0152],
  [7.5883, 11.0647, 14.3725],
  [8.7715, 12.3386, 15.7002],
  [9.9361, 13.5893],
  [11.0864, 14.8213],
  [12.2251],
  [13.3543],
  [14.4755],
  [15.5898],
];

/** Where the beater falls, from 0, the middle, to 1, the rim, and how far beside it it may fall. */
const SPOT = 0.55;
const STRAY = 0.03;

/** Decibels by which a stroke may be stronger or weaker than the others are in the mean. */
const FORCE = 0.7;

/** The energy of a stroke, in seconds of a square wave of 1. */
const ENERGY = 0.0023;

/** How much higher the head sounds while the stroke stretches it, and the seconds in which that falls to a third. */
const TENSE = 1.03;
const SLACKENING = 0.04;

/** How strong the noise of the beater is, the seconds in which it falls to a third, and its partials. */
const NOISE = 0.2;
const THUD = 0.012;
const NOISE_PARTIALS = 64;

/** Seconds in which a stroke fades out at its end. */
const ENDING = 0.03;

/** What is weaker than this is left out. */
const INAUDIBLE = 1e-5;

/**
 * Strokes on a drum, its first sample already sounding, its last one 0; the same in every run.
 *
 * All have the same energy but for the force. What differs between them is drawn by another hand than
 * in Python: they are strokes on the same drum, not the very same strokes.
 * @param {Tone} tone
 * @param {number} rate  frames a second
 * @returns {Float32Array<ArrayBuffer>[]}
 */
function drumStrokes(tone, rate) {
  const draw = chances(Math.round(1000 * tone.fundamental));
  const drawn = Array.from({ length: TAKES }, () => ({
    radius: SPOT + STRAY * draw(),
    force: draw(),
    noise: Array.from({ length: NOISE_PARTIALS }, draw),
  }));
  const head = modes(tone);
  const struck = drawn.map(({ radius }) => head.map((mode) => mode.struck(radius)));
  const sizes = struck.map((each) => each.reduce((sum, strength) => sum + strength, 0));
  const hiss = beater(tone);
  const dying = (/** @type {number} */ hertz) => (Math.log(1000) / tone.ring / tone.fundamental) * hertz;
  const length = 1.1 * tone.ring + ENDING;
  const frames = Math.round(length * rate);
  const waves = drawn.map(() => new Float64Array(frames));
  // The modes of the stretched head come as well: as these die first, the pitch glides down.
  for (const [tension, slack, seconds] of /** @type {const} */ ([
    [1, 0, length],
    [TENSE, 1 / SLACKENING, 10 * SLACKENING],
  ])) {
    const partials = head.map(({ hertz, turn }, index) => ({
      hertz: hertz * tension,
      damping: dying(hertz) + slack,
      turn,
      strengths: struck.map((each) => each[index]),
    }));
    ring(waves, pushed(tone, partials, rate), seconds, rate);
  }
  const noise = hiss.map(({ hertz, share }, index) => ({
    hertz,
    damping: 1 / THUD,
    turn: /** @type {const} */ ([0, 1]),
    strengths: drawn.map((each, take) => share * sizes[take] * each.noise[index]),
  }));
  ring(waves, pushed(tone, noise, rate), 10 * THUD, rate);
  const mean = drawn.reduce((sum, { force }) => sum + force, 0) / TAKES;
  return waves.map((wave, take) => {
    fadeOut(wave, Math.round(ENDING * rate));
    const force = 10 ** ((FORCE * (drawn[take].force - mean)) / 20);
    let energy = 0;
    for (let frame = 0; frame < frames; frame += 1) energy += wave[frame] * wave[frame];
    const gain = force * Math.sqrt((ENERGY * rate) / energy);
    const made = new Float32Array(frames);
    for (let frame = 0; frame < frames; frame += 1) made[frame] = gain * wave[frame];
    return made;
  });
}

/**
 * The modes of the head: their hertz, how they are turned, and how a beater that falls on a radius sets them off.
 * @param {Tone} tone
 */
function modes(tone) {
  const lowest = ZEROS[0][0];
  const all = ZEROS.flatMap((zeros, order) => zeros.map((zero) => ({ order, zero })));
  return all.map(({ order, zero }, index) => {
    const hertz = (tone.fundamental * zero) / lowest;
    const pairs = order ? 2 : 1; // all but the round modes come in two, one a turn of the other
    const weight = pairs / Math.hypot(1, hertz / tone.brightness) / bessel(order + 1, zero) ** 2;
    // They arrive a quarter turn apart: all at once they would click.
    const turn = /** @type {const} */ ([
      [0, -1],
      [1, 0],
      [0, 1],
      [-1, 0],
    ])[index % 4];
    const struck = (/** @type {number} */ radius) => weight * bessel(order, zero * radius) ** 2;
    return { hertz, turn, struck };
  });
}

/**
 * The partials of the beater's noise: their hertz, and the share of each.
 * @param {Tone} tone
 */
function beater({ brightness }) {
  // Spaced unevenly, as partials at even distances would fall together again and again.
  const all = Array.from({ length: NOISE_PARTIALS }, (_, index) => {
    const hertz = brightness * (0.6 + 6 * (index / NOISE_PARTIALS) ** 1.5);
    return { hertz, share: 1 / Math.hypot(1, hertz / brightness) };
  });
  const size = Math.sqrt(all.reduce((sum, { share }) => sum + share * share, 0));
  return all.map(({ hertz, share }) => ({ hertz, share: (NOISE * share) / size }));
}

/**
 * Partials set off by a beater that pushes for a moment.
 *
 * The push is one more partial, without pitch. By it they begin softly, from 0, and the high ones are
 * the weaker for it. Those that the rate cannot hold are left out.
 * @param {Tone} tone
 * @param {readonly {hertz: number, damping: number, turn: readonly [number, number],
 *   strengths: readonly number[]}[]} partials
 * @param {number} rate
 * @returns {RingingPartial[]}
 */
function pushed(tone, partials, rate) {
  const push = 2 * Math.PI * tone.brightness;
  const all = partials
    .filter(({ hertz }) => hertz < 0.45 * rate)
    .map(({ hertz, damping, turn: [re, im], strengths }) => {
      const pace = /** @type {const} */ ([-damping, 2 * Math.PI * hertz]);
      const [real, imaginary] = [1 + pace[0] / push, pace[1] / push];
      const size = real * real + imaginary * imaginary;
      const begin = /** @type {const} */ ([
        (re * real + im * imaginary) / size,
        (im * real - re * imaginary) / size,
      ]);
      return { begin, pace, strengths };
    });
  const against = partials[0].strengths.map((_, take) =>
    all.reduce((sum, { begin, strengths }) => sum - strengths[take] * begin[0], 0),
  );
  return [...all, { begin: [1, 0], pace: [-push, 0], strengths: against }];
}

/**
 * Add partials to waves, one for each take, the first frame at 1 / rate.
 * @param {readonly Float64Array[]} waves
 * @param {readonly RingingPartial[]} partials
 * @param {number} seconds
 * @param {number} rate
 */
function ring(waves, partials, seconds, rate) {
  const most = Math.min(Math.round(seconds * rate), waves[0].length);
  const ringing = new Float64Array(most);
  for (const { begin, pace, strengths } of partials) {
    const strongest = Math.hypot(...begin) * Math.max(...strengths.map(Math.abs));
    const lasting = (Math.log(strongest / INAUDIBLE) / -pace[0]) * rate;
    const frames = Math.max(0, Math.min(most, Math.ceil(lasting)));
    const step = Math.exp(pace[0] / rate);
    const [stepRe, stepIm] = [step * Math.cos(pace[1] / rate), step * Math.sin(pace[1] / rate)];
    let [re, im] = begin;
    for (let frame = 0; frame < frames; frame += 1) {
      const turned = re * stepRe - im * stepIm;
      im = re * stepIm + im * stepRe;
      re = turned;
      ringing[frame] = re;
    }
    strengths.forEach((strength, take) => addPartial(waves[take], strength, ringing, frames));
  }
}

/**
 * Add what rings, so strong; nearly all of the time goes by in here.
 * @param {Float64Array} wave
 * @param {number} strength
 * @param {Float64Array} ringing
 * @param {number} frames
 */
function addPartial(wave, strength, ringing, frames) {
  for (let frame = 0; frame < frames; frame += 1) wave[frame] += strength * ringing[frame];
}

/**
 * @param {Float64Array} wave
 * @param {number} frames
 */
function fadeOut(wave, frames) {
  const start = wave.length - frames;
  wave.subarray(start).forEach((sample, frame) => {
    wave[start + frame] = sample * Math.sin((Math.PI / 2) * (1 - frame / (frames - 1))) ** 2;
  });
}

/**
 * A Bessel function of a whole order, by the integral that defines it.
 * @param {number} order
 * @param {number} x
 */
function bessel(order, x) {
  let sum = 0;
  for (let step = 0; step < 32; step += 1) {
    const angle = ((step + 0.5) * Math.PI) / 32;
    sum += Math.cos(order * angle - x * Math.sin(angle));
  }
  return sum / 32;
}

/**
 * A drawer of numbers from -1 to 1, the same on every machine (mulberry32).
 * @param {number} seed
 * @returns {() => number}
 */
function chances(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) / 2 ** 31;
  };
}

/**
 * The click that counts: short and wooden, like neither drum; its peak is 1.
 * @param {number} rate
 * @returns {Float32Array<ArrayBuffer>}
 */
function clickStroke(rate) {
  const frames = Math.round(0.06 * rate);
  const wave = Array.from({ length: frames }, (_, frame) => {
    const time = (frame + 1) / rate;
    const ending = Math.min(1, (frames - 1 - frame) / (0.01 * rate));
    return Math.sin(2 * Math.PI * 1800 * time) * Math.exp(-time / 0.008) * ending;
  });
  const peak = Math.max(...wave.map(Math.abs));
  return Float32Array.from(wave, (sample) => sample / peak);
}

/** What makes strokes, as a text for a worker, which cannot reach the page: it has `drumStrokes`. */
function drumsSource() {
  const constants = {
    ...{ TAKES, ZEROS, SPOT, STRAY, FORCE, ENERGY, TENSE, SLACKENING, NOISE, THUD, NOISE_PARTIALS },
    ...{ ENDING, INAUDIBLE },
  };
  const functions = [drumStrokes, modes, beater, pushed, ring, addPartial, fadeOut, bessel, chances];
  const named = Object.entries(constants).map(([name, value]) => `const ${name} = ${JSON.stringify(value)};`);
  return ['"use strict";', ...named, ...functions.map(String)].join("\n");
}

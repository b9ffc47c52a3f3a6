// Strokes on the audio clock: scheduled ahead, taken back when something is changed, told when they are heard.

/**
 * What is scheduled: the audio time at which it is due, where we were before, and what sounds.
 * @typedef {{time: number, before: Position, due: Due, source: AudioBufferSourceNode | null}} Laid
 */

/**
 * A pluck of a string at an audio time; `before` is the one on the same string that it silenced, as long
 * as it may be taken back.
 * @typedef {{tone: number, time: number, node: GainNode, before: Pluck | null}} Pluck
 */

/**
 * What has just been heard, or where a cycle has turned; at the end of all there is no position.
 * @typedef {{time: number, moment: Moment | null, performance: PerformedRow, position: Position | null}} Heard
 */

/**
 * @typedef {object} Listeners
 * @property {(heard: Heard) => void} [onStroke]  once for each moment, in their order, when it is heard
 * @property {(state: string) => void} [onState]  running, suspended, interrupted or closed
 * @property {() => void} [onEnd]  all was played and has died away
 * @property {(strokes: number) => void} [onLost]  so many passed in silence while the machine slept
 */

/** About the peak of a stroke of 0 dB: no row comes near full scale, accents and all. */
const STROKE_GAIN = 0.25;
const CLICK_GAIN = 0.08;

/** About the peak of a pluck: while four strings ring it is as loud as the drums. */
const PLUCK_GAIN = 0.18;

/** Seconds in which a finger that plucks a string anew silences it. */
const SILENCED = 0.06;

/** Decibels by which an accented stroke is louder. */
const ACCENT = 5;

/** After so many cycles the small differences between strokes come again. */
const ROUND = 4;

/** What the mix is multiplied by where it is heard; the loudest rows stay below full scale. */
const OUTPUT_GAIN = 1.2;

/** Seconds for which strokes are scheduled: more than the second that a page in the background may sleep. */
const AHEAD = 2.5;

/** Milliseconds from one look to the next. */
const TICK = 200;

/** Seconds before its time at which a stroke can no longer be taken back, besides those of the hardware. */
const NEAR = 0.05;

/** Seconds in which sound fades at a stop, and in which a volume follows its slider. */
const FADE = 0.01;
const GLIDE = 0.02;

/** A sound of more seconds than this is refused. */
const LONGEST_SOUND = 60 * 60;

/** Seconds of a long sound whose strokes are scheduled at once: all of them would make it slow. */
const PIECE = 20;

/** Every voice at its full volume. */
/** @type {Readonly<Record<Voice, number>>} */
const FULL = { pi: 1, gu: 1, click: 1, song: 1 };

/** Where strokes go in an audio context: through the gain and the place of their drum. */
class Desk {
  /**
   * @param {BaseAudioContext} context
   * @param {AudioNode} output
   * @param {Takes} takes
   * @param {Readonly<Record<Voice, number>>} volumes
   */
  constructor(context, output, takes, volumes) {
    this.context = context;
    this.output = output;
    this.takes = takes;
    this.volumes = volumes;
    /** @type {Map<string, {voice: Voice, gain: number, node: GainNode}>} */
    this.ways = new Map();
    /** @type {Map<Float32Array<ArrayBuffer>, AudioBuffer>} */
    this.buffers = new Map();
    /** @type {Map<number, Pluck>} what was plucked last on the string of each tone */
    this.strings = new Map();
    /** @type {WeakMap<AudioBufferSourceNode, Pluck>} */
    this.plucks = new WeakMap();
  }

  /**
   * Let a moment sound at an audio time. Neighbouring strokes of a drum are different takes.
   * @param {Pick<Moment, "voice" | "cycle" | "stroke" | "word">} moment
   * @param {Pick<PerformedRow, "sounds" | "count">} performance
   * @param {number} time
   */
  strike({ voice, cycle, stroke, word }, performance, time) {
    const takes = this.takes.heard(performance.sounds, { voice, word }, this.context.sampleRate);
    const number = stroke ? (3 * (stroke.number + (cycle % ROUND) * performance.count)) % takes.length : 0;
    const source = this.context.createBufferSource();
    source.buffer = this.buffer(takes[number]);
    const way = this.way(performance.sounds, voice, stroke);
    source.connect(word && word.tone !== null ? this.plucked(source, word.tone, way, time) : way);
    source.start(time);
    return source;
  }

  /**
   * Give a pluck a way of its own, and silence its string where it still rings.
   * @param {AudioBufferSourceNode} source
   * @param {number} tone
   * @param {AudioNode} way
   * @param {number} time
   */
  plucked(source, tone, way, time) {
    const before = this.strings.get(tone) ?? null;
    if (before) {
      if (before.time <= this.context.currentTime) before.before = null;
      before.node.gain.setValueAtTime(1, time);
      before.node.gain.linearRampToValueAtTime(0, time + SILENCED);
    }
    const node = this.context.createGain();
    node.connect(way);
    const pluck = { tone, time, node, before };
    this.strings.set(tone, pluck);
    this.plucks.set(source, pluck);
    return node;
  }

  /**
   * Let what is scheduled never sound; the string that it would have silenced rings on.
   * @param {AudioBufferSourceNode | null} source
   */
  takeBack(source) {
    source?.stop();
    source?.disconnect();
    const pluck = source && this.plucks.get(source);
    if (!pluck) return;
    pluck.before?.node.gain.cancelScheduledValues(0);
    if (pluck.before) this.strings.set(pluck.tone, pluck.before);
    else this.strings.delete(pluck.tone);
  }

  /** @param {Float32Array<ArrayBuffer>} take */
  buffer(take) {
    const made = this.buffers.get(take) ?? this.context.createBuffer(1, take.length, this.context.sampleRate);
    if (!this.buffers.has(take)) made.copyToChannel(take, 0);
    this.buffers.set(take, made);
    return made;
  }

  /**
   * @param {string} name
   * @param {Voice} voice
   * @param {Stroke | null} stroke
   */
  way(name, voice, stroke) {
    const [accent, ear] = [stroke?.accent ?? false, stroke?.ear ?? null];
    const key = [name, voice, accent, ear].join(" ");
    const known = this.ways.get(key);
    if (known) return known.node;
    const tone = voice === "click" || voice === "song" ? null : this.takes.tone(name, voice);
    const decibels = (tone?.level ?? 0) + (accent ? ACCENT : 0);
    // The panner gives each side 1 / √2 in the middle, where a voice shall be as loud as it is.
    const peak = tone ? STROKE_GAIN : voice === "song" ? PLUCK_GAIN : CLICK_GAIN;
    const gain = Math.SQRT2 * peak * 10 ** (decibels / 20);
    const node = this.context.createGain();
    node.gain.value = gain * this.volumes[voice];
    const panner = this.context.createStereoPanner();
    panner.pan.value = ear ?? tone?.place ?? 0;
    node.connect(panner).connect(this.output);
    this.ways.set(key, { voice, gain, node });
    return node;
  }

  /** Bring all to the volumes as they are now, without a click. */
  follow() {
    for (const { voice, gain, node } of this.ways.values()) {
      glide(node.gain, gain * this.volumes[voice], this.context.currentTime, GLIDE);
    }
  }
}

/** Plays a performance, and obeys at once: see `Settings` for what may be changed meanwhile. */
class Player {
  /**
   * @param {Sounds} sounds
   * @param {Listeners} listeners
   */
  constructor(sounds, listeners = {}) {
    this.takes = new Takes(sounds);
    this.listeners = listeners;
    /** @type {AudioContext | null} made by the first tap, since browsers want one */
    this.context = null;
    /** @type {GainNode | null} */
    this.output = null;
    /** @type {Record<Voice, number>} */
    this.volumes = { ...FULL };
    this.master = 1;
    /** Seconds that headphones without a wire add, for what is seen. */
    this.delay = 0;
    /** @type {HTMLAudioElement | null} */
    this.silence = null;
    /** @type {Ticker | null} */
    this.ticker = null;
    /** @type {Playing | null} */
    this.run = null;
    /** @type {Desk | null} for what is struck by hand */
    this.hand = null;
  }

  /** Suspended, running, interrupted, closed; or locked, where nothing was tapped yet. */
  get state() {
    return /** @type {string} */ (this.context?.state ?? "locked");
  }

  get playing() {
    return this.run !== null;
  }

  /** Where all begins that plays, for who asks before anything was heard: much may be left out. */
  get begun() {
    return this.run?.begun ?? null;
  }

  /**
   * Wake the sound; to be called in each tap or key, before anything is waited for. The silent element
   * keeps an iPhone on the channel of media, which its ring switch does not silence.
   * @returns {Promise<boolean>} whether there is sound
   */
  async unlock() {
    const { context } = this.opened();
    if (!this.silence) {
      this.silence = new Audio(URL.createObjectURL(silentSound()));
      this.silence.loop = true;
    }
    const session = /** @type {{audioSession?: {type: string}}} */ (/** @type {unknown} */ (navigator))
      .audioSession;
    if (session) session.type = "playback";
    const resumed = context.resume().catch(() => undefined);
    const silent = this.silence.play().catch(() => undefined); // then the ring switch counts
    this.prepare(context.sampleRate);
    await Promise.all([resumed, silent]);
    if (!this.run) this.silence.pause();
    return this.state === "running";
  }

  opened() {
    if (this.context && this.output) return { context: this.context, output: this.output };
    const context = new AudioContext({ latencyHint: "balanced" });
    const output = context.createGain();
    output.gain.value = OUTPUT_GAIN * this.master;
    output.connect(context.destination);
    const wake = () => {
      if (this.playing && document.visibilityState === "visible")
        void context.resume().catch(() => undefined);
    };
    context.addEventListener("statechange", () => {
      this.listeners.onState?.(this.state);
      if (this.state !== "running") wake();
    });
    document.addEventListener("visibilitychange", () => {
      wake();
      this.tick();
    });
    [this.context, this.output] = [context, output];
    return { context, output };
  }

  /**
   * Make all strokes that are not there yet.
   * @param {number} rate
   */
  prepare(rate) {
    for (const name of Object.keys(this.takes.sounds)) {
      for (const voice of /** @type {const} */ (["pi", "gu", "click"])) this.takes.of(name, voice, rate);
    }
  }

  /**
   * Play from the first sound, the count-in; to be called when `unlock` has answered.
   * @param {Settings} settings
   */
  play(settings) {
    this.stop();
    const { context, output } = this.opened();
    const now = context.currentTime;
    this.run = new Playing(this, context, output, settings, now);
    this.run.schedule(now);
    this.ticker = new Ticker(() => this.tick());
    void this.silence?.play().catch(() => undefined);
  }

  /**
   * Let what plays obey other settings, from the next stroke or cycle on.
   * @param {Settings} settings
   */
  change(settings) {
    this.run?.change(settings);
  }

  /** Stop at once; what sounds dies away without a click. */
  stop() {
    this.run?.end();
    this.ticker?.stop();
    this.silence?.pause();
    [this.run, this.ticker] = [null, null];
  }

  /**
   * Set a volume from 0 to 1: that of a drum, of the click, of the song, or of all.
   * @param {Voice | "all"} what
   * @param {number} volume
   */
  volume(what, volume) {
    if (what === "all") this.master = volume;
    else this.volumes[what] = volume;
    if (this.context && this.output) {
      glide(this.output.gain, OUTPUT_GAIN * this.master, this.context.currentTime, GLIDE);
    }
    this.run?.desk.follow();
    this.hand?.follow();
  }

  /**
   * Strike a drum at once, as a pad does.
   * @param {string} sounds
   * @param {Drum} drum
   */
  strike(sounds, drum) {
    const { context, output } = this.opened();
    this.hand ??= new Desk(context, output, this.takes, this.volumes);
    this.hand.strike({ voice: drum, cycle: 1, stroke: null }, { sounds, count: 1 }, context.currentTime);
  }

  /**
   * Schedule so many seconds at once, before work in which the page cannot look after the sound.
   * @param {number} seconds
   */
  layAhead(seconds) {
    this.run?.schedule(this.context?.currentTime, seconds);
  }

  /** Schedule what is due, and tell what is heard. */
  tick() {
    this.run?.schedule();
    this.look();
  }

  /** Tell what is heard by now; to be called for each picture, and nothing else drives the cursor. */
  look() {
    if (!this.run) return;
    const { run } = this;
    for (const heard of run.heardBy(this.heardAt())) {
      if (run === this.run) this.listeners.onStroke?.(heard);
    }
    if (run === this.run && run.over()) {
      this.stop();
      this.listeners.onEnd?.();
    }
  }

  /**
   * The audio time that is heard at a time of `performance.now` or of an event.
   * @param {number} milliseconds
   */
  heardAt(milliseconds = performance.now()) {
    if (!this.context) return 0;
    const { contextTime = 0, performanceTime = 0 } = this.context.getOutputTimestamp();
    const since = (milliseconds - performanceTime) / 1000;
    const latency = this.context.outputLatency || this.context.baseLatency || 0;
    // A time stamp that is old or empty, as in a machine without sound, is none.
    const stamped = contextTime > 0 && Math.abs(since) < 1;
    const now = this.context.currentTime + (milliseconds - performance.now()) / 1000 - latency;
    return (stamped ? contextTime + since : now) - this.delay;
  }

  /**
   * What is scheduled and was not heard yet, in its order.
   * @returns {Heard[]}
   */
  ahead() {
    return this.run?.laid.slice(this.run.told).map(heardOf) ?? [];
  }
}

/** One playing from start to stop. */
class Playing {
  /**
   * @param {Player} player
   * @param {AudioContext} context
   * @param {AudioNode} output
   * @param {Settings} settings
   * @param {number} now
   */
  constructor(player, context, output, settings, now) {
    this.player = player;
    this.context = context;
    this.settings = settings;
    this.output = context.createGain();
    this.output.connect(output);
    this.desk = new Desk(context, this.output, player.takes, player.volumes);
    /** Frames at which the first sound is due. */
    this.origin = Math.ceil((now + this.near) * context.sampleRate);
    /** @type {Position | null} after all that is laid */
    this.position = startOf(settings);
    /** @type {Heard} */
    this.begun = {
      time: this.origin / context.sampleRate,
      moment: null,
      performance: settings.performance,
      position: this.position,
    };
    /** @type {Laid[]} the last that has sounded, and all after it */
    this.laid = [];
    this.told = 0;
    /** The audio time at which all that was struck has died away. */
    this.silent = 0;
  }

  /** Seconds for which what is scheduled stays as it is: the hardware may already have it. */
  get near() {
    return NEAR + (this.context.baseLatency || 0);
  }

  /**
   * Schedule all that is due soon. Each time is that of a frame, counted from the start.
   * @param {number} now  the audio time by which it is judged what is late
   * @param {number} ahead  seconds
   */
  schedule(now = this.context.currentTime, ahead = AHEAD) {
    let lost = 0;
    while (this.position) {
      const coming = due(this.position, this.settings);
      const time =
        (this.origin + framesOf(coming.seconds, this.context.sampleRate)) / this.context.sampleRate;
      if (time > now + ahead) break;
      const late = time < now; // the page was put to sleep: the place is kept in silence
      const { moment } = coming;
      if (moment && !moment.word && late) lost += 1;
      const source = moment && !late ? this.desk.strike(moment, this.position.performance, time) : null;
      this.silent = Math.max(this.silent, time + (source?.buffer?.duration ?? 0));
      this.laid.push({ time, before: this.position, due: coming, source });
      this.position = coming.then;
    }
    if (lost) this.player.listeners.onLost?.(lost);
  }

  /** @param {Settings} settings */
  change(settings) {
    this.settings = settings;
    const { currentTime } = this.context;
    let last = this.laid[this.laid.length - 1];
    while (last && last.time > currentTime + this.near) {
      this.desk.takeBack(last.source);
      this.position = last.before;
      this.laid.pop();
      last = this.laid[this.laid.length - 1];
    }
    if (last && last.time > currentTime) {
      // It keeps its time and its sound; what comes after it obeys.
      const { moment } = last.due;
      last.due = { ...due(last.before, settings), moment };
      this.position = last.due.then;
    }
    this.schedule(currentTime);
  }

  /**
   * Give what was heard by an audio time and was not told yet.
   * @param {number} time
   * @returns {Heard[]}
   */
  heardBy(time) {
    const until = this.laid.findIndex((it) => it.time > time);
    const end = until < 0 ? this.laid.length : Math.max(until, this.told);
    const heard = this.laid.slice(this.told, end).map(heardOf);
    const sounded = this.laid.findIndex((it) => it.time > this.context.currentTime);
    const kept = Math.max(0, Math.min(end, sounded < 0 ? this.laid.length : sounded) - 1);
    this.laid.splice(0, kept);
    this.told = end - kept;
    return heard;
  }

  /** Whether all was played, told, and has died away. */
  over() {
    return !this.position && this.told === this.laid.length && this.context.currentTime > this.silent;
  }

  end() {
    for (const { time, source } of this.laid)
      if (time > this.context.currentTime + this.near) this.desk.takeBack(source);
    glide(this.output.gain, 0, this.context.currentTime, FADE);
    const { output } = this;
    setTimeout(() => output.disconnect(), 1000 * (FADE + this.near) + 200);
  }
}

/**
 * Let a script run beside the page; null where there are no workers.
 * @param {string} script
 */
function workerOf(script) {
  try {
    const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
    const worker = new Worker(address);
    URL.revokeObjectURL(address);
    return worker;
  } catch {
    return null;
  }
}

/** A clock that also ticks while the page is in the background: in a worker, where timers are not slowed. */
class Ticker {
  /** @param {() => void} tick */
  constructor(tick) {
    // Both tick, since a worker may be refused in silence; a tick too many does nothing.
    this.timer = setInterval(tick, TICK);
    this.worker = workerOf(`setInterval(() => postMessage(0), ${TICK})`);
    if (this.worker) this.worker.onmessage = tick;
  }

  stop() {
    clearInterval(this.timer);
    this.worker?.terminate();
  }
}

/**
 * All that sounds of a performance, as long as its cycles and what rings on; each stroke begins at
 * round(seconds x rate) frames, counted from the first sound.
 * @param {PerformedRow} whole
 * @param {Takes} takes
 * @param {{practice?: Practice, rate?: number, tune?: Tune | null}} options
 * @returns {Promise<AudioBuffer>}
 */
async function renderOffline(whole, takes, { practice = practiceOf(), rate = 48_000, tune = null } = {}) {
  /** @type {{frame: number, moment: Moment | null}[]} */
  const all = [];
  for (const { seconds, moment } of rehearsed(whole, practice, tune)) {
    all.push({ frame: framesOf(seconds, rate), moment });
    if (seconds.compare(Fraction.of(LONGEST_SOUND)) > 0) {
      throw new RangeError(`sound is written for at most ${LONGEST_SOUND / 60} minutes`);
    }
  }
  const ends = all.map(({ frame, moment }) =>
    moment ? frame + takes.heard(whole.sounds, moment, rate)[0].length : frame,
  );
  const length = ends.reduce((most, end) => Math.max(most, end), 1);
  const context = new OfflineAudioContext(2, length, rate);
  const desk = new Desk(context, context.destination, takes, FULL);
  let next = 0;
  const layUntil = (/** @type {number} */ seconds) => {
    for (let it = all[next]; it && it.frame < seconds * rate; it = all[(next += 1)]) {
      if (it.moment) desk.strike(it.moment, whole, it.frame / rate);
    }
  };
  const inPieces = "suspend" in context; // not in every browser
  layUntil(inPieces ? 2 * PIECE : Infinity);
  for (let time = PIECE; inPieces && time * rate < length; time += PIECE) {
    void context.suspend(time).then(() => {
      layUntil(time + 2 * PIECE);
      return context.resume();
    });
  }
  return context.startRendering();
}

/**
 * @param {Fraction} seconds
 * @param {number} rate
 */
function framesOf(seconds, rate) {
  return seconds.times(Fraction.of(rate)).rounded();
}

/**
 * @param {Laid} laid
 * @returns {Heard}
 */
function heardOf({ time, before, due }) {
  return { time, moment: due.moment, performance: before.performance, position: due.then };
}

/**
 * @param {AudioParam} parameter
 * @param {number} value
 * @param {number} now
 * @param {number} seconds
 */
function glide(parameter, value, now, seconds) {
  parameter.cancelScheduledValues(now);
  parameter.setValueAtTime(parameter.value, now);
  parameter.linearRampToValueAtTime(value, now + seconds);
}

/** Ten seconds of silence as a WAV file; what is shorter has no controls on a locked screen. */
function silentSound() {
  const [rate, frames] = [8000, 80_000];
  const header = new DataView(new ArrayBuffer(44));
  const text = (/** @type {number} */ at, /** @type {string} */ word) =>
    [...word].forEach((sign, index) => header.setUint8(at + index, sign.charCodeAt(0)));
  text(0, "RIFF");
  header.setUint32(4, 36 + frames, true);
  text(8, "WAVEfmt ");
  header.setUint32(16, 16, true);
  header.setUint16(20, 1, true); // PCM
  header.setUint16(22, 1, true); // mono
  header.setUint32(24, rate, true);
  header.setUint32(28, rate, true); // bytes a second
  header.setUint16(32, 1, true); // byte a frame
  header.setUint16(34, 8, true); // bits
  text(36, "data");
  header.setUint32(40, frames, true);
  return new Blob([header, new Uint8Array(frames).fill(128)], { type: "audio/wav" });
}

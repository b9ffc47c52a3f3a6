// Strokes and plucks made before they are heard: at once, or in a worker beside the page.

/**
 * Pairs of drums by name, as `sounds_data` of Python gives them.
 * @typedef {Record<string, {pi: Tone, gu: Tone, reason: string}>} Sounds
 */

/** Strokes of all drums and plucks as they were made, by tone and rate: making them takes a while. */
class Takes {
  /** @param {Sounds} sounds */
  constructor(sounds) {
    this.sounds = sounds;
    /** Hertz of 黃鐘, from which a song counts; known when one is first chosen. */
    this.hertz = 0;
    /** @type {Map<string, Float32Array<ArrayBuffer>[]>} */
    this.made = new Map();
  }

  /**
   * @param {string} name  of a pair of drums
   * @param {Drum | "click"} voice
   * @param {number} rate
   */
  of(name, voice, rate) {
    const tone = voice === "click" ? null : this.tone(name, voice);
    const key = tone ? keyOf(tone, rate) : `${voice} ${rate}`;
    const made = this.made.get(key) ?? (tone ? drumStrokes(tone, rate) : [clickStroke(rate)]);
    this.made.set(key, made);
    return made;
  }

  /**
   * Make the strokes of all drums in a worker, so that the page does not stand still meanwhile; what is
   * struck before they come is made at once.
   * @param {number} rate
   */
  ahead(rate) {
    const drums = Object.values(this.sounds).flatMap(({ pi, gu }) => [pi, gu]);
    const wanted = new Map(drums.map((tone) => [keyOf(tone, rate), tone]));
    this.makeAside(`${drumsSource()}\nconst make = drumStrokes;`, wanted, rate);
  }

  /**
   * Make the plucks of a song in the same way.
   * @param {Tune} tune
   * @param {number} rate
   */
  stringsAhead(tune, rate) {
    const hertz = Array.from(tonesOf(tune), (tone) => this.pitch(tone));
    const wanted = new Map(hertz.map((each) => [`${each} ${rate}`, each]));
    for (const key of this.made.keys()) wanted.delete(key);
    if (wanted.size) this.makeAside(`${stringsSource()}\nconst make = (hertz, rate) => [pluck(hertz, rate)];`, wanted, rate);
  }

  /**
   * @param {string} source  of a script that has `make`
   * @param {ReadonlyMap<string, Tone | number>} wanted  what is to be made, by its key
   * @param {number} rate
   */
  makeAside(source, wanted, rate) {
    let waiting = wanted.size;
    const worker = workerOf(`${source}
      onmessage = ({ data: [key, tone, rate] }) => {
        const made = make(tone, rate);
        postMessage([key, made], made.map(({ buffer }) => buffer));
      };`);
    if (!worker) return;
    worker.onmessage = ({ data: [key, made] }) => {
      if (!this.made.has(key)) this.made.set(key, made);
      waiting -= 1;
      if (!waiting) worker.terminate();
    };
    worker.onerror = () => worker.terminate();
    for (const [key, tone] of wanted) worker.postMessage([key, tone, rate]);
  }

  /**
   * A string plucked once; a tone in semitones above 黃鐘.
   * @param {number} tone
   * @param {number} rate
   */
  string(tone, rate) {
    const key = `${this.pitch(tone)} ${rate}`;
    const made = this.made.get(key) ?? [pluck(this.pitch(tone), rate)];
    this.made.set(key, made);
    return made[0];
  }

  /**
   * The hertz of a tone, in equal temperament.
   * @param {number} tone
   */
  pitch(tone) {
    return this.hertz * 2 ** (tone / 12);
  }

  /**
   * What sounds at a moment: the takes of a drum or the click, or the one of a string.
   * @param {string} name
   * @param {Pick<Moment, "voice" | "word">} moment
   * @param {number} rate
   */
  heard(name, { voice, word }, rate) {
    const tone = word?.tone ?? null;
    return tone === null ? this.of(name, /** @type {Drum | "click"} */ (voice), rate) : [this.string(tone, rate)];
  }

  /**
   * @param {string} name
   * @param {Drum} drum
   */
  tone(name, drum) {
    const pair = this.sounds[name];
    if (!pair) throw new RangeError(`unknown sounds '${name}'`);
    return pair[drum];
  }
}

/**
 * What is made alike has the same key.
 * @param {Tone} tone
 * @param {number} rate
 */
function keyOf({ fundamental, ring, brightness }, rate) {
  return `${[fundamental, ring, brightness]} ${rate}`;
}

// What leads the eye: the giant mark, what comes next, the count, a flash; all from what the audio clock has reached.

/**
 * Where the ear is: a stroke of a cycle by its number, 0 where none is, or a beat of the count-in.
 * `fresh` is the first half of the time of a stroke; `word` is the place of the word in the line of a
 * `tune` that goes with the cycle, -1 where none sounds.
 * @typedef {{performance: PerformedRow, cycle: number, number: number, index: number, beat: number,
 *   fresh: boolean, tempo: number, tune?: Tune | null, word?: number}} Cursor
 */

/** So many marks are shown that come next. */
const COMING = 8;

/** Seconds between two flashes at least: more than three in a second can harm. */
const FLASH_APART = 0.334;

/** Seconds for which a flash stays. */
const FLASH = 0.14;

/** Milliseconds between two cycles that are said aloud. */
const SAID_APART = 6000;

/**
 * Say where the ear is at an audio time, after what was heard last; it runs on where nothing sounds.
 * @param {Heard} heard
 * @param {number} time
 * @returns {Cursor | null}  null at the end of all
 */
function cursorAt({ time: since, position }, time) {
  if (!position) return null;
  const { performance, cycle, beatsPerMinute } = position;
  const { pattern, parts, length, gap } = performance;
  const tempo = beatsPerMinute.toNumber();
  const reached = position.parts + (Math.max(0, time - since) * tempo * parts) / 60;
  const cursor = { performance, cycle, tempo, number: 0, index: -1, beat: 0, fresh: false, tune: position.tune, word: -1 };
  if (cycle === 0) return { ...cursor, beat: Math.min(Math.floor(reached / parts), position.length / parts - 1) + 1 };
  if (gap && reached >= length) return cursor;
  const passed = (/** @type {number} */ onset) => onset <= reached + parts * 1e-6;
  const index = pattern.reduce((last, { onset }, at) => (passed(onset) ? at : last), -1);
  const stroke = pattern[index];
  if (!stroke) return cursor;
  const fresh = reached < stroke.onset + timeOf(performance, index) / 2;
  const words = position.heard.filter(({ word }) => word);
  const word = words.filter((it) => passed(it.parts)).length - 1;
  return { ...cursor, number: stroke.number, index, fresh, word };
}

/**
 * What comes after a stroke: marks, 半 and the seam between two cycles, from the performance that is next.
 * @param {PerformedRow} now
 * @param {number} index  of the stroke that sounds, -1 before the first
 * @param {PerformedRow} next
 * @returns {(Stroke | "seam" | "half")[]}
 */
function comingAfter(now, index, next) {
  /** @type {(Stroke | "seam" | "half")[]} */
  const coming = [];
  const add = (/** @type {PerformedRow} */ from, /** @type {number} */ start) => {
    for (const stroke of from.pattern.slice(start)) {
      if (from.half !== null && stroke.onset === from.half) coming.push("half");
      coming.push(stroke);
    }
  };
  add(now, index + 1);
  while (coming.length < COMING + 2) {
    coming.push("seam");
    add(next, 0);
  }
  return coming.slice(0, COMING);
}

/** The stage, and all that moves with it. */
class Follower {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    /** @type {Heard | null} */
    this.last = null;
    this.shown = "";
    this.saidAt = -Infinity;
    this.flashedAt = 0;
    this.running = false;
  }

  /** @param {Heard} heard */
  heard(heard) {
    this.last = heard;
    const { position, moment } = heard;
    if (!moment && position?.place === 0 && this.page.mode === "row") this.sayCycle(position.cycle);
  }

  /** Follow the audio clock, picture by picture, as long as something plays. */
  run() {
    if (this.running) return;
    this.running = true;
    const step = () => {
      this.page.player.look();
      if (!this.page.player.playing) {
        this.running = false;
        return;
      }
      this.draw();
      requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }

  rest() {
    this.last = null;
    this.shown = "";
    byId("flash").className = "";
    this.draw();
  }

  /** @returns {Cursor | null} */
  cursor() {
    const { player } = this.page;
    const time = player.heardAt();
    const { begun } = player;
    if (this.last) return cursorAt(this.last, time);
    return begun && time >= begun.time ? cursorAt(begun, time) : null;
  }

  draw() {
    const cursor = this.cursor();
    if (this.page.player.playing) this.page.follow(cursor);
    if (this.page.mode === "compare") this.page.comparing.light(cursor);
    if (this.page.mode === "rite") this.page.rite?.follow(cursor);
    if (this.page.mode !== "row") return;
    this.page.tapping.passed(cursor);
    const state = cursor ? [cursor.cycle, cursor.number, cursor.beat, cursor.fresh, cursor.tempo, cursor.word, cursor.tune?.name].join() : "";
    const shown = `${state} ${this.page.version}`;
    if (shown === this.shown) return;
    const moved = this.shown.split(",").slice(0, 2).join() !== shown.split(",").slice(0, 2).join();
    this.shown = shown;
    if (cursor && moved && cursor.number) this.flash(cursor);
    this.stage(cursor);
    this.page.pictures.light(cursor?.number ?? 0);
  }

  /**
   * Show a stroke that does not sound.
   * @param {Cursor} cursor
   */
  preview(cursor) {
    this.shown = "";
    this.stage(cursor);
    this.page.pictures.light(cursor.number);
    byId("where").textContent = this.page.speech.say("player-invite");
  }

  /** @param {Cursor | null} cursor */
  stage(cursor) {
    const { page } = this;
    const { speech } = page;
    const performed = cursor && cursor.cycle ? cursor.performance : page.drawn.performed;
    const index = cursor && cursor.cycle ? cursor.index : -1;
    const giant = byId("giant");
    const stroke = performed.pattern[Math.max(index, 0)];
    const sounds = cursor !== null && cursor.number > 0;
    giant.dataset.drum = stroke?.drum ?? "pi";
    giant.classList.toggle("struck", sounds && cursor.fresh);
    giant.classList.toggle("waiting", !sounds);
    giant.classList.toggle("counting", Boolean(cursor?.beat));
    byId("beat").textContent = cursor?.beat ? String(cursor.beat) : "";
    const counting = (cursor?.beat ?? 0) > 0;
    const muted = stroke && page.chosen.muted.includes(stroke.drum);
    const { hanzi, spelled } = syllable(stroke?.drum ?? "pi", speech);
    byId("said").replaceChildren(...(counting ? [] : [hanzi, " ", spelled]));
    byId("said").classList.toggle("muted", Boolean(muted));
    const from = counting ? -1 : sounds || index < 0 ? Math.max(index, 0) : performed.pattern.length;
    const coming = comingAfter(performed, from, page.performed);
    byId("lane").replaceChildren(...coming.map((next) => laneItem(next, speech)));
    byId("where").textContent = this.where(cursor);
    showLine(page, cursor);
    page.controls.showTempo();
  }

  /** @param {Cursor | null} cursor */
  where(cursor) {
    const { speech } = this.page;
    if (!cursor) return speech.say("player-ready");
    if (!cursor.cycle) return speech.say("count_in");
    const tempo = Math.round(cursor.tempo * 10) / 10;
    return `${speech.say("cycle", cursor.cycle)} · ${tempo}`;
  }

  /** @param {Cursor} cursor */
  flash({ performance, index }) {
    const light = byId("flash");
    const now = this.page.player.heardAt();
    if (!this.page.device.flashes || Math.abs(now - this.flashedAt) < FLASH_APART) return;
    this.flashedAt = now;
    light.className = `on ${performance.pattern[index]?.drum ?? ""}`;
    setTimeout(() => light.classList.remove("on"), 1000 * FLASH);
  }

  /**
   * Say a cycle aloud, but not so often that nothing else can be heard.
   * @param {number} cycle
   */
  sayCycle(cycle) {
    const now = performance.now(); // which no change of the hour moves
    if (cycle < 1 || now - this.saidAt < SAID_APART) return;
    this.saidAt = now;
    byId("cycles-said").textContent = this.page.speech.say("cycle", cycle);
  }
}

/**
 * @param {Stroke | "seam" | "half"} next
 * @param {Speech} speech
 */
function laneItem(next, speech) {
  if (next === "seam") return make("span", { class: "seam" });
  if (next === "half") return make("span", { class: "lane-half", lang: speech.script, text: "半" });
  const { spelled } = syllable(next.drum, speech);
  spelled.className = "lane-said";
  return make("span", { class: "lane-mark" }, drawnMark(next.drum), spelled);
}

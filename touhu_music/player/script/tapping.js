// Tapping along: two pads, and for each stroke whether the tap was early, late, on the wrong drum, or missing.

/** Seconds within which a tap is on time: about what a trained hand can hold, and an ear can hear. */
const ON_TIME = 0.05;

/** So many strokes are kept in sight. */
const TAPS_SHOWN = 24;

/** Fewer taps than this tell nothing of a delay. */
const FEWEST_TAPS = 4;

/** So many of the last taps tell it. */
const LAST_TAPS = 16;

/** @typedef {"good" | "early" | "late" | "wrong" | "missed" | "extra"} Hit */

/**
 * A tap held against a stroke, or a stroke without one.
 * @typedef {{key: string, drum: Drum, hit: Hit, seconds: number}} Judged
 */

/**
 * The stroke that lies nearest to a moment, in the cycle that sounds or at the edges of its neighbours.
 * @param {Heard} heard
 * @param {number} time  audio time
 * @returns {{stroke: Stroke, cycle: number, seconds: number, apart: number} | null}  seconds are those too late
 */
function nearestStroke({ time: since, position }, time) {
  if (!position) return null;
  const { performance, cycle, beatsPerMinute } = position;
  const { pattern, period, parts } = performance;
  const second = (beatsPerMinute.toNumber() * parts) / 60; // in parts
  const reached = position.parts + (time - since) * second;
  const [first, last] = [pattern[0], pattern[pattern.length - 1]];
  if (!first || !last) return null;
  const places = pattern.map((stroke) => ({ stroke, cycle, at: stroke.onset }));
  const ahead = { stroke: first, cycle: cycle + 1, at: cycle ? period : position.length };
  const behind = cycle > 1 ? [{ stroke: last, cycle: cycle - 1, at: last.onset - period }] : [];
  const all = cycle ? [...behind, ...places, ahead] : [ahead];
  const nearest = all.reduce((best, each) => (Math.abs(each.at - reached) < Math.abs(best.at - reached) ? each : best));
  const others = all.filter((each) => each !== nearest).map((each) => Math.abs(each.at - nearest.at));
  const apart = others.reduce((least, each) => Math.min(least, each), parts) / second;
  return { stroke: nearest.stroke, cycle: nearest.cycle, seconds: (reached - nearest.at) / second, apart };
}

/**
 * The middle one of some numbers.
 * @param {readonly number[]} numbers
 */
function middleOf(numbers) {
  const sorted = [...numbers].sort((one, other) => one - other);
  const half = Math.floor(sorted.length / 2);
  const [low = 0, high = low] = sorted.length % 2 ? sorted.slice(half, half + 1) : sorted.slice(half - 1, half + 1);
  return (low + high) / 2;
}

/** The pads and what is told of them. */
class Tapping {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    /** @type {Judged[]} */
    this.judged = [];
    /** @type {number[]} seconds too late, as the ear has them, without a correction */
    this.raw = [];
    this.delay = rememberedNumber("input-delay", -0.2, 0.5, 0);
    this.due = "";
    /** @type {Drum} */
    this.dueDrum = "pi";
    for (const drum of /** @type {const} */ (["pi", "gu"])) {
      const pad = byId(`pad-${drum}`);
      pad.addEventListener("pointerdown", (event) => {
        pad.setPointerCapture?.(event.pointerId);
        this.tap(drum, event.timeStamp);
      });
      pad.addEventListener("click", (event) => {
        if (event.detail === 0) this.tap(drum, event.timeStamp); // by a key, or by what reads the screen
      });
    }
    byId("calibrate").addEventListener("click", () => this.calibrate());
    byId("taps-clear").addEventListener("click", () => this.clear());
    inputOf("input-delay").addEventListener("input", () => this.correct(inputOf("input-delay").valueAsNumber / 1000));
    this.showDelay();
  }

  /**
   * A pad was struck, at a time of an event.
   * @param {Drum} drum
   * @param {number} milliseconds
   */
  tap(drum, milliseconds) {
    const { page } = this;
    if (!page.audible()) return;
    page.unlock();
    const pad = byId(`pad-${drum}`);
    pad.classList.add("down");
    setTimeout(() => pad.classList.remove("down"), 120);
    if (page.device.padsSound) page.player.strike(page.chosen.sounds, drum);
    const last = page.follower.last ?? page.player.begun;
    if (!page.player.playing || page.mode !== "row" || !last) return;
    const time = page.player.heardAt(milliseconds);
    const near = nearestStroke(last, time - this.delay);
    if (near) this.judge(drum, near);
  }

  /**
   * @param {Drum} drum
   * @param {{stroke: Stroke, cycle: number, seconds: number, apart: number}} near
   */
  judge(drum, { stroke, cycle, seconds, apart }) {
    const key = `${cycle} ${stroke.number}`;
    const known = this.judged.findIndex((each) => each.key === key);
    const taken = known >= 0 && this.judged[known]?.hit !== "missed";
    /** @type {Hit} */
    let hit = "good";
    if (taken || Math.abs(seconds) > Math.min(apart / 2, 0.35)) hit = "extra";
    else if (drum !== stroke.drum) hit = "wrong";
    else if (Math.abs(seconds) > ON_TIME) hit = seconds < 0 ? "early" : "late";
    if (hit !== "extra") this.raw = [...this.raw, seconds + this.delay].slice(-LAST_TAPS);
    const judged = { key: hit === "extra" ? `${key} more` : key, drum: hit === "extra" ? drum : stroke.drum, hit, seconds };
    if (known >= 0 && !taken && hit !== "extra") this.judged[known] = judged;
    else this.judged.push(judged);
    this.show();
  }

  /**
   * The cursor has gone on: the stroke before was missed, unless it was tapped.
   * @param {Cursor | null} cursor
   */
  passed(cursor) {
    if (this.page.chosen.tab !== "tap" || !cursor?.number) return;
    const key = `${cursor.cycle} ${cursor.number}`;
    if (key === this.due) return;
    const known = this.judged.some((each) => each.key === this.due);
    if (this.due && !known) {
      this.judged.push({ key: this.due, drum: this.dueDrum, hit: "missed", seconds: 0 });
      this.show();
    }
    this.due = key;
    this.dueDrum = cursor.performance.pattern[cursor.index]?.drum ?? "pi";
  }

  /** Take the middle of the last taps as on time. */
  calibrate() {
    const { speech } = this.page;
    if (this.raw.length < FEWEST_TAPS) {
      byId("delay-said").textContent = speech.say("player-tap-more", FEWEST_TAPS);
      return;
    }
    const held = Math.min(Math.max(middleOf(this.raw), -0.2), 0.5);
    this.correct(Math.round(held * 200) / 200); // as the slider goes, by 5 ms
    byId("delay-said").textContent = speech.say("player-delay-set", Math.round(1000 * this.delay));
  }

  /** @param {number} seconds */
  correct(seconds) {
    this.delay = seconds;
    remember("input-delay", String(seconds));
    this.showDelay();
  }

  showDelay() {
    const milliseconds = Math.round(1000 * this.delay);
    inputOf("input-delay").value = String(milliseconds);
    inputOf("input-delay").setAttribute("aria-valuetext", this.page.speech.say("player-ms", milliseconds));
    byId("input-delay-value").textContent = this.page.speech.say("player-ms", milliseconds);
  }

  /** What was tapped before belongs to another playing, whose cycles had the same numbers. */
  begin() {
    this.judged = [];
    this.due = "";
    this.show();
  }

  clear() {
    this.raw = [];
    this.begin();
  }

  show() {
    const { speech } = this.page;
    byId("taps").replaceChildren(...this.judged.slice(-TAPS_SHOWN).reverse().map((each) => tapShown(each, speech)));
    const count = (/** @type {Hit} */ hit) => this.judged.filter((each) => each.hit === hit).length;
    const kinds = /** @type {const} */ (["good", "early", "late", "wrong", "missed", "extra"]);
    const told = kinds.map((hit) => ({ hit, number: count(hit) })).filter(({ number }) => number);
    const counts = told.map(({ hit, number }) => speech.say(`player-count-${hit}`, number));
    const on = this.judged.filter(({ hit }) => hit === "good" || hit === "early" || hit === "late");
    const mean = on.length ? middleOf(on.map(({ seconds }) => 1000 * seconds)) : 0;
    if (on.length) counts.push(speech.say(mean < 0 ? "player-mean-early" : "player-mean-late", Math.abs(Math.round(mean))));
    byId("taps-said").textContent = counts.length ? counts.join(speech.say("joined")) : speech.say("player-no-taps");
  }
}

/**
 * A stroke with what became of it, by sign and word as well as by colour.
 * @param {Judged} judged
 * @param {Speech} speech
 */
function tapShown({ drum, hit, seconds }, speech) {
  const milliseconds = Math.round(1000 * Math.abs(seconds));
  const sign = { good: "✓", early: "‹", late: "›", wrong: "×", missed: "–", extra: "+" }[hit];
  const number = hit === "early" || hit === "late" ? String(milliseconds) : "";
  return make(
    "li",
    { class: `tap ${hit}` },
    drawnMark(drum),
    make("span", { class: "tap-sign", "aria-hidden": "true", text: `${sign}${number}` }),
    make("span", { class: "unseen", text: speech.say(`player-hit-${hit}`, milliseconds) }),
  );
}

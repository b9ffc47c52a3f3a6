// The controls: what each button, slider and key changes, and how it shows what is chosen.

/** What has a volume of its own. */
const VOICES = /** @type {const} */ (["pi", "gu", "click", "song"]);

/** Beats of the count-in that a key sets. */
const USUAL_COUNT_IN = 4;

/** Seconds without a tap after which tapping begins anew, and so many of the last taps count. */
const TAP_PAUSE = 3;
const TAPS = 8;

/** What can be stepped: its least and greatest value, and by how much. */
/** @type {Record<string, {least: number, most: number, by: number, unit: string}>} */
const STEPS = {
  countIn: { least: 0, most: LONGEST_COUNT_IN, by: 1, unit: "" },
  gap: { least: 0, most: LONGEST_GAP, by: 1, unit: "" },
  cycles: { least: 1, most: 999, by: 1, unit: "" },
  leaveStrokes: { least: 0, most: 99, by: 10, unit: "%" },
  leaveCycles: { least: 0, most: 99, by: 10, unit: "%" },
  rampTo: { least: SLOWEST, most: FASTEST, by: 5, unit: "" },
  rampBy: { least: 1, most: FASTEST - SLOWEST, by: 1, unit: "" },
};

class Controls {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    /** @type {number[]} */
    this.taps = [];
    /** Where a ramp goes that is turned on, and by how much: as the last one did. */
    this.rampTo = 120;
    this.rampBy = 5;
    this.tempoShown = "";
    this.tempoSpoken = "";
    this.songsShown = "";
    this.byKeyboard = false;
    for (const group of document.querySelectorAll("[data-choice]")) {
      group.addEventListener("click", (event) => this.pick(group, event));
    }
    for (const button of document.querySelectorAll("[data-toggle]")) {
      button.addEventListener("click", () => this.toggle(button.getAttribute("data-toggle") ?? ""));
    }
    for (const stepper of document.querySelectorAll("[data-step]")) {
      stepper.addEventListener("click", (event) => this.step(stepper, event));
    }
    byId("start").addEventListener("click", () => page.toggle());
    byId("slower").addEventListener("click", () => this.faster(-1));
    byId("faster").addEventListener("click", () => this.faster(1));
    byId("tap-tempo").addEventListener("pointerdown", (event) => this.tapTempo(event.timeStamp));
    byId("tap-tempo").addEventListener("click", (event) => {
      if (event.detail === 0) this.tapTempo(event.timeStamp);
    });
    inputOf("tempo").addEventListener("input", () => this.tempo(inputOf("tempo").valueAsNumber));
    selectOf("witness").addEventListener("change", () => {
      page.choose(withRow(page.data, page.chosen, page.chosen.name, selectOf("witness").value));
    });
    selectOf("song").addEventListener("change", () => page.choose({ song: selectOf("song").value }));
    for (const voice of VOICES) {
      const slider = inputOf(`volume-${voice}`);
      slider.value = String(rememberedNumber(`volume-${voice}`, 0, 100, 100));
      slider.addEventListener("input", () => {
        remember(`volume-${voice}`, slider.value);
        this.volume(voice);
      });
      this.volume(voice);
    }
    inputOf("delay").value = String(rememberedNumber("delay", 0, 500, 0));
    inputOf("delay").addEventListener("input", () => {
      remember("delay", inputOf("delay").value);
      this.delay();
    });
    this.delay();
    document.addEventListener("pointerdown", (event) => this.touched(event), true);
    document.addEventListener("keydown", (event) => this.key(event));
    document.addEventListener("keyup", (event) => {
      if (event.key === " " && !this.keepsKeys(event)) event.preventDefault(); // or the button would be pressed too
    });
  }

  /**
   * One of several was pressed.
   * @param {Element} group
   * @param {Event} event
   */
  pick(group, event) {
    const value = valuePressed(event);
    if (value === null) return;
    const { chosen, data } = this.page;
    const [school = "lu", chart = "1"] = (chosen.name || "lu-1").split("-");
    const choice = group.getAttribute("data-choice") ?? "";
    if (choice === "school") this.page.choose(withRow(data, chosen, `${value}-${chart}`));
    else if (choice === "chart") this.page.choose(withRow(data, chosen, `${school}-${value}`));
    else if (choice === "language") {
      remember("language", value);
      this.page.speak(value);
    }
    else if (choice === "theme") this.page.device.look(value);
    else this.page.choose({ [choice]: value });
  }

  /** @param {string} what */
  toggle(what) {
    const { page } = this;
    const { chosen } = page;
    const drum = what === "mute-pi" ? "pi" : what === "mute-gu" ? "gu" : null;
    if (drum) {
      const muted = chosen.muted.includes(drum)
        ? chosen.muted.filter((each) => each !== drum)
        : /** @type {Drum[]} */ (["pi", "gu"]).filter((each) => each === drum || chosen.muted.includes(each));
      page.choose({ muted });
    } else if (what === "loop") page.choose({ cycles: chosen.cycles ? 0 : 4 });
    else if (what === "ramp") page.choose({ ramp: chosen.ramp ? "" : this.ramp() });
    else if (what === "respond") page.choose({ respond: !chosen.respond });
    else if (what === "click") page.choose({ click: !chosen.click });
    else if (what === "mute-song") page.choose({ unsung: !chosen.unsung });
    else page.device.prefer(what);
  }

  /** The ramp that is chosen with what was stepped, or one from the tempo that is chosen. */
  ramp() {
    const [first = String(this.page.chosen.tempo)] = this.page.chosen.ramp.split("-").filter(Boolean);
    return `${first}-${this.rampTo}-${this.rampBy}`;
  }

  /**
   * @param {Element} stepper
   * @param {Event} event
   */
  step(stepper, event) {
    const value = valuePressed(event);
    const what = stepper.getAttribute("data-step") ?? "";
    const steps = STEPS[what];
    if (value === null || !steps) return;
    const to = Math.min(Math.max(this.stepped(what) + Number(value) * steps.by, steps.least), steps.most);
    if (what === "rampTo") this.rampTo = to;
    else if (what === "rampBy") this.rampBy = to;
    else this.page.choose({ [what]: to });
    if (what.startsWith("ramp")) this.page.choose({ ramp: this.page.chosen.ramp && this.ramp() });
  }

  /**
   * @param {string} what
   * @returns {number}
   */
  stepped(what) {
    if (what === "rampTo") return this.rampTo;
    if (what === "rampBy") return this.rampBy;
    const value = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (this.page.chosen))[what];
    return Number(value) || (what === "cycles" ? 4 : 0);
  }

  /** @param {number} tempo */
  tempo(tempo) {
    const { follower, chosen } = this.page;
    const held = Math.min(Math.max(tempo, SLOWEST), FASTEST);
    if (held !== this.tempoNow() || chosen.ramp) this.page.choose({ tempo: held, ramp: "" });
    follower.draw();
  }

  /**
   * Change the tempo that sounds, which under a ramp is not the one that was chosen.
   * @param {number} step
   */
  faster(step) {
    this.tempo(this.tempoNow() + step);
  }

  /**
   * Take the tempo from the last taps, in whole beats a minute.
   * @param {number} milliseconds
   */
  tapTempo(milliseconds) {
    const seconds = milliseconds / 1000;
    const last = this.taps[this.taps.length - 1];
    const earlier = last !== undefined && seconds - last <= TAP_PAUSE ? this.taps : [];
    this.taps = [...earlier, seconds].slice(-TAPS);
    const times = this.taps.slice(1).map((later, index) => later - (this.taps[index] ?? 0));
    if (times.length) this.tempo(Math.round(60 / Math.max(middleOf(times), 60 / FASTEST)));
  }

  /** @param {Voice} voice */
  volume(voice) {
    const slider = inputOf(`volume-${voice}`);
    slider.setAttribute("aria-valuetext", `${slider.value} %`);
    this.page.player.volume(voice, slider.valueAsNumber / 100);
  }

  delay() {
    const { player, speech } = this.page;
    const slider = inputOf("delay");
    const said = speech.say("player-ms", slider.value);
    slider.setAttribute("aria-valuetext", said);
    byId("delay-value").textContent = said;
    player.delay = slider.valueAsNumber / 1000;
  }

  /** As they are for who comes first. */
  reset() {
    for (const voice of VOICES) {
      inputOf(`volume-${voice}`).value = "100";
      this.volume(voice);
    }
    inputOf("delay").value = "0";
    this.delay();
    this.page.tapping.correct(0);
    [this.rampTo, this.rampBy, this.taps] = [120, 5, []];
  }

  // --- keys -----------------------------------------------------------------------------------

  /**
   * Whether a key belongs to what has the focus: text, and what was reached by the keyboard. What was
   * only clicked does not take the keys of the player, so that a foot pedal always plays.
   * @param {KeyboardEvent} event
   */
  keepsKeys(event) {
    const on = /** @type {Element} */ (event.target);
    if (on.matches("textarea, select, input:not([type=range])")) return true;
    if (on.matches("input[type=range]")) return event.key.startsWith("Arrow");
    return this.byKeyboard && event.key === " " && on.matches("button, summary");
  }

  /** @param {Event} event */
  touched(event) {
    this.byKeyboard = false;
    if (!byId("display").contains(/** @type {Node} */ (event.target))) this.closeDisplay();
  }

  closeDisplay() {
    const display = /** @type {HTMLDetailsElement} */ (byId("display"));
    const was = display.open;
    display.open = false;
    return was;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key === "Tab") this.byKeyboard = true;
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || this.keepsKeys(event)) return;
    const action = this.actionOf(event);
    if (!action) return;
    event.preventDefault();
    if (!event.repeat || event.key.startsWith("Arrow")) action();
  }

  /**
   * What a key does: as in `touhu play`, and the two pads.
   * @param {KeyboardEvent} event
   * @returns {(() => void) | undefined}
   */
  actionOf(event) {
    const { page } = this;
    const { chosen, data } = page;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const name = data.names[Number(key) - 1];
    if (/^[1-4]$/.test(key) && name) return () => page.choose(withRow(data, page.chosen, name));
    const following = { "": "mute-pi", pi: "mute-gu", gu: "none", "pi,gu": "none" }[chosen.muted.join()];
    const display = /** @type {HTMLElement | null} */ (document.querySelector("#display > summary"));
    /** @type {Record<string, () => void>} */
    const actions = {
      " ": () => page.toggle(),
      ArrowUp: () => this.faster(5),
      ArrowDown: () => this.faster(-5),
      ArrowRight: () => this.faster(1),
      ArrowLeft: () => this.faster(-1),
      t: () => this.tapTempo(event.timeStamp),
      0: () => page.choose(withRow(data, page.chosen, data.names[0] ?? "", data.base)),
      u: () => page.choose({ use: chosen.use === "touhu" ? "archery" : "touhu" }),
      m: () => page.choose({ muted: following === "mute-pi" ? ["pi"] : following === "mute-gu" ? ["gu"] : [] }),
      l: () => this.toggle("loop"),
      s: () => chosen.song && this.toggle("mute-song"),
      c: () => page.choose({ countIn: chosen.countIn ? 0 : USUAL_COUNT_IN }),
      w: () => page.device.prefer("full"),
      q: () => page.leave(),
      Escape: () => {
        if (this.closeDisplay()) display?.focus();
        else page.leave();
      },
    };
    const pads = { d: "pi", f: "pi", j: "gu", k: "gu" };
    const drum = chosen.tab === "tap" ? /** @type {Record<string, string>} */ (pads)[key] : undefined;
    if (drum) return () => page.tapping.tap(/** @type {Drum} */ (drum), event.timeStamp);
    return (chosen.tab === "rite" && page.theRite().actions[key]) || actions[key];
  }

  // --- what they show -------------------------------------------------------------------------

  show() {
    const { page } = this;
    const { chosen, speech } = page;
    if (chosen.ramp) [, this.rampTo = 120, this.rampBy = 5] = chosen.ramp.split("-").map(Number);
    const [school = "", chart = ""] = chosen.name.split("-");
    const values = { ...chosen, school, chart, language: speech.language, theme: page.device.theme };
    for (const group of document.querySelectorAll("[data-choice]")) {
      const choice = group.getAttribute("data-choice") ?? "";
      const value = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (values))[choice];
      for (const button of group.querySelectorAll("[data-value]")) {
        press(/** @type {HTMLElement} */ (button), button.getAttribute("data-value") === String(value));
      }
    }
    const on = {
      loop: !chosen.cycles,
      ramp: Boolean(chosen.ramp),
      respond: chosen.respond,
      click: chosen.click,
      "mute-pi": chosen.muted.includes("pi"),
      "mute-gu": chosen.muted.includes("gu"),
      "mute-song": chosen.unsung,
      flash: page.device.flashes,
      large: page.device.large,
      full: page.device.full,
      pads: page.device.padsSound,
    };
    for (const button of document.querySelectorAll("[data-toggle]")) {
      const toggle = button.getAttribute("data-toggle") ?? "";
      press(/** @type {HTMLElement} */ (button), Boolean(/** @type {Record<string, boolean>} */ (on)[toggle]));
    }
    for (const stepper of document.querySelectorAll("[data-step]")) {
      const what = stepper.getAttribute("data-step") ?? "";
      const shown = stepper.querySelector("output");
      if (shown) shown.textContent = `${this.stepped(what)}${STEPS[what]?.unit ?? ""}`;
    }
    byId("cycles-step").hidden = !chosen.cycles;
    byId("ramp-steps").hidden = !chosen.ramp;
    byId("song-sound").hidden = !chosen.song;
    this.showTempo();
    this.showWitnesses();
    this.showSongs();
  }

  showSongs() {
    const { chosen, data, speech } = this.page;
    const { language } = speech;
    if (this.songsShown !== language) {
      const none = make("option", { value: "", text: speech.say("player-song-none") });
      const songs = Object.entries(data.songs).map(([value, titles]) => make("option", { value, text: titles[language] ?? value }));
      selectOf("song").replaceChildren(none, ...songs);
      this.songsShown = language;
    }
    selectOf("song").value = chosen.song;
  }

  /** The tempo that sounds, or will at the start: under a ramp it is another in each cycle. */
  tempoNow() {
    const { chosen, follower, mode, player } = this.page;
    const [first = chosen.tempo] = chosen.ramp.split("-").filter(Boolean).map(Number);
    if (!chosen.ramp || chosen.tab === "compare" || mode !== "row") return chosen.tempo;
    return (player.playing && follower.cursor()?.tempo) || first;
  }

  showTempo() {
    const { speech } = this.page;
    const tempo = String(Math.round(1000 * this.tempoNow()) / 1000);
    if (tempo === this.tempoShown && speech.language === this.tempoSpoken) return;
    [this.tempoShown, this.tempoSpoken] = [tempo, speech.language];
    inputOf("tempo").value = tempo;
    inputOf("tempo").setAttribute("aria-valuetext", speech.say("tempo", tempo));
    byId("tempo-now").textContent = tempo;
    byId("tempo-said").textContent = speech.say("tempo", tempo);
  }

  showWitnesses() {
    const { chosen, data, speech } = this.page;
    const rows = data.rows.filter(({ name }) => name === chosen.name);
    const options = rows.map(({ siglum }) => {
      const title = data.witnesses.find((book) => book.siglum === siglum)?.title ?? "";
      return make("option", { value: siglum, selected: siglum === chosen.siglum, text: `${siglum}  ${title}`, lang: "zh" });
    });
    selectOf("witness").replaceChildren(...(rows.length ? options : [make("option", { text: speech.row("") })]));
    selectOf("witness").disabled = !rows.length;
  }
}

/**
 * The value of the button that was pressed within a group.
 * @param {Event} event
 */
function valuePressed(event) {
  const button = /** @type {Element} */ (event.target).closest("[data-value]");
  return button?.getAttribute("data-value") ?? null;
}

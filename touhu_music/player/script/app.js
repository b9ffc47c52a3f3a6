// The page: holds what is chosen, plays it, and starts everything. The last of the scripts.

class Page {
  /** @param {PageData} data */
  constructor(data) {
    this.data = data;
    this.speech = new Speech(data, remembered("language") ?? document.documentElement.lang);
    this.chosen = usualChoice(data);
    /** Counts the changes, so that what is drawn knows when it is old. */
    this.version = 0;
    /** @type {"row" | "compare" | "spot"} what plays, or played last */
    this.mode = "row";
    this.performed = perform(this.chosen, this.chosen.use, planFrom(this.chosen));
    /** @type {PerformedRow | null} what is heard in a comparison */
    this.heard = null;
    this.player = new Player(data.sounds, {
      onStroke: (heard) => this.follower.heard(heard),
      onState: (state) => this.soundState(state),
      onEnd: () => this.stopped(),
      onLost: (strokes) => this.notice("player-lost", strokes),
    });
    this.follower = new Follower(this);
    this.pictures = new Pictures(byId("pictures"), (stroke) => this.picked(stroke));
    this.tapping = new Tapping(this);
    this.comparing = new Comparing(this);
    this.checking = new Checking(this);
    this.device = new Device(this);
    this.sharing = new Sharing(this);
    this.controls = new Controls(this);
    this.kiosk = new Kiosk(this);
    byId("notice-act").addEventListener("click", () => this.unlock());
  }

  // --- what is chosen -------------------------------------------------------------------------

  /**
   * Change what is chosen; what cannot be performed is told and changes nothing.
   * @param {Partial<Chosen>} change
   */
  choose(change) {
    const chosen = { ...this.chosen, ...change };
    try {
      this.performed = perform(chosen, chosen.use, planFrom(chosen));
      practiceFrom(chosen);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      this.notice(chosen.timing === "on-gu" && /□/.test(error.message) ? "player-no-gu" : "player-cannot");
      this.controls.show();
      return;
    }
    const tabbed = chosen.tab !== this.chosen.tab;
    this.chosen = chosen;
    this.quiet();
    if (tabbed && this.player.playing && (chosen.tab === "compare") !== (this.mode === "compare")) this.stop();
    if (this.mode === "row") this.player.change(this.settings(this.performed));
    this.show();
    if (this.mode === "compare" && this.player.playing) this.player.change(this.settings(this.comparing.performed));
    this.sharing.writeAddress();
  }

  /**
   * @param {PerformedRow} performed
   * @returns {Settings}
   */
  settings(performed) {
    const { chosen } = this;
    const row = this.mode === "row";
    return {
      performance: performed,
      beatsPerMinute: chosen.ramp && row ? null : Fraction.of(String(chosen.tempo)),
      muted: this.mode === "spot" ? [] : chosen.muted,
      loop: this.mode !== "spot" && !chosen.cycles,
      countIn: this.mode === "spot" ? 0 : chosen.countIn,
      practice: row ? practiceFrom(chosen) : practiceOf(),
    };
  }

  show() {
    this.version += 1;
    const { chosen, data, speech } = this;
    const main = byId("main");
    main.dataset.tab = chosen.tab;
    byId("row-title").textContent = `${speech.reading(chosen.name, chosen.siglum)} · ${speech.say(`player-${chosen.use}`)}`;
    this.controls.show();
    this.kiosk.show();
    if (chosen.tab === "play") this.pictures.show(data, chosen, this.performed, speech);
    if (chosen.tab === "compare") this.comparing.show();
    if (chosen.tab === "sources") showSources(this);
    if (chosen.tab === "tap") this.tapping.show();
    this.showPlaying();
    this.follower.draw();
  }

  // --- playing --------------------------------------------------------------------------------

  unlock() {
    void this.player.unlock().then((sounds) => {
      if (!sounds) this.notice("player-suspended", 0, true);
      else this.quiet();
    });
  }

  toggle() {
    if (this.player.playing && this.player.state !== "running" && this.player.context) this.unlock();
    else if (this.player.playing) this.stop();
    else this.start();
  }

  start() {
    if (this.chosen.tab === "compare") this.comparing.play();
    else this.hear("row", this.performed);
  }

  /**
   * Play from the beginning; to be called in a tap or a key.
   * @param {"row" | "compare" | "spot"} mode
   * @param {PerformedRow} performed
   */
  hear(mode, performed) {
    this.stop();
    this.mode = mode;
    this.heard = performed;
    this.unlock();
    this.player.play(this.settings(performed));
    this.follower.run();
    this.showPlaying();
    this.device.holdAwake();
  }

  stop() {
    if (this.player.playing) {
      this.player.stop();
      this.stopped();
    }
  }

  stopped() {
    for (const button of document.querySelectorAll(".sounding")) button.classList.remove("sounding");
    this.comparing.light(null);
    this.mode = "row";
    this.follower.rest();
    this.showPlaying();
    this.device.holdAwake();
  }

  leave() {
    if (this.device.full) this.device.prefer("full");
    else this.stop();
  }

  showPlaying() {
    const { playing } = this.player;
    document.body.classList.toggle("playing", playing);
    byId("start-word").textContent = this.speech.say(playing ? "player-stop" : "player-start");
    byId("start").dataset.playing = String(playing);
    this.comparing.showHearing();
    this.device.tellSystem();
  }

  /** @param {string} state */
  soundState(state) {
    if (this.player.playing && state !== "running") this.notice("player-suspended", 0, true);
    else if (state === "running") this.quiet();
  }

  /**
   * A stroke was picked in a picture: strike it.
   * @param {Shown} stroke
   */
  picked({ drum, section, place }) {
    this.unlock();
    if (!this.player.playing) this.player.strike(this.chosen.sounds, drum);
    const { speech } = this;
    byId("picked").replaceChildren(
      drawnMark(drum),
      speech.say("player-stroke", speech.drum(drum), speech.say(section), place),
    );
  }

  // --- what is told ---------------------------------------------------------------------------

  /**
   * @param {string} key
   * @param {string | number} value
   * @param {boolean} act  whether a tap can help
   */
  notice(key, value = "", act = false) {
    byId("notice-text").replaceChildren(...withMarks(this.speech.say(key, value)));
    byId("notice").hidden = false;
    byId("notice-act").hidden = !act;
  }

  quiet() {
    byId("notice").hidden = true;
    byId("notice-text").textContent = "";
  }

  /** @param {string} language */
  speak(language) {
    this.speech = new Speech(this.data, language);
    remember("language", this.speech.language);
    document.documentElement.lang = this.speech.language;
    document.title = this.speech.say("kit");
    for (const element of document.querySelectorAll("[data-say]")) {
      element.replaceChildren(...withMarks(this.speech.say(element.getAttribute("data-say") ?? "")));
    }
    for (const element of document.querySelectorAll("[data-label]")) {
      element.setAttribute("aria-label", this.speech.say(element.getAttribute("data-label") ?? ""));
    }
    for (const element of document.querySelectorAll("[data-zh]")) {
      element.textContent = this.speech.chinese(element.getAttribute("data-zh") ?? "");
      element.setAttribute("lang", this.speech.script);
    }
    this.quiet();
    this.controls.delay();
    this.tapping.showDelay();
    this.checking.answer([]);
    byId("picked").textContent = this.speech.say("player-pick");
    this.show();
  }

  // --- the beginning --------------------------------------------------------------------------

  begin() {
    byId("plain").hidden = true;
    byId("app").hidden = false;
    this.speak(this.speech.language);
    this.sharing.readAddress();
    if (document.querySelector("link[rel=manifest]")) {
      void navigator.serviceWorker?.register("worker.js").catch(() => undefined);
    }
    const idle = window.requestIdleCallback ?? ((/** @type {() => void} */ later) => setTimeout(later, 500));
    idle(() => this.player.prepare());
  }
}

/**
 * Render a row offline, for who wants to check the sound; rejected for what is no row, use, tempo or count.
 * @param {PageData} data
 * @param {Takes} takes
 * @param {string} name  of a row, or name@witness
 * @param {Use} use
 * @param {number} bpm
 * @param {number} cycles
 */
async function renderedRow({ rows, base, choices }, takes, name, use, bpm, cycles) {
  const found = rows.find((row) => name === `${row.name}@${row.siglum}` || (name === row.name && row.siglum === base));
  if (!found) throw new RangeError(`no row ${String(name).slice(0, 40)}`);
  if (use !== "touhu" && use !== "archery") throw new RangeError(`use must be touhu or archery, not ${String(use)}`);
  return renderOffline(perform(found, use, { ...choices, beats_per_minute: bpm, cycles }), takes);
}

/** @type {PageData} */
const DATA = JSON.parse(byId("data").textContent ?? "{}");
const PAGE = new Page(DATA);
Object.assign(window, {
  touhu: {
    version: DATA.version,
    render: (/** @type {string} */ name, /** @type {Use} */ use = "touhu", bpm = 60, cycles = 1) =>
      renderedRow(DATA, PAGE.player.takes, name, use, bpm, cycles),
  },
});
PAGE.begin();

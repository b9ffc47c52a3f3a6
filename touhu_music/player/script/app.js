// The page: holds what is chosen, plays it, and starts everything. The last of the scripts.

class Page {
  /** @param {PageData} data */
  constructor(data) {
    this.data = data;
    this.speech = new Speech(data, remembered("language") ?? document.documentElement.lang);
    this.chosen = usualChoice(data);
    /** The key of what is told. */
    this.noticed = "";
    /** Counts the changes, so that what is drawn knows when it is old. */
    this.version = 0;
    /** @type {Mode} what plays, or played last */
    this.mode = "row";
    this.performed = perform(this.chosen, this.chosen.use, planFrom(this.chosen));
    /** @type {Songbook | null} read when a song is first chosen */
    this.songbook = null;
    /** @type {WeakMap<PerformedRow, Chosen>} what was chosen when each was made */
    this.origins = new WeakMap([[this.performed, this.chosen]]);
    /** What is drawn: what sounds, or while nothing does what is chosen. */
    this.drawn = { chosen: this.chosen, performed: this.performed };
    this.started = { performed: this.performed, counted: false };
    /** The cycle from which a ramp counts. */
    this.rampSince = 1;
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
    /** @type {RiteView | null} made when it is first shown */
    this.rite = null;
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
    const held = document.activeElement;
    try {
      this.performed = singable(perform(chosen, chosen.use, planFrom(chosen)), this.tuneOf(chosen));
      practiceFrom(chosen);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      this.notice(chosen.timing === "on-gu" && /□/.test(error.message) ? "player-no-gu" : "player-cannot");
      this.controls.show();
      return;
    }
    const tabbed = chosen.tab !== this.chosen.tab;
    if (chosen.ramp && !this.chosen.ramp) this.rampSince = Math.max(this.follower.cursor()?.cycle ?? 1, 1);
    if (chosen.song && chosen.song !== this.chosen.song) this.pluckAhead(chosen);
    this.chosen = chosen;
    this.origins.set(this.performed, chosen);
    this.quiet();
    if (tabbed && this.player.playing && !this.goesOn(chosen.tab)) this.stop();
    if (this.mode === "row") this.player.change(this.settings(this.performed));
    if (this.mode === "compare" && this.player.playing) {
      const both = this.comparing.performed;
      this.origins.set(both, chosen);
      this.player.change(this.settings(both));
    }
    if (this.mode === "rite") this.rite?.drum.obey();
    this.show();
    if (tabbed) this.device.holdAwake();
    // What had the focus may have gone out of sight.
    if (held && held !== document.body && !held.getClientRects().length) {
      if (document.activeElement === held || document.activeElement === document.body) {
        byId("main").focus({ preventScroll: true });
      }
    }
    this.sharing.writeAddress();
  }

  /**
   * Whether what plays goes on where another part of the page is shown: the drum of the rite always does,
   * and in the rite no other sounds.
   * @param {Tab} tab
   */
  goesOn(tab) {
    return this.mode === "rite" || (tab !== "rite" && (tab === "compare") === (this.mode === "compare"));
  }

  /** The view of the rite; what it needs is read when it is first shown. */
  theRite() {
    this.rite ??= new RiteView(this, byId("rite"), JSON.parse(byId("rite-data").textContent ?? "{}"));
    return this.rite;
  }

  /** The songs; what they need is read when one is first chosen. */
  theSongs() {
    this.songbook ??= new Songbook(JSON.parse(byId("song-data").textContent ?? "{}"));
    return this.songbook;
  }

  /**
   * What is sung beside the drum; null where nothing is.
   * @param {Chosen} chosen
   */
  tuneOf({ song }) {
    return song ? this.theSongs().tune(song) : null;
  }

  /** What is sung where it is chosen now; only beside the drum of a row. */
  get tune() {
    return this.mode === "row" ? this.tuneOf(this.chosen) : null;
  }

  /**
   * Make the strings of a song before they are heard.
   * @param {Chosen} chosen
   */
  pluckAhead(chosen) {
    const { takes, context } = this.player;
    takes.hertz = this.theSongs().hertz;
    const tune = this.tuneOf(chosen);
    if (tune) takes.stringsAhead(tune, context?.sampleRate ?? this.rate);
  }

  /** The rate of the device, as it was at the last visit: no page may ask for it before a tap. */
  get rate() {
    return rememberedNumber("rate", 8000, 192_000, 48_000);
  }

  /**
   * Keep how far the rite has come, where nothing is to be drawn anew.
   * @param {string} rite
   */
  keep(rite) {
    this.chosen = { ...this.chosen, rite };
    this.sharing.writeAddress();
  }

  /**
   * @param {PerformedRow} performed
   * @returns {Settings}
   */
  settings(performed) {
    const { chosen } = this;
    const row = this.mode === "row";
    const held = this.mode === "rite" ? !this.rite?.drum.ending : !chosen.cycles;
    return {
      performance: performed,
      beatsPerMinute: chosen.ramp && row ? null : Fraction.of(String(chosen.tempo)),
      muted: this.mode === "spot" ? [] : chosen.muted,
      loop: this.mode !== "spot" && held,
      countIn: this.mode === "spot" ? 0 : chosen.countIn,
      practice: row ? { ...practiceFrom(chosen), since: this.rampSince } : practiceOf(),
      tune: this.tune,
      unsung: chosen.unsung,
    };
  }

  show() {
    this.version += 1;
    const { chosen } = this;
    const main = byId("main");
    main.dataset.tab = chosen.tab;
    this.controls.show();
    this.kiosk.show();
    this.drawn = this.sounding(this.follower.cursor());
    this.draw();
    if (chosen.tab === "sources") showSources(this);
    if (chosen.tab === "tap") this.tapping.show();
    document.body.classList.toggle("in-rite", chosen.tab === "rite");
    if (chosen.tab === "rite") this.theRite().show();
    this.showPlaying();
    this.follower.draw();
  }

  /** Draw the row that sounds, or while nothing does the one that is chosen, and say what comes next. */
  draw() {
    const { chosen, data, drawn, speech } = this;
    byId("row-title").textContent = this.titleOf(drawn.chosen);
    const shown = { ...drawn.chosen, picture: chosen.picture };
    if (chosen.tab === "play") this.pictures.show(data, shown, drawn.performed, speech);
    if (chosen.tab === "compare") this.comparing.show();
    const next = byId("next");
    next.hidden = !this.player.playing || looksOf(drawn.chosen, this.mode) === looksOf(chosen, this.mode);
    next.textContent = next.hidden ? "" : speech.say("player-next", this.nextOf(chosen));
    this.device.tellSystem();
  }

  /** @param {Chosen} chosen */
  titleOf({ name, siglum, use }) {
    return `${this.speech.reading(name, siglum)} · ${this.speech.say(`player-${use}`)}`;
  }

  /** @param {Chosen} chosen */
  nextOf(chosen) {
    const { speech, drawn } = this;
    if (this.mode === "compare") {
      const names = this.comparing.rowsOf(chosen).map(({ name, siglum }) => speech.reading(name, siglum));
      return `${names.join(" / ")} · ${speech.say(`player-${chosen.use}`)}`;
    }
    const timed = chosen.timing === drawn.chosen.timing ? "" : ` · ${speech.say(`player-${chosen.timing}`)}`;
    return this.titleOf(chosen) + timed;
  }

  /**
   * The row that the ear has, which changes at the next cycle after a change.
   * @param {Cursor | null} cursor
   */
  sounding(cursor) {
    const now = { chosen: this.chosen, performed: this.performed };
    if (!this.player.playing || this.mode === "spot" || this.mode === "rite") return now;
    const { last } = this.follower;
    // Before the first sound nothing of the row is heard, but what was begun without a count-in is.
    const performed = cursor
      ? cursor.cycle && cursor.performance
      : last?.performance ?? (this.started.counted ? null : this.started.performed);
    const chosen = performed && this.origins.get(performed);
    return chosen ? { chosen, performed } : now;
  }

  /**
   * Draw anew where another row has begun to sound.
   * @param {Cursor | null} cursor
   */
  follow(cursor) {
    const drawn = this.sounding(cursor);
    if (drawn.performed === this.drawn.performed) return;
    const same = looksOf(drawn.chosen, this.mode) === looksOf(this.drawn.chosen, this.mode);
    this.drawn = drawn;
    if (same) return;
    this.version += 1;
    this.draw();
  }

  // --- playing --------------------------------------------------------------------------------

  /** Whether there can be sound; where a browser refuses it, that is told. */
  audible() {
    try {
      this.player.opened();
      return true;
    } catch {
      this.notice("player-no-sound");
      return false;
    }
  }

  unlock() {
    void this.player.unlock().then((sounds) => {
      if (this.player.context) remember("rate", String(this.player.context.sampleRate));
      if (!sounds) this.notice("player-suspended", 0, true);
      else this.quiet();
    });
  }

  toggle() {
    if (this.player.playing) this.stop();
    else this.start();
  }

  start() {
    if (this.chosen.tab === "rite") this.theRite().beat();
    else if (this.chosen.tab === "compare") this.comparing.play();
    else this.hear("row", this.performed);
  }

  /**
   * Play from the beginning; to be called in a tap or a key.
   * @param {Mode} mode
   * @param {PerformedRow} performed
   */
  hear(mode, performed) {
    this.stop();
    if (!this.audible()) return;
    this.mode = mode;
    this.rampSince = 1;
    this.origins.set(performed, this.chosen);
    this.unlock();
    const settings = this.settings(performed);
    this.started = { performed, counted: settings.countIn > 0 };
    if (mode === "row") this.tapping.begin();
    this.player.play(settings);
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
    const { mode } = this;
    this.mode = "row";
    this.follower.rest();
    this.rampSince = 1;
    if (this.noticed === "player-suspended") this.quiet();
    this.drawn = this.sounding(null);
    this.version += 1;
    this.draw();
    this.controls.showTempo();
    this.showPlaying();
    if (mode === "rite") this.rite?.stopped();
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
    if (!this.audible()) return;
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
    this.noticed = key;
    byId("notice-text").replaceChildren(...withMarks(this.speech.say(key, value)));
    byId("notice").hidden = false;
    byId("notice-act").hidden = !act;
  }

  /** Nothing more is told, but for a sound that is still interrupted. */
  quiet() {
    if (this.noticed === "player-suspended" && this.player.playing && this.player.state !== "running") {
      this.notice(this.noticed, 0, true);
      return;
    }
    this.noticed = "";
    byId("notice").hidden = true;
    byId("notice-text").textContent = "";
  }

  /** @param {string} language */
  speak(language) {
    this.speech = new Speech(this.data, language);
    document.documentElement.lang = this.speech.language;
    document.title = this.speech.say("kit");
    for (const element of document.querySelectorAll("[data-say]")) {
      const said = this.speech.say(element.getAttribute("data-say") ?? "");
      // What is the same already stays: at the beginning that is nearly all.
      if (element.textContent !== said || MORE_THAN_TEXT.test(said)) element.replaceChildren(...withMarks(said));
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
    idle(() => this.player.takes.ahead(this.rate));
  }
}

/** @type {PageData} */
const DATA = JSON.parse(byId("data").textContent ?? "{}");
const PAGE = new Page(DATA);
Object.assign(window, {
  touhu: {
    version: DATA.version,
    render: (/** @type {string} */ name, /** @type {Use} */ use = "touhu", bpm = 60, cycles = 1, song = "") =>
      renderedRow(DATA, PAGE, name, use, bpm, cycles, song),
  },
});
PAGE.begin();

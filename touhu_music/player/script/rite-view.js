// The rite as a person goes through it: taps and keys, and what of it the page keeps.

class RiteView {
  /**
   * @param {Page} page
   * @param {HTMLElement} root
   * @param {RiteData} data
   */
  constructor(page, root, data) {
    this.page = page;
    this.data = data;
    this.drum = new RiteDrum(page);
    this.screen = new RiteScreen(this, root);
    /** What keys do here, above those of the page. */
    /** @type {Record<string, () => void>} */
    this.actions = {
      " ": () => this.next(),
      PageDown: () => this.next(),
      PageUp: () => this.goBack(),
      b: () => this.goBack(),
      g: () => this.note("g"),
      h: () => this.note("h"),
      x: () => this.note("miss"),
      z: () => this.undo(),
    };
    const kept = progressFrom(page.chosen.kiosk ? "" : remembered("rite") ?? "");
    if (!page.chosen.rite && kept) page.keep(this.unlessOver(kept));
  }

  /**
   * What was kept of another visit; where the rite was over, it begins again in the same way.
   * @param {Progress} kept
   */
  unlessOver(kept) {
    const { text, mode, pairs, rounds } = kept;
    const { at, stops } = course(this.data, kept, this.school);
    return codeOf(at < stops.length - 1 ? kept : { ...BEGINNING, text, mode, pairs, rounds });
  }

  // --- how far it has come ----------------------------------------------------------------------

  get progress() {
    return progressFrom(this.page.chosen.rite, this.data.arrows) ?? BEGINNING;
  }

  get school() {
    return this.page.chosen.name.split("-")[0] || "lu";
  }

  /** Where it is; see `course`. */
  get now() {
    return course(this.data, this.progress, this.school);
  }

  /** Whether it has begun and is not over yet. */
  get underWay() {
    const { at, stops } = this.now;
    return this.page.chosen.tab === "rite" && at > 0 && at < stops.length - 1;
  }

  /** @param {Partial<Progress>} change */
  change(change) {
    const rite = codeOf({ ...this.progress, ...change });
    remember("rite", rite);
    this.page.choose({ rite });
    this.page.sharing.writeAddress(0);
    this.page.device.holdAwake();
  }

  /**
   * Change how it is done, and stay at the same step.
   * @param {Partial<Progress>} change
   */
  choose(change) {
    const { stop } = this.now;
    const { pairs, throws } = { ...this.progress, ...change };
    const most = this.data.arrows * pairs;
    const kept = throws.map((thrown) => (Math.max(...Object.values(thrownOf(thrown))) > most ? "" : thrown));
    const progress = { ...this.progress, ...change, throws: kept };
    const sheet = sheetOf(this.data, progress, this.school);
    const at = placeLike(stopsOf(this.data, sheet, progress, this.now.results), this.data, stop);
    this.change({ ...progress, at: Math.max(at, 0), cycle: 0 });
    this.silence();
  }

  // --- going through it -------------------------------------------------------------------------

  /**
   * Go where a tap leads. Forth into the throws the drum begins; where it does not belong it is silent.
   * @param {number} to
   * @param {boolean} forth
   */
  goTo(to, forth) {
    const { stop } = this.now;
    const at = landing(this.data, this.progress, this.school, to);
    const there = course(this.data, { ...this.progress, at }, this.school).stop;
    const other = there.round !== stop.round || there.pair !== stop.pair;
    if (this.drum.ending) this.drum.end(false);
    if (other && there.kind === "throws" && this.drum.sounds) this.drum.nextPair();
    this.change({ at, cycle: other ? 0 : this.progress.cycle });
    this.silence();
    if (forth && there.kind === "throws" && !this.drum.sounds) this.drum.begin(1);
    this.screen.show();
    if (this.page.chosen.tab === "rite") window.scrollTo(0, 0);
  }

  /** Go forth. Out of the throws the row is first played to its end, unless it is asked for twice. */
  next() {
    const { at, stops, stop } = this.now;
    if (at === stops.length - 1) return;
    const leaves = this.musicAt(stop) === "on" && this.musicAt(stops[at + 1]) !== "on";
    if (leaves && this.drum.sounds && !this.drum.ending) {
      this.drum.end(true);
      this.screen.show();
    } else this.goTo(at + 1, true);
  }

  goBack() {
    if (this.drum.sounds && this.drum.ending) {
      this.drum.end(false);
      this.screen.show();
    } else if (this.now.at) this.goTo(this.now.at - 1, false);
  }

  anew() {
    const { text, mode, pairs, rounds } = this.progress;
    this.change({ ...BEGINNING, text, mode, pairs, rounds });
    this.silence();
    this.screen.show();
  }

  // --- the drum ---------------------------------------------------------------------------------

  /** @param {Stop} stop */
  musicAt(stop) {
    return musicAt(this.data, stop);
  }

  /** Begin the drum where it belongs and does not sound; to be called in a tap or a key. */
  beat() {
    if (this.musicAt(this.now.stop) !== "on" || this.drum.sounds) return;
    this.drum.begin(this.progress.cycle);
    this.screen.show();
  }

  /** Let no drum sound where the cue sheet has none. */
  silence() {
    if (!this.drum.sounds || this.musicAt(this.now.stop) === "on") return;
    this.drum.ending = false;
    this.page.stop();
  }

  /** The drum has come to its end, or was stopped. */
  stopped() {
    const { ending } = this.drum;
    this.drum.ending = false;
    if (ending) this.goTo(this.now.at + 1, false);
    else if (this.page.chosen.tab === "rite") this.screen.show();
  }

  /**
   * Follow the ear: keep which cycle it has reached, and show it.
   * @param {Cursor | null} cursor
   */
  follow(cursor) {
    const cycle = this.drum.cycle(cursor);
    if (cycle > 0 && cycle !== this.progress.cycle) {
      const rite = codeOf({ ...this.progress, cycle });
      remember("rite", rite);
      this.page.keep(rite);
    }
    if (this.page.chosen.tab === "rite") this.screen.follow(cursor);
  }

  // --- what was hit -----------------------------------------------------------------------------

  /** The throws of the round, where they can be noted and corrected; null elsewhere. */
  get noted() {
    const { stop, sheet } = this.now;
    const [counting] = sheet.counted;
    const open = stop.kind !== "act" || this.data.rows[stop.rows[0]].step === this.data.rows[counting].step;
    return open && stop.round ? this.progress.throws[stop.round - 1] : null;
  }

  /** Arrows of a side that can be out by now. */
  get most() {
    const { stop } = this.now;
    return this.data.arrows * (stop.pair || this.progress.pairs);
  }

  /**
   * Note an arrow: a hit of guest or host, or that the one whose turn it is has missed.
   * @param {"g" | "h" | "miss"} what
   */
  note(what) {
    const { noted, most } = this;
    if (noted === null) return;
    const turn = turnOf(noted, most);
    const letter = what === "miss" ? (turn === "guest" ? "x" : "y") : what;
    const side = letter === "g" || letter === "x" ? "guest" : "host";
    if (!turn || thrownOf(noted)[side] >= most) return;
    this.write(noted + letter);
  }

  undo() {
    if (this.noted) this.write(this.noted.slice(0, -1));
  }

  /** @param {string} thrown */
  write(thrown) {
    const { round } = this.now.stop;
    this.change({ throws: this.progress.throws.map((each, place) => (place === round - 1 ? thrown : each)) });
  }

  show() {
    this.silence();
    this.screen.show();
  }
}

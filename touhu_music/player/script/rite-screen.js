// The screen of the rite: what is done now and what comes next, the drum that goes with it, hits and count.

class RiteScreen {
  /**
   * @param {RiteView} rite
   * @param {HTMLElement} root
   */
  constructor(rite, root) {
    this.rite = rite;
    this.page = rite.page;
    this.data = rite.data;
    this.root = root;
    this.words = this.spoken();
    this.shown = "";
    this.row = "";
    this.lit = 0;
    this.head = make("div", { class: "rite-head" });
    this.now = make("div", { class: "rite-now", role: "status" });
    this.drum = make("div", { class: "rite-drum" });
    this.hits = make("div", { class: "rite-hits" });
    this.coming = make("div", { class: "rite-coming" });
    this.settings = new RiteSettings(rite, this);
    this.beside = make("div", { class: "rite-beside" });
    const side = make("div", { class: "rite-side" }, this.drum, this.hits, this.coming, this.beside);
    root.append(this.head, this.now, side, ...this.settings.parts);
    this.back = make("button", { type: "button", class: "rite-tap rite-back", id: "rite-back" });
    this.forth = make("button", { type: "button", class: "rite-tap rite-forth", id: "rite-next" });
    this.back.addEventListener("click", () => rite.goBack());
    this.forth.addEventListener("click", () => rite.next());
    document.querySelector(".bar")?.append(this.back, this.forth);
  }

  /** The words of the rite beside those of the page, in the language that is chosen. */
  spoken() {
    const { page, data } = this;
    const { language } = page.speech;
    const both = { ...page.data.words[language], ...data.words[language] };
    return new RiteWords(data, new Speech({ ...page.data, words: { [language]: both } }, language));
  }

  /**
   * @param {string} key
   * @param {...(string | number)} values
   */
  say(key, ...values) {
    return this.words.speech.say(`player-rite-${key}`, ...values);
  }

  show() {
    const now = this.rite.now;
    if (this.words.speech.language !== this.page.speech.language) this.words = this.spoken();
    this.shown = "";
    this.showHead(now.stop, now.at, now.stops.length);
    this.showDrum(now);
    this.showHits();
    this.showComing(now);
    this.showBeside(now.stop);
    this.settings.show(now);
    this.showTaps(now);
    this.follow(this.rite.drum.sounds ? this.page.follower.cursor() : null);
  }

  // --- where it is ------------------------------------------------------------------------------

  /**
   * @param {Stop} stop
   * @param {number} at
   * @param {number} count
   */
  showHead(stop, at, count) {
    const row = rowAt(this.data, stop);
    const [hanzi, called] = this.words.section(row.section);
    const turn = this.words.turn(stop, this.rite.progress);
    const where = [...turn, `${row.step} · ${this.say("step", at + 1, count)}`].join(" · ");
    const full = make("button", { type: "button", class: "icon", "aria-pressed": String(this.page.device.full) });
    full.setAttribute("aria-label", this.page.speech.say("player-full"));
    const arrows = draw("path", { d: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5" });
    full.append(draw("svg", { viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" }, arrows));
    full.addEventListener("click", () => this.page.device.prefer("full"));
    const reached = make("progress", { max: count, value: at + 1, "aria-label": where });
    rebuild(
      this.head,
      make("h2", {}, this.hanzi(hanzi), " ", make("span", { class: "rite-called", text: called })),
      full,
      make("p", { class: "quiet", text: where }),
      reached,
    );
  }

  /**
   * Hanzi, told to be Chinese.
   * @param {string} text
   * @param {string} look
   */
  hanzi(text, look = "") {
    return make("span", { lang: this.words.speech.script, class: look, text });
  }

  /**
   * One act: who, what is said, how it is read and what it means, what is done, where, and whence that is.
   * @param {number} number  of the row
   * @param {Stop} stop
   * @param {number | null} arrow
   */
  act(number, stop, arrow = null) {
    const { words, data, rite } = this;
    const row = data.rows[number];
    const { results } = rite.now;
    const [who, called] = words.who(row);
    const said = words.words(row, this.difference(stop));
    const books = stop.kind === "act" ? words.books(row) : "";
    const where = [words.where(row, winnerOf(data, results, stop.round)), books].filter(Boolean).join(" — ");
    const only = isOpen(row, stop.round, results) ? words.speech.say(`cue-only-${row.only}`) : "";
    const lines = [
      make(
        "p",
        { class: "rite-who" },
        make("b", {}, this.hanzi(who), called ? ` ${called}` : ""),
        make("span", { class: `basis ${row.basis}`, text: words.basis(row.basis), title: words.books(row) }),
      ),
      ...(only ? [make("p", { class: "quiet", text: only })] : []),
      ...(said
        ? [
            make("p", { class: "rite-said" }, this.hanzi(said.hanzi)),
            make("p", { class: "rite-aloud", lang: words.tongue === "ko" ? "ko" : "zh-Latn", text: said.aloud }),
            ...(said.meaning ? [make("p", { class: "rite-meaning", text: said.meaning })] : []),
          ]
        : []),
      make("p", { class: said ? "rite-does" : "rite-does alone" }, ...withMarks(words.action(row, arrow))),
      ...(where ? [make("p", { class: "quiet" }, ...withMarks(where))] : []),
    ];
    return make("div", { class: "rite-act" }, ...lines);
  }

  /**
   * By how much one side has more, where that was counted.
   * @param {Stop} stop
   */
  difference({ round }) {
    const { results } = this.rite.now;
    if (!round || round > results.length) return 0;
    const { guest, host } = hitsOf(this.rite.progress.throws[round - 1]);
    return Math.abs(guest - host);
  }

  /**
   * What was counted, in lines, from the counting on.
   * @param {Stop} stop
   * @param {readonly string[]} results
   */
  counted(stop, results) {
    const { words, data } = this;
    if (!stop.round && results.length === 3) return words.outcome(data.horses[results.join("")]);
    if (stop.kind !== "act" || !stop.round || stop.round > results.length) return [];
    const { guest, host } = hitsOf(this.rite.progress.throws[stop.round - 1]);
    const { object } = rowAt(data, stop);
    const standing = data.horses[results.slice(0, stop.round).join("")].standing;
    const horses = object === "馬" ? [words.horses(standing)] : [];
    return [words.speech.say("judge-counters", guest, host), ...horses];
  }

  /**
   * What is done now: of the throws what belongs to the cycle.
   * @param {number} cycle
   */
  showNow(cycle) {
    const { stop, results, sheet, at, stops } = this.rite.now;
    const slots = sheet.cycles ? slotsIn(stop, cycle) : stop.slots.filter(([, its]) => its === 1);
    const line = stop.kind === "throws" ? lineIn(this.data, sheet, cycle, this.words.speech.script) : null;
    const acts = slots.map(([row, , arrow]) => this.act(row, stop, arrow));
    const rows = stop.kind === "throws" ? [] : stop.rows;
    this.root.dataset.kind = stop.kind;
    this.throwers?.replaceChildren(...withMarks(this.thrown(slots)));
    rebuild(
      this.now,
      ...acts,
      ...(line ? [this.line(line)] : []),
      ...rows.map((row) => this.act(row, stop)),
      ...this.counted(stop, results).map((text) => make("p", { class: "rite-count" }, ...withMarks(text))),
      ...(at === stops.length - 1 ? [make("p", { class: "rite-count", text: this.say("over") })] : []),
    );
  }

  /**
   * What goes on beside the throws.
   * @param {Stop} stop
   */
  showBeside(stop) {
    const acts = stop.kind === "throws" ? stop.rows.map((row) => this.act(row, stop)) : [];
    this.beside.hidden = !acts.length;
    rebuild(this.beside, make("h3", { text: this.say("meanwhile") }), ...acts);
  }

  /**
   * A line of the song; that one goes with each cycle is our choice.
   * @param {string} line
   */
  line(line) {
    const { words } = this;
    const told = make("span", {}, words.speech.say("cue-song", ""), this.hanzi(line, "rite-song"));
    const basis = make("span", { class: "basis reconstruction", text: words.basis("reconstruction") });
    return make("p", { class: "rite-who", title: words.speech.say("cue-song-lines") }, told, basis);
  }

  // --- the drum ---------------------------------------------------------------------------------

  /** @param {{stop: Stop, sheet: RiteSheet}} now */
  showDrum({ stop }) {
    const { drum } = this.rite;
    const music = this.rite.musicAt(stop);
    const state = drum.ending ? "ends" : music === "on" && !drum.sounds ? "waits" : music;
    this.drum.dataset.music = state;
    this.drum.toggleAttribute("data-sounds", music === "on");
    const line = make("p", { class: "rite-drum-state", text: this.say(`drum-${state}`) });
    this.cycle = make("p", { class: "rite-cycle" });
    this.throwers = make("p", { class: "rite-throwers" });
    this.marks = make("div", { class: "rite-marks", "aria-hidden": "true" });
    this.row = "";
    const { chosen, speech } = this.page;
    const title = `${this.page.titleOf({ ...chosen, use: "touhu" })} · ${speech.say("tempo", chosen.tempo)}`;
    const named = make("p", { class: "quiet rite-row" }, ...withMarks(title));
    if (music !== "on") {
      rebuild(this.drum, line, ...(music === "arm" ? [named] : []));
      return;
    }
    this.drawRow(drumsOf(chosen.after));
    const button = make("button", { type: "button", text: this.say(drum.sounds ? "drum-stop" : "drum-start") });
    button.addEventListener("click", () => (drum.sounds ? this.page.stop() : this.rite.beat()));
    rebuild(this.drum, line, button, this.cycle, ...(stop.kind === "throws" ? [this.throwers] : []), this.marks, named);
  }

  /**
   * Follow the ear: stroke by stroke in the row, cycle by cycle in words.
   * @param {Cursor | null} cursor
   */
  follow(cursor) {
    const { rite } = this;
    const cycle = rite.drum.cycle(cursor);
    const state = [cycle, cursor?.beat, rite.drum.sounds].join();
    if (cursor?.cycle && rite.drum.sounds) this.drawRow(cursor.performance.pattern.map(({ drum }) => drum));
    this.light(cursor?.cycle ? cursor.number : 0);
    if (state === this.shown) return;
    const [before] = this.shown.split(",");
    this.shown = state;
    const { sheet, stop } = rite.now;
    if (this.rite.musicAt(stop) === "on" && this.cycle) {
      this.cycle.textContent = this.told(cursor, cycle, sheet.cycles);
      this.cycle.classList.toggle("beyond", sheet.cycles > 0 && cycle > sheet.cycles);
    }
    // While nothing sounds there stands what comes first.
    if (before !== String(cycle)) this.showNow(rite.drum.sounds ? Math.max(cycle, 1) : rite.progress.cycle || 1);
  }

  /**
   * Draw the row that the ear has, which changes at the next cycle after a change.
   * @param {readonly Drum[]} drums
   */
  drawRow(drums) {
    if (drums.join() === this.row) return;
    this.row = drums.join();
    this.lit = 0;
    this.marks?.replaceChildren(...drums.map((each) => drawnMark(each)));
  }

  /**
   * Light a stroke in the row, or none.
   * @param {number} number
   */
  light(number) {
    if (number === this.lit) return;
    this.marks?.children[this.lit - 1]?.classList.remove("lit");
    this.marks?.children[number - 1]?.classList.add("lit");
    this.lit = number;
  }

  /**
   * Who throws, in a line.
   * @param {readonly Slot[]} slots  of a cycle; none beyond the plan
   */
  thrown(slots) {
    if (!slots.length) return this.say("goes-on");
    const [[number, , arrow]] = slots;
    if (!arrow) return this.words.action(this.data.rows[number]);
    const names = slots.map(([row]) => this.words.who(this.data.rows[row]).join(" ").trim());
    return `${names.join(" → ")} · ${arrow}/${this.data.arrows}`;
  }

  /**
   * @param {Cursor | null} cursor
   * @param {number} cycle
   * @param {number} planned  0 where no rule says
   */
  told(cursor, cycle, planned) {
    if (cursor?.beat) return `${this.words.speech.say("count_in")} ${cursor.beat}`;
    if (cycle < 1) return this.rite.drum.sounds && cursor ? this.say("pair-waits") : "";
    if (!planned) return this.say("cycle-free", cycle);
    return this.say(cycle > planned ? "beyond" : "cycle", cycle, planned);
  }

  // --- hits -------------------------------------------------------------------------------------

  showHits() {
    const { rite } = this;
    const { noted, most } = rite;
    this.hits.hidden = noted === null;
    if (noted === null) {
      rebuild(this.hits);
      return;
    }
    const hits = hitsOf(noted);
    const thrown = thrownOf(noted);
    const turn = turnOf(noted, most);
    const big = /** @type {const} */ (["guest", "host"]).map((side) => {
      const button = make("button", { type: "button", class: "rite-hit", "data-hit": side });
      button.append(make("span", { text: this.say(`hit-${side}`) }), make("b", { text: hits[side] }));
      button.toggleAttribute("disabled", thrown[side] >= most);
      button.addEventListener("click", () => rite.note(side === "guest" ? "g" : "h"));
      return button;
    });
    const miss = make("button", { type: "button", "data-hit": "miss", text: this.say(`miss-${turn ?? "host"}`) });
    miss.toggleAttribute("disabled", !turn);
    miss.addEventListener("click", () => rite.note("miss"));
    const undo = make("button", { type: "button", "data-hit": "undo", text: this.say("undo") });
    undo.toggleAttribute("disabled", !noted);
    undo.addEventListener("click", () => rite.undo());
    rebuild(
      this.hits,
      make("h3", { class: "unseen", text: this.say("hits") }),
      make("div", { class: "rite-buttons", role: "group", "aria-label": this.say("hits") }, ...big, miss, undo),
      make("p", { class: "quiet", role: "status", text: this.say("thrown", thrown.guest, thrown.host, most) }),
    );
  }

  // --- what comes -------------------------------------------------------------------------------

  /** @param {{stops: Stop[], at: number, stop: Stop}} now */
  showComing({ stops, at, stop }) {
    const next = stops[at + 1];
    this.coming.hidden = !next;
    if (!next) return;
    const { words } = this;
    const [slot] = next.slots;
    const row = this.data.rows[slot?.[0] ?? next.rows[0]];
    const [who] = words.who(row);
    const [section, called] = words.section(row.section);
    const said = words.words(row, this.difference(next));
    const turn = row.section === rowAt(this.data, stop).section ? [] : [`${section} ${called}`.trim()];
    rebuild(
      this.coming,
      make("h3", { text: this.say("coming") }),
      ...(turn.length ? [make("p", { class: "quiet" }, ...withMarks(turn.join(" ")))] : []),
      make("p", {}, this.hanzi(who, "rite-next-who"), " ", ...withMarks(words.action(row, slot?.[2] ?? null))),
      ...(said ? [make("p", { class: "rite-next-said" }, this.hanzi(said.hanzi))] : []),
    );
  }

  /** @param {{stops: Stop[], at: number, stop: Stop}} now */
  showTaps({ stops, at, stop }) {
    this.back.textContent = this.say("back");
    this.back.toggleAttribute("disabled", !at);
    this.forth.toggleAttribute("disabled", at === stops.length - 1);
    this.forth.textContent = this.say(this.forthTo(stop, stops[at + 1]));
  }

  /**
   * What the next tap does, in a word.
   * @param {Stop} stop
   * @param {Stop | undefined} next
   */
  forthTo(stop, next) {
    if (this.rite.drum.ending) return "at-once";
    if (stop.kind === "throws") return "all-thrown";
    if (stop.kind === "after") return next?.kind === "throws" ? "next-pair" : "round-over";
    return next?.kind === "throws" ? "first-throw" : "next";
  }
}

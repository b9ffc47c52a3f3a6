// How the rite is done, and the list of all its steps: two parts of the screen that fold.

const RITE_MODES = ["exchange", "throw", "free"];

class RiteSettings {
  /**
   * @param {RiteView} rite
   * @param {RiteScreen} screen
   */
  constructor(rite, screen) {
    this.rite = rite;
    this.screen = screen;
    this.sure = false;
    this.parts = ["choices", "all-steps"].map((key) => {
      const inside = make("div", { class: "rite-inside" });
      const part = make("details", { class: "card", "data-part": key }, make("summary"), inside);
      part.addEventListener("toggle", () => this.show(rite.now)); // what is folded is not made
      return part;
    });
  }

  fold() {
    for (const part of this.parts) part.removeAttribute("open");
  }

  /**
   * @param {{stops: Stop[], at: number}} now
   * @param {boolean} sure  whether it was asked once to begin anew
   */
  show({ stops, at }, sure = false) {
    const { screen } = this;
    this.sure = sure;
    for (const part of /** @type {HTMLDetailsElement[]} */ (this.parts)) {
      const key = part.dataset.part ?? "";
      const [summary, inside] = /** @type {HTMLElement[]} */ ([...part.children]);
      summary.textContent = screen.say(key);
      if (!part.open) inside.replaceChildren();
      else rebuild(inside, ...(key === "choices" ? this.choices() : this.steps(stops, at)));
    }
  }

  /**
   * Buttons of which one is pressed.
   * @param {string} key
   * @param {readonly [value: string, said: string][]} values
   * @param {string} chosen
   * @param {(value: string) => void} choose
   */
  segments(key, values, chosen, choose) {
    const said = this.screen.words.speech.say(key);
    const buttons = values.map(([value, text]) => {
      const button = make("button", { type: "button", "data-rite": value }, make("span", {}, ...withMarks(text)));
      press(button, value === chosen);
      button.addEventListener("click", () => choose(value));
      return button;
    });
    const group = make("div", { class: "segments rite-segments", role: "group", "aria-label": said }, ...buttons);
    return make("div", { class: "line column" }, make("span", { class: "line-name", text: said }), group);
  }

  choices() {
    const { rite, screen } = this;
    const { page, data, progress } = rite;
    const { words } = screen;
    const [, chart = "1"] = page.chosen.name.split("-");
    const school = (/** @type {string} */ value) => page.choose(withRow(page.data, page.chosen, `${value}-${chart}`));
    const texts = Object.entries(data.texts).map(([value, names]) => {
      return make("option", { value, selected: value === progress.text, text: words.label(names) });
    });
    const text = make("select", { id: "rite-text" }, ...texts);
    text.addEventListener("change", () => rite.choose({ text: /** @type {HTMLSelectElement} */ (text).value }));
    const label = make("label", { for: "rite-text", text: screen.say("text") });
    const mode = `${words.speech.say(`cue-${progress.mode}`, 1)} [${words.basis(data.modes[progress.mode])}]`;
    const anew = make("button", { type: "button", id: "rite-anew", text: screen.say(this.sure ? "sure" : "anew") });
    anew.addEventListener("click", () => this.anew());
    return [
      this.segments("player-school", ["lu", "xue"].map((each) => [each, screen.page.speech.say(`player-${each}`)]), page.chosen.name ? rite.school : "", school),
      make("div", { class: "field" }, label, text),
      this.pairs(),
      this.segments("player-rite-rounds", ["1", "3"].map((each) => [each, screen.say(`rounds-${each}`)]), String(progress.rounds), (value) => rite.choose({ rounds: Number(value) })),
      this.segments("player-rite-mode", RITE_MODES.map((each) => [each, screen.say(each)]), progress.mode, (value) => rite.choose({ mode: value })),
      make("p", { class: "quiet" }, ...withMarks(mode)),
      make("p", { class: "quiet" }, ...withMarks(screen.say("choices-note"))),
      make("p", { class: "quiet", text: screen.say("keys") }),
      make("div", { class: "buttons" }, anew),
    ];
  }

  pairs() {
    const { rite, screen } = this;
    const { pairs } = rite.progress;
    const step = (/** @type {string} */ key, /** @type {number} */ by, /** @type {string} */ sign) => {
      const button = make("button", { type: "button", "aria-label": screen.page.speech.say(key), text: sign });
      const to = pairs + by;
      button.toggleAttribute("disabled", to < 1 || to > rite.data.most_pairs);
      button.addEventListener("click", () => rite.choose({ pairs: to }));
      return button;
    };
    const said = screen.say("pairs");
    const stepper = make("div", { class: "stepper", role: "group", "aria-label": said });
    stepper.append(step("player-less", -1, "−"), make("output", { text: pairs }), step("player-more", 1, "+"));
    return make("div", { class: "line" }, make("span", { class: "line-name", text: said }), stepper);
  }

  /** What was noted goes only where it is asked for twice. */
  anew() {
    if (this.sure) this.rite.anew();
    else this.show(this.rite.now, true);
  }

  /**
   * @param {readonly Stop[]} stops
   * @param {number} at
   */
  steps(stops, at) {
    const { rite, screen } = this;
    const { words, data } = screen;
    /** @type {HTMLElement[]} */
    const parts = [];
    let head = "";
    stops.forEach((stop, place) => {
      const row = rowAt(data, stop);
      const turn = [words.section(row.section).join(" ").trim(), ...words.turn(stop, { ...rite.progress, pairs: 1 })];
      if (turn.join(" · ") !== head) {
        head = turn.join(" · ");
        parts.push(make("h3", {}, ...withMarks(head)), make("ol", { class: "rite-steps" }));
      }
      const [slot] = stop.slots;
      const shown = data.rows[slot?.[0] ?? stop.rows[0]];
      const told = [words.action(shown, slot?.[2] ?? null), ...words.turn({ ...stop, round: 0 }, rite.progress)];
      const button = make("button", { type: "button", class: "rite-jump" }, make("b", { text: row.step }), " ");
      button.append(...withMarks(told.join(" · ")));
      if (place === at) button.setAttribute("aria-current", "step");
      button.addEventListener("click", () => rite.goTo(place, false));
      parts[parts.length - 1].append(make("li", {}, button));
    });
    return parts;
  }
}

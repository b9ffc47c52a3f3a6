// Two rows under each other, aligned at 半; heard one after the other, in turn or one in each ear; and the variants.

/** @typedef {"first" | "second" | "turns" | "ears"} Hearing */

/**
 * One side of 半 of two rows in columns; of a row that has no stroke there, the cell is null.
 * @typedef {{section: Section, columns: [Drum | null, Drum | null][], ways: bigint, edits: Edit[], length: number}} Side
 */

/** Beats of silence between a spot in one witness and the same spot in another. */
const SPOT_GAP = 2;

/** Strokes on either side of a spot. */
const SPOT_AROUND = 2;

/**
 * Set two stretches under each other: of those between two that meet, the first row's come first.
 * @param {Section} section
 * @param {string} first
 * @param {string} second
 * @returns {Side}
 */
function alignedSide(section, first, second) {
  const { ways, edits, meeting } = align(first, second);
  const [upper, lower] = [drumsOf(first), drumsOf(second)];
  /** @type {[Drum | null, Drum | null][]} */
  const columns = [];
  let [here, there] = [0, 0];
  for (const [one, other] of [...meeting, /** @type {[number, number]} */ ([upper.length, lower.length])]) {
    for (; here < one; here += 1) columns.push([upper[here] ?? null, null]);
    for (; there < other; there += 1) columns.push([null, lower[there] ?? null]);
    if (one < upper.length) columns.push([upper[one] ?? null, lower[other] ?? null]);
    [here, there] = [one + 1, other + 1];
  }
  return { section, columns, ways, edits, length: first.length };
}

/**
 * @typedef {{name: string, siglum: string, before: string, after: string}} Compared
 */

/** The comparison of the row that is chosen with another. */
class Comparing {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    /** @type {Hearing} */
    this.hearing = "ears";
    /** @type {Side[]} */
    this.sides = [];
    /** @type {Map<number, Element[]>} */
    this.places = new Map();
    this.lit = 0;
    this.spot = -1;
    for (const button of document.querySelectorAll("[data-hear]")) {
      button.addEventListener("click", () => this.hear(/** @type {Hearing} */ (button.getAttribute("data-hear"))));
    }
    byId("compare-a").addEventListener("change", () => {
      const [name = "", siglum] = selectOf("compare-a").value.split("@");
      page.choose(withRow(page.data, page.chosen, name, siglum));
    });
    byId("compare-b").addEventListener("change", () => page.choose({ other: selectOf("compare-b").value }));
  }

  /** @returns {[Compared, Compared]} */
  get rows() {
    return this.rowsOf(this.page.drawn.chosen);
  }

  /**
   * @param {Chosen} chosen
   * @returns {[Compared, Compared]}
   */
  rowsOf(chosen) {
    const { data } = this.page;
    const [name = "", siglum = data.base] = (chosen.other || "xue-1").split("@");
    const other = rowOf(data, name, siglum) ?? data.rows[0];
    return [chosen, other ?? chosen];
  }

  show() {
    const { speech } = this.page;
    const [one, other] = this.rows;
    this.fillChoices();
    this.sides = this.sidesOf(this.page.drawn.chosen);
    const names = [one, other].map(({ name, siglum }) => speech.reading(name, siglum));
    let passed = 0;
    const drawn = this.sides.map((side) => {
      const shown = sideShown(side, passed, names, speech);
      passed += side.columns.length;
      return shown;
    });
    byId("aligned").replaceChildren(...drawn);
    this.places.clear();
    for (const place of byId("aligned").querySelectorAll("[data-column]")) {
      const number = Number(place.getAttribute("data-column"));
      this.places.set(number, [...(this.places.get(number) ?? []), place]);
    }
    this.lit = 0;
    byId("edits").replaceChildren(...this.editsShown(names));
    this.showHearing();
    this.showVariants();
  }

  /**
   * @param {Chosen} chosen
   * @returns {Side[]}
   */
  sidesOf(chosen) {
    const [one, other] = this.rowsOf(chosen);
    const after = alignedSide("after_half", one.after, other.after);
    return chosen.use === "archery" ? [alignedSide("before_half", one.before, other.before), after] : [after];
  }

  /** @param {string[]} names */
  editsShown(names) {
    const { speech } = this.page;
    const words = speech.data.words[speech.language] ?? {};
    const edits = this.sides.flatMap((side) =>
      side.edits.map((edit) => make("li", {}, ...withMarks(editSaid(side.section, edit, side.length, words)))),
    );
    const distance = this.sides.reduce(
      (sum, side) => sum + side.edits.reduce((inner, edit) => inner + editSize(edit), 0),
      0,
    );
    const ways = this.sides.reduce((product, side) => product * side.ways, BigInt(1));
    const said = speech.say(ways > 1 ? "player-ways" : "aligned-only", String(ways));
    const [first = "", second = ""] = names;
    const heading = speech.say("player-edits", first, second, distance);
    return [make("p", { class: "edits-head", text: heading }), make("ul", {}, ...edits), make("p", { class: "quiet", text: said })];
  }

  fillChoices() {
    const { page } = this;
    const { chosen, data, speech } = page;
    const options = (/** @type {string} */ wanted) =>
      data.rows.map(({ name, siglum }) => {
        const value = siglum === data.base ? name : `${name}@${siglum}`;
        return make("option", { value, selected: value === wanted, text: speech.reading(name, siglum) });
      });
    const own = chosen.name ? [] : [make("option", { value: "", selected: true, text: speech.row("") })];
    const current = chosen.siglum === data.base ? chosen.name : `${chosen.name}@${chosen.siglum}`;
    selectOf("compare-a").replaceChildren(...own, ...options(current));
    selectOf("compare-b").replaceChildren(...options(chosen.other || "xue-1"));
  }

  /** @param {Hearing} hearing */
  hear(hearing) {
    const same = this.hearing === hearing && this.page.player.playing && this.page.mode === "compare";
    this.hearing = hearing;
    if (same) this.page.stop();
    else this.play();
  }

  /** What is to be heard of both rows. */
  get performed() {
    const { chosen } = this.page;
    const [one, other] = this.rowsOf(chosen);
    const plan = planFrom(chosen);
    if (this.hearing === "first") return perform(one, chosen.use, plan);
    if (this.hearing === "second") return perform(other, chosen.use, plan);
    return performTogether(this.sidesOf(chosen), chosen.use, plan, this.hearing === "turns");
  }

  play() {
    this.page.hear("compare", this.performed);
    this.showHearing();
  }

  showHearing() {
    const on = this.page.player.playing && this.page.mode === "compare";
    for (const button of document.querySelectorAll("[data-hear]")) {
      press(/** @type {HTMLElement} */ (button), on && button.getAttribute("data-hear") === this.hearing);
    }
  }

  /**
   * Light the column that sounds; of one row alone, that of its stroke.
   * @param {Cursor | null} cursor
   */
  light(cursor) {
    const alone = this.hearing === "first" ? 0 : this.hearing === "second" ? 1 : -1;
    const number = cursor?.number ?? 0;
    const column = alone < 0 || !number ? number : this.columnOf(alone, number);
    const stroke = cursor?.performance.pattern[cursor.index];
    const row = alone < 0 ? (this.hearing === "turns" ? (stroke?.row ?? -1) : -1) : alone;
    if (column === this.lit) return;
    for (const place of this.places.get(this.lit) ?? []) place.classList.remove("lit", "lit-0", "lit-1");
    for (const place of this.places.get(column) ?? []) {
      place.classList.add("lit");
      if (row >= 0) place.classList.add(`lit-${row}`);
    }
    this.lit = column;
  }

  /**
   * @param {number} which
   * @param {number} number  of a stroke of that row
   */
  columnOf(which, number) {
    let left = number;
    const all = this.sides.flatMap(({ columns }) => columns);
    return all.findIndex((column) => column[which] && --left === 0) + 1;
  }

  // --- the variants of the witnesses ----------------------------------------------------------

  showVariants() {
    const { chosen, data, speech } = this.page;
    byId("variants-title").textContent = speech.say("player-variants", speech.reading(chosen.name, chosen.siglum));
    const groups = this.variants();
    const words = data.words[speech.language] ?? {};
    const items = groups.flatMap(({ row, sigla, changes }) =>
      changes.map(({ section, edit, length, there }) => {
        const text = editSaid(section, edit, length, words);
        const button = make("button", { type: "button", class: "variant" });
        button.append(
          make("b", { text: sigla.join(" ") }),
          make("span", {}, ...withMarks(text)),
          make("span", { class: "variant-hear", text: speech.say("player-hear-spot", chosen.siglum || "–", row.siglum) }),
        );
        button.addEventListener("click", () => this.hearSpot(button, row, section, edit, there));
        return make("li", {}, button);
      }),
    );
    const none = speech.say(chosen.name ? "no-difference" : "player-own-no-variants");
    rebuild(byId("variants"), ...(items.length ? items : [make("li", { class: "quiet", text: none })]));
  }

  /** What other witnesses have for the row that is chosen, those that agree together. */
  variants() {
    const { chosen, data } = this.page;
    /** @type {Map<string, WitnessRow[]>} */
    const forms = new Map();
    for (const row of data.rows) {
      if (row.name !== chosen.name || (row.before === chosen.before && row.after === chosen.after)) continue;
      const key = `${row.before}|${row.after}`;
      forms.set(key, [...(forms.get(key) ?? []), row]);
    }
    return [...forms.values()].flatMap((rows) => {
      const [row] = rows;
      if (!row) return [];
      const sides = /** @type {const} */ ([
        ["before_half", chosen.before, row.before],
        ["after_half", chosen.after, row.after],
      ]);
      const changes = sides.flatMap(([section, here, other]) => {
        let shift = 0;
        return align(here, other).edits.map((edit) => {
          const there = edit.place + shift;
          shift += edit.second.length - edit.first.length;
          return { section, edit, length: here.length, there };
        });
      });
      return [{ row, sigla: rows.map(({ siglum }) => siglum), changes }];
    });
  }

  /**
   * Play the neighbourhood of a variant in the row that is chosen, then in the other.
   * @param {HTMLElement} button
   * @param {WitnessRow} other
   * @param {Section} section
   * @param {Edit} edit
   * @param {number} there  place in the other, from 1
   */
  hearSpot(button, other, section, edit, there) {
    const { chosen } = this.page;
    const plan = { ...planFrom(chosen), timing: "even", gap: SPOT_GAP, cycles: 1 };
    const spot = (/** @type {Compared} */ row, /** @type {number} */ place, /** @type {number} */ size) => {
      const from = section === "before_half" ? place : row.before.length + place;
      return excerpt(perform(row, "archery", plan), Math.max(1, from - SPOT_AROUND), from + size - 1 + SPOT_AROUND);
    };
    const both = performInTurn(spot(chosen, edit.place, edit.first.length), spot(other, there, edit.second.length));
    this.page.hear("spot", both);
    button.classList.add("sounding");
  }
}

/**
 * @param {string} id
 * @returns {HTMLSelectElement}
 */
function selectOf(id) {
  return /** @type {HTMLSelectElement} */ (byId(id));
}

/**
 * Draw a side: a column for what meets, with a wedge where the rows differ.
 * @param {Side} side
 * @param {number} passed  columns of the side before
 * @param {string[]} names
 * @param {Speech} speech
 */
function sideShown({ section, columns }, passed, names, speech) {
  const cell = (/** @type {Drum | null} */ drum) =>
    drum ? make("span", { class: "cell" }, drawnMark(drum)) : make("span", { class: "cell none" });
  const drawn = columns.map(([one, other], index) =>
    make(
      "span",
      { class: `pair${one === other ? "" : " differs"}`, "data-column": passed + index + 1 },
      cell(one),
      cell(other),
      make("span", { class: "wedge" }),
    ),
  );
  const differing = columns.flatMap(([one, other], index) => (one === other ? [] : [index + 1]));
  const places = differing.length ? differing.join(", ") : "–";
  const label = speech.say("player-aligned-said", names.join(" / "), speech.say(section), places);
  const [first = "", second = ""] = names;
  const legend = make(
    "p",
    { class: "pair-names", "aria-hidden": "true" },
    make("span", { text: `↑ ${first}` }),
    make("span", { text: `↓ ${second}` }),
  );
  return make(
    "div",
    { class: "aligned-side" },
    make("h3", {}, ...withMarks(speech.say(section))),
    legend,
    make("div", { class: "pairs", role: "img", "aria-label": label }, ...drawn),
  );
}

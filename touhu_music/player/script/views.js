// Three pictures of a row: the page of the old books, two staves, boxes; what sounds is lit in all of them.

/**
 * A stroke as it is shown; its number within the cycle is 0 where the use leaves it out.
 * @typedef {{drum: Drum, section: Section, place: number, number: number, doubtful: boolean}} Shown
 */

/**
 * All strokes of a row in the order of the text.
 * @param {PageData} data
 * @param {Chosen} chosen
 * @returns {Shown[]}
 */
function shownStrokes(data, chosen) {
  const doubts = rowOf(data, chosen.name, chosen.siglum)?.doubtful ?? [];
  const whole = chosen.use === "archery";
  const side = (/** @type {Section} */ section, /** @type {string} */ row, /** @type {number} */ passed) =>
    Array.from(row, (sign, index) => ({
      drum: /** @type {Drum} */ (sign === "○" ? "pi" : "gu"),
      section,
      place: index + 1,
      number: passed < 0 ? 0 : passed + index + 1,
      doubtful: doubts.some(([where, place]) => where === section && place === index + 1),
    }));
  return [
    ...side("before_half", chosen.before, whole ? 0 : -1),
    ...side("after_half", chosen.after, whole ? chosen.before.length : 0),
  ];
}

/** The pictures of the row that is chosen. */
class Pictures {
  /**
   * @param {HTMLElement} root
   * @param {(stroke: Shown) => void} onPick
   */
  constructor(root, onPick) {
    this.root = root;
    this.onPick = onPick;
    /** @type {Map<number, Element[]>} */
    this.places = new Map();
    this.lit = 0;
    root.addEventListener("keydown", (event) => this.walk(event));
  }

  /**
   * Draw the pictures that are chosen.
   * @param {PageData} data
   * @param {Chosen} chosen
   * @param {PerformedRow} performed
   * @param {Speech} speech
   */
  show(data, chosen, performed, speech) {
    const strokes = shownStrokes(data, chosen);
    const wanted = chosen.picture === "all" ? /** @type {const} */ (["old", "staff", "boxes"]) : [chosen.picture];
    const drawn = wanted.map((picture) => {
      if (picture === "staff") return this.staff(data, chosen, performed, strokes, speech);
      return picture === "boxes"
        ? this.boxes(performed, strokes, speech)
        : this.leaf(chosen, strokes, speech);
    });
    rebuild(this.root, ...drawn);
    this.places.clear();
    for (const place of this.root.querySelectorAll("[data-number]")) {
      const number = Number(place.getAttribute("data-number"));
      this.places.set(number, [...(this.places.get(number) ?? []), place]);
    }
    const lit = this.lit;
    this.lit = 0;
    this.light(lit);
  }

  /**
   * Light the stroke of that number in all pictures, or none, and keep it in sight.
   * @param {number} number
   */
  light(number) {
    if (number === this.lit) return;
    for (const place of this.places.get(this.lit) ?? []) place.classList.remove("lit");
    for (const place of this.places.get(number) ?? []) {
      place.classList.add("lit");
      keepInSight(place);
    }
    this.lit = number;
  }

  /**
   * A stroke that can be picked.
   * @param {Shown} stroke
   * @param {Speech} speech
   * @param {...Node} around
   */
  stroke(stroke, speech, ...around) {
    const doubt = stroke.doubtful ? `, ${speech.say("doubtful")}` : "";
    const where = speech.say(stroke.section);
    const label = speech.say("player-stroke", speech.drum(stroke.drum), where, stroke.place) + doubt;
    const made = make(
      "button",
      {
        type: "button",
        class: `stroke ${stroke.drum}${stroke.number ? "" : " unused"}`,
        tabindex: -1,
        ...(stroke.number ? { "data-number": stroke.number } : {}),
      },
      drawnMark(stroke.drum, stroke.doubtful),
      make("span", { class: "unseen", lang: speech.language, text: label }),
      ...around,
    );
    made.addEventListener("click", () => {
      for (const other of this.root.querySelectorAll(".picked")) other.classList.remove("picked");
      for (const place of this.places.get(stroke.number) ?? [made]) place.classList.add("picked");
      this.onPick(stroke);
    });
    return made;
  }

  /**
   * The page of the old books: down, then from right to left; the name stands where they print it.
   * @param {Chosen} chosen
   * @param {Shown[]} strokes
   * @param {Speech} speech
   */
  leaf(chosen, strokes, speech) {
    const name = chosen.name.startsWith("xue") ? speech.chinese("xue") : speech.chinese("lu");
    const hanzi = (/** @type {string} */ signs, look = "hanzi") =>
      Array.from(signs, (sign) => make("span", { class: look, "aria-hidden": "true", text: sign }));
    const first = chosen.name.endsWith("-1");
    const cells = strokes.map((stroke) => this.stroke(stroke, speech));
    const [half] = hanzi("半", "hanzi half");
    if (half) cells.splice(chosen.before.length, 0, half);
    const named = chosen.name ? hanzi(name) : [];
    const page = make("div", { class: "leaf", lang: speech.script });
    page.append(...(first ? hanzi(chosen.name === "lu-1" ? "鼓" : "") : named), ...cells, ...(first ? named : []));
    return framed("leaf-frame", speech.say("player-old"), page);
  }

  /**
   * A box for each stroke, as wide as the time to the next one; 鼓 above, 鼙 below.
   * @param {PerformedRow} performed
   * @param {Shown[]} strokes
   * @param {Speech} speech
   */
  boxes(performed, strokes, speech) {
    const used = strokes.filter(({ number }) => number);
    const shortest = performed.pattern.reduce((least, _, index) => Math.min(least, timeOf(performed, index)), Infinity);
    const boxes = used.map((stroke, index) => {
      const { hanzi, spelled } = syllable(stroke.drum, speech);
      const number = make("span", { class: "box-number", "aria-hidden": "true", text: stroke.number });
      const box = this.stroke(stroke, speech, make("span", { class: "box-said", "aria-hidden": "true" }, hanzi, spelled));
      box.prepend(number);
      box.classList.add("box");
      box.style.setProperty("--beats", String(timeOf(performed, index) / shortest));
      if (stroke.section === "after_half" && stroke.place === 1 && used[0] !== stroke) box.classList.add("after");
      return box;
    });
    return framed("boxes-frame", speech.say("player-boxes"), make("div", { class: "boxes" }, ...boxes));
  }

  /**
   * Two staves as they were engraved; for a row that was not, the same drawn plainly.
   * @param {PageData} data
   * @param {Chosen} chosen
   * @param {PerformedRow} performed
   * @param {Shown[]} strokes
   * @param {Speech} speech
   */
  staff(data, chosen, performed, strokes, speech) {
    const engraved = chosen.timing === "even" && data.staves[`${chosen.before}半${chosen.after}|${chosen.use}`];
    const drawn = engraved ? engravedStaff(engraved) : plainStaff(performed, strokes);
    drawn.classList.add("staff");
    drawn.setAttribute("role", "img");
    drawn.setAttribute("aria-label", `${speech.say("player-staff")}: ${speech.reading(chosen.name, chosen.siglum)}`);
    return framed("staff-frame", speech.say("player-staff"), drawn);
  }

  /**
   * Arrows go from stroke to stroke, so that a row is one stop of the Tab key.
   * @param {KeyboardEvent} event
   */
  walk(event) {
    const from = /** @type {HTMLElement} */ (event.target);
    const group = from.closest(".leaf, .boxes");
    const step = stepOf(event.key, group?.classList.contains("leaf") ?? false);
    if (!group || !step) return;
    const all = /** @type {HTMLElement[]} */ ([...group.querySelectorAll(".stroke")]);
    const to = all[all.indexOf(from) + step];
    event.preventDefault();
    event.stopPropagation();
    if (!to) return;
    from.tabIndex = -1;
    to.tabIndex = 0;
    to.focus();
  }
}

/**
 * How far a key goes in a row; on the page of the old books left is forward.
 * @param {string} key
 * @param {boolean} leftward
 */
function stepOf(key, leftward) {
  const turn = leftward ? -1 : 1;
  return { ArrowDown: 1, ArrowUp: -1, ArrowRight: turn, ArrowLeft: -turn, Home: -Infinity, End: Infinity }[key] ?? 0;
}

/**
 * Parts of a beat from a stroke to the next one, or to the end of the cycle.
 * @param {PerformedRow} performed
 * @param {number} index
 */
function timeOf(performed, index) {
  const { pattern, length } = performed;
  return (pattern[index + 1]?.onset ?? length) - (pattern[index]?.onset ?? 0);
}

/**
 * A frame that scrolls by itself where its picture is wider.
 * @param {string} look
 * @param {string} label
 * @param {Element} inside
 */
function framed(look, label, inside) {
  const first = inside.querySelector(".stroke");
  if (first) first.setAttribute("tabindex", "0");
  const frame = make("div", { class: `frame ${look}`, role: "group", "aria-label": label }, inside);
  if (!first) frame.tabIndex = 0; // so that keys can scroll it
  return frame;
}

/**
 * What is said to a drum, in hanzi and as it is spelled.
 * @param {Drum} drum
 * @param {Speech} speech
 */
function syllable(drum, speech) {
  return {
    hanzi: make("span", { lang: "zh-Hant", text: HANZI[drum] }),
    spelled: make("span", { text: (SPOKEN[speech.language] ?? SPOKEN.en)?.[drum] ?? "" }),
  };
}

/**
 * @param {Element} place
 */
function keepInSight(place) {
  const frame = place.closest(".frame");
  if (!frame || frame.scrollWidth <= frame.clientWidth + 1) return;
  const [inner, outer] = [place.getBoundingClientRect(), frame.getBoundingClientRect()];
  const margin = Math.min(80, outer.width / 4);
  if (inner.left < outer.left + margin || inner.right > outer.right - margin) {
    frame.scrollLeft += inner.left - outer.left - outer.width / 3;
  }
}

/**
 * Read an engraved score, which needs no style of its own to be seen in every theme.
 * @param {string} text
 */
function engravedStaff(text) {
  /** @type {Element} */
  const read = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  const score = /** @type {SVGElement} */ (document.importNode(read, true));
  score.querySelector("title")?.remove(); // the frame has a name
  for (const name of ["width", "height", "font-family"]) score.removeAttribute(name);
  for (const use of score.querySelectorAll("use")) {
    // What is used lies in a tree of its own, where a stroke cannot be lit.
    const shape = score.querySelector(`[id="${use.getAttribute("href")?.slice(1)}"]`);
    const transform = use.getAttribute("transform") ?? "";
    use.replaceWith(draw("g", { transform, ...dashes(use) }, ...(shape?.cloneNode(true).childNodes ?? [])));
  }
  score.querySelector("defs")?.remove();
  for (const group of score.querySelectorAll("g[id^='stroke-']")) {
    const [, number = "", drum = ""] = group.id.split("-");
    group.setAttribute("data-number", number);
    group.classList.add("note", drum);
    group.removeAttribute("id");
  }
  return score;
}

/**
 * @param {Element} use
 * @returns {Record<string, string>}
 */
function dashes(use) {
  const dashed = use.getAttribute("stroke-dasharray");
  return dashed ? { "stroke-dasharray": dashed } : {};
}

/**
 * Two lines, 鼓 above 鼙, with a mark at the time of each stroke.
 * @param {PerformedRow} performed
 * @param {Shown[]} strokes
 */
function plainStaff(performed, strokes) {
  const shortest = performed.pattern.reduce((least, _, index) => Math.min(least, timeOf(performed, index)), Infinity);
  const at = (/** @type {number} */ onset) => 60 + (onset / shortest) * 40;
  const width = at(performed.length) + 20;
  const lines = [50, 110].map((y) => draw("line", { x1: 10, y1: y, x2: width - 10, y2: y, class: "staff-line" }));
  const used = strokes.filter(({ number }) => number);
  const heads = performed.pattern.map(({ drum, number, onset }, index) => {
    const [x, y] = [at(onset), drum === "gu" ? 50 : 110];
    const head =
      drum === "pi"
        ? draw("circle", { cx: x, cy: y, r: 13 })
        : draw("rect", { x: x - 12, y: y - 12, width: 24, height: 24 });
    const look = `note plain ${drum}${used[index]?.doubtful ? " doubtful" : ""}`;
    return draw("g", { class: look, "data-number": number }, head);
  });
  const half = performed.half === null ? [] : [draw("line", halfLine(at(performed.half) - 20))];
  const score = draw("svg", { viewBox: `0 0 ${width} 160` }, ...lines, ...half, ...heads);
  return /** @type {SVGElement} */ (score);
}

/** @param {number} x */
function halfLine(x) {
  return { x1: x, y1: 25, x2: x, y2: 135, class: "staff-half" };
}

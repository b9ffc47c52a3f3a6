// What the page is made of: words in the language that is chosen, elements without markup in text, drawn marks.

/**
 * A book that prints the rows.
 * @typedef {{siglum: string, title: string, short: string, author: string, work_date: string,
 *   copy_date: string, place: string, evidence: string}} Book
 *
 * What Python gives the page.
 * @typedef {{
 *   version: string, names: string[], base: string, rows: WitnessRow[], witnesses: Book[],
 *   choices: Choices & {reasons: Record<string, string>},
 *   sounds: Sounds, songs: Record<string, Record<string, string>>,
 *   notation: Notation, words: Record<string, Record<string, string>>, staves: Record<string, string>,
 * }} PageData
 */

const LANGUAGES = ["zh-Hant", "zh-Hans", "ko", "en"];
const DRAWING = "http://www.w3.org/2000/svg";

/** The syllables of 鼙 and 鼓 as they are spelled beside the hanzi. */
/** @type {Record<string, Record<Drum, string>>} */
const SPOKEN = {
  "zh-Hant": { pi: "tà", gu: "tāng" },
  "zh-Hans": { pi: "tà", gu: "tāng" },
  ko: { pi: "탑", gu: "당" },
  en: { pi: "tà", gu: "tāng" },
};
/** @type {Record<Drum, string>} */
const HANZI = { pi: "榻", gu: "鏜" };
/** @type {Record<Drum, string>} */
const SIGNS = { pi: "○", gu: "□" };

/** Words of the page in one language. */
class Speech {
  /**
   * @param {PageData} data
   * @param {string} language
   */
  constructor(data, language) {
    this.data = data;
    this.language = data.words[language] ? language : "en";
  }

  /**
   * A word of the table, with values at {0}, {1} and so on.
   * @param {string} key
   * @param {...(string | number)} values
   */
  say(key, ...values) {
    const word = this.data.words[this.language]?.[key] ?? key;
    return word.replace(/\{(\d)\}/g, (_, place) => String(values[Number(place)] ?? ""));
  }

  /**
   * The same in Chinese, of the kind that is chosen.
   * @param {string} key
   */
  chinese(key) {
    return this.data.words[this.script]?.[key] ?? key;
  }

  /**
   * A word in Chinese with the language that is chosen beside it, its values left open.
   * @param {string} key
   */
  both(key) {
    const chinese = this.chinese(key);
    return this.language === this.script ? chinese : `${chinese} ${this.data.words[this.language]?.[key] ?? key}`;
  }

  /** The kind of Chinese that stands beside the language, or is it. */
  get script() {
    return this.language === "zh-Hans" ? "zh-Hans" : "zh-Hant";
  }

  /**
   * Name a row: whose, in which chart.
   * @param {string} name
   */
  row(name) {
    const [school = "", chart = ""] = name.split("-");
    if (!chart) return this.say("player-own-row");
    const comma = this.language === this.script ? "" : ", ";
    return `${this.say(school)}${comma}${this.say(`chart-${chart}`)}`;
  }

  /**
   * Name a row at a witness: lu-1@B.
   * @param {string} name
   * @param {string} siglum
   */
  reading(name, siglum) {
    return siglum ? `${this.row(name)} ${siglum}` : this.row(name);
  }

  /**
   * Name a drum by its sign, its size and what is said to it.
   * @param {Drum} drum
   */
  drum(drum) {
    return this.say(`player-stroke-${drum}`);
  }
}

/**
 * The element of an id; a page without it is broken.
 * @param {string} id
 * @returns {HTMLElement}
 */
function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found;
}

/**
 * @param {string} id
 * @returns {HTMLInputElement}
 */
function inputOf(id) {
  return /** @type {HTMLInputElement} */ (byId(id));
}

/**
 * Make an element; text is only ever text.
 * @param {string} tag
 * @param {Record<string, string | number | boolean>} attributes  `text` is what it says
 * @param {...(Node | string)} children
 * @returns {HTMLElement}
 */
function make(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "text") made.textContent = String(value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false) made.setAttribute(name, String(value));
  }
  made.append(...children);
  return made;
}

/**
 * @param {string} tag
 * @param {Record<string, string | number>} attributes
 * @param {...Node} children
 */
function draw(tag, attributes, ...children) {
  const drawn = document.createElementNS(DRAWING, tag);
  for (const [name, value] of Object.entries(attributes)) drawn.setAttribute(name, String(value));
  drawn.append(...children);
  return drawn;
}

/**
 * Draw ○ or □, both as large to the eye; a doubtful one is dashed.
 * @param {Drum} drum
 * @param {boolean} doubtful
 */
function drawnMark(drum, doubtful = false) {
  const shape =
    drum === "pi"
      ? draw("circle", { cx: 50, cy: 50, r: 40 })
      : draw("rect", { x: 14, y: 14, width: 72, height: 72 });
  const look = `mark ${drum}${doubtful ? " doubtful" : ""}`;
  return draw("svg", { class: look, viewBox: "0 0 100 100", "aria-hidden": "true", focusable: "false" }, shape);
}

/** ○, □ and hanzi, which are more than text. */
const MORE_THAN_TEXT = /[○□\u3400-\u9fff\uf900-\ufaff]/;

/**
 * Text that may hold ○ and □, with these drawn, and hanzi, which are told to be Chinese.
 * @param {string} text
 * @returns {Node[]}
 */
function withMarks(text) {
  const chinese = document.documentElement.lang.startsWith("zh");
  const pieces = text.split(/([○□]+|[\u3400-\u9fff\uf900-\ufaff][\u3000-\u303f\u3400-\u9fff\uf900-\ufaff]*)/);
  return pieces.filter(Boolean).map((piece) => {
    if (/^[○□]/.test(piece)) return drawnInText(piece);
    const hanzi = !chinese && /^[\u3400-\u9fff\uf900-\ufaff]/.test(piece);
    return hanzi ? make("span", { lang: "zh-Hant", text: piece }) : document.createTextNode(piece);
  });
}

/**
 * Marks as shapes; who reads by ear, or copies, has them as signs.
 * @param {string} marks
 */
function drawnInText(marks) {
  const drawn = Array.from(marks, (sign) => drawnMark(sign === "○" ? "pi" : "gu"));
  const spoken = make("span", { class: "unseen", text: marks });
  const shown = make("span", { class: "inline-marks", "aria-hidden": "true" });
  shown.append(...drawn);
  return make("span", { class: "marks-text" }, shown, spoken);
}

/**
 * A button that stands for one of several, or for something that is on or off.
 * @param {HTMLElement} button
 * @param {boolean} pressed
 */
function press(button, pressed) {
  button.setAttribute("aria-pressed", String(pressed));
}

/**
 * Keep something small for the next visit, where the browser lets a page do so.
 * @param {string} key
 * @param {string} value
 */
function remember(key, value) {
  if (document.body.classList.contains("kiosk")) return; // the next person begins anew
  try {
    localStorage.setItem(`touhu-${key}`, value);
  } catch {
    // a page from a disk may not; then it is as new each time
  }
}

/**
 * @param {string} key
 * @returns {string | null}
 */
function remembered(key) {
  try {
    return localStorage.getItem(`touhu-${key}`);
  } catch {
    return null;
  }
}

/**
 * A number that was kept; what is none, or out of its range, is as if it had not been kept.
 * @param {string} key
 * @param {number} least
 * @param {number} most
 * @param {number} usual
 */
function rememberedNumber(key, least, most, usual) {
  const kept = remembered(key);
  const number = kept === null || kept === "" ? NaN : Number(kept);
  return number >= least && number <= most ? number : usual;
}

/**
 * Put other children into an element; where one of the old had the focus, its like among the new has it.
 * @param {HTMLElement} root
 * @param {...Node} children
 */
function rebuild(root, ...children) {
  const reached = () => /** @type {HTMLElement[]} */ ([...root.querySelectorAll("button, [tabindex]")]);
  const place = reached().indexOf(/** @type {HTMLElement} */ (document.activeElement));
  root.replaceChildren(...children);
  if (place < 0) return;
  const like = reached()[place];
  if (like && like.tabIndex < 0) {
    for (const other of like.parentElement?.querySelectorAll("[tabindex='0']") ?? []) other.setAttribute("tabindex", "-1");
    like.tabIndex = 0;
  }
  (like ?? byId("main")).focus({ preventScroll: true });
}

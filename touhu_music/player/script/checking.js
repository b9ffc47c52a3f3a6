// A pasted text against the witnesses, and what the text says beside what is our choice.

/** A longer text is not read: it would stop the page for too long. */
const LONGEST_PASTED = 200_000;

/** Seconds of sound that are scheduled before a text is read. */
const CHECK_AHEAD = 20;

/** The box for a text, and the answer to it. */
class Checking {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    /** @type {Form[] | null} the forms of all rows, made when they are first needed */
    this.forms = null;
    byId("check").addEventListener("click", () => this.check());
    byId("pasted").addEventListener("beforeinput", () => page.player.layAhead(CHECK_AHEAD)); // to lay it out takes long too
    byId("pasted").addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) this.check();
    });
  }

  check() {
    const { data, speech } = this.page;
    const text = /** @type {HTMLTextAreaElement} */ (byId("pasted")).value;
    if (!text.trim()) {
      this.answer([make("p", { class: "line", text: speech.say("player-nothing-pasted") })]);
      return;
    }
    if (text.length > LONGEST_PASTED) {
      this.answer([make("p", { class: "line wrong", text: speech.say("player-pasted-long", LONGEST_PASTED) })]);
      return;
    }
    this.page.player.layAhead(CHECK_AHEAD);
    this.forms ??= formsOf(data.rows);
    const words = data.words[speech.language] ?? {};
    const told = verifyText(text, this.forms, data.notation, words);
    const lines = told.lines.map((line) => make("p", { class: "line" }, ...withMarks(line.trim())));
    if (told.errors.length) lines.forEach((line) => line.classList.toggle("wrong", isOf(line, told.errors)));
    const plays = told.rows.flatMap((row) => this.playButtons(row));
    this.answer([...lines, ...plays]);
  }

  empty() {
    /** @type {HTMLTextAreaElement} */ (byId("pasted")).value = "";
    this.answer([]);
  }

  /** @param {Node[]} nodes */
  answer(nodes) {
    byId("answer").replaceChildren(...nodes);
  }

  /**
   * What can be played of a row: itself where it has 半, else the row that it is.
   * @param {RowTold} row
   */
  playButtons(row) {
    const { page } = this;
    const { data, speech } = page;
    const [before = "", after = ""] = row.sides;
    const button = (/** @type {string} */ text, /** @type {() => Chosen} */ chosen) => {
      const made = make("button", { type: "button", class: "wide", text });
      made.addEventListener("click", () => {
        page.stop();
        page.choose({ ...chosen(), tab: "play" });
        page.start();
      });
      return made;
    };
    const agreeing = data.rows.find((known) => known.before === before && known.after === after);
    if (before && after) {
      const own = () => ({ ...page.chosen, name: "", siglum: "", before, after });
      const known = () => (agreeing ? withRow(data, page.chosen, agreeing.name, agreeing.siglum) : own());
      const name = agreeing ? speech.reading(agreeing.name, agreeing.siglum) : speech.say("player-pasted-row");
      return [button(speech.say("player-play-this", name), known)];
    }
    if (!row.cadence) return [];
    const { cadence, use } = row;
    const found = () => ({ ...withRow(data, page.chosen, cadence, data.base), use: use ?? "touhu" });
    return [button(speech.say("player-play-this", speech.reading(cadence, data.base)), found)];
  }
}

/**
 * @param {Element} line
 * @param {readonly string[]} errors
 */
function isOf(line, errors) {
  const text = line.textContent ?? "";
  return errors.some((error) => text.length > 0 && withMarks(error.trim()).map(({ textContent }) => textContent).join("") === text);
}

/**
 * Show what the text says, what is our choice, and where the rows stand.
 * @param {Page} page
 */
function showSources(page) {
  const { chosen, data, speech } = page;
  const saying = (/** @type {string} */ key) => make("li", {}, ...withMarks(speech.say(key)));
  byId("text-says").replaceChildren(...["text", "says-marks", "says-half", "says-sound"].map(saying));
  const practised = practiceSaid(chosen, speech);
  const tempo = chosen.ramp ? speech.say("ramp", ...chosen.ramp.split("-").map(Number)) : speech.say("tempo", chosen.tempo);
  const named = {
    timing: ["timing", speech.say(chosen.timing)],
    beats_per_minute: ["beats_per_minute", tempo],
    cycles: ["cycle-choice", chosen.cycles ? speech.say("no-loop", chosen.cycles) : speech.say("loop")],
    gap: ["gap-choice", chosen.gap ? speech.say("gap", chosen.gap) : speech.say("no-gap")],
    count_in: ["count_in", chosen.countIn ? speech.say("count-in", chosen.countIn) : speech.say("no-count-in")],
    sounds: ["sounds", speech.say(chosen.sounds)],
    accent: ["accent", speech.say("accent-none")],
    ...(practised.length ? { practice: ["practice", practised.join(speech.say("joined"))] } : {}),
  };
  const { reasons } = data.choices;
  const choices = Object.entries(named).flatMap(([field, [key = "", value = ""]]) => {
    const ground = field === "sounds" ? data.sounds[chosen.sounds]?.reason : reasons[field];
    const usual = isUsual(page, field);
    const grounded = usual || field === "sounds"; // any pair of drums has its ground
    const given = [
      ...(usual ? [] : [make("span", { class: "reason", text: speech.say("player-yours") })]),
      ...(grounded ? [make("span", { class: "reason", lang: "en", text: ground ?? "" })] : []),
    ];
    return [make("dt", { text: speech.say(key) }), make("dd", {}, ...withMarks(value), ...given)];
  });
  byId("our-choices").replaceChildren(...choices);
  byId("row-source").replaceChildren(...sourceShown(page));
  showSongSources(page);
  byId("books").replaceChildren(...data.witnesses.map((book) => bookShown(book, speech)));
}

/**
 * Whether a choice is the one whose reason is known.
 * @param {Page} page
 * @param {string} field
 */
function isUsual({ chosen, data }, field) {
  if (field === "practice" || (field === "beats_per_minute" && chosen.ramp)) return false;
  if (field === "cycles") return !chosen.cycles; // the page plays on as no file can
  const { timing, tempo, gap, countIn, sounds } = chosen;
  const now = { timing, beats_per_minute: tempo, gap, count_in: countIn, sounds };
  const usual = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (data.choices));
  const value = /** @type {Record<string, unknown>} */ (now)[field];
  return value === undefined || String(value) === String(usual[field]);
}

/**
 * Where the row that is chosen stands, and what is doubted of it.
 * @param {Page} page
 */
function sourceShown({ chosen, data, speech }) {
  const strokes = shownStrokes(data, chosen);
  const row = rowOf(data, chosen.name, chosen.siglum);
  if (!row) return [make("p", { text: speech.say("no-witness") })];
  const doubts = (row.doubts[speech.language] ?? []).map((text) => make("p", { class: "doubt" }, ...withMarks(text)));
  const drawn = (/** @type {Section} */ wanted) =>
    strokes.filter(({ section }) => section === wanted).map(({ drum, doubtful }) => drawnMark(drum, doubtful));
  const printed = make("p", { class: "printed", role: "img", "aria-label": `${row.before}半${row.after}` });
  printed.append(...drawn("before_half"), make("b", { lang: "zh-Hant", text: "半" }), ...drawn("after_half"));
  return [
    make("p", { text: `${speech.reading(row.name, row.siglum)} · ` }, make("span", { lang: "zh", text: row.source })),
    printed,
    ...doubts,
  ];
}

/**
 * @param {Book} book
 * @param {Speech} speech
 */
function bookShown(book, speech) {
  const rest = [book.author, book.work_date, book.place].filter((text) => text && text !== "unknown");
  const evidence = speech.say(book.evidence === "etext" ? "player-etext" : "player-image");
  return make(
    "li",
    {},
    make("b", { text: book.siglum }),
    " ",
    make("cite", { lang: "zh", text: book.title }),
    make("span", { class: "quiet", lang: "en", text: ` ${rest.join(" · ")}` }),
    make("span", { class: "quiet", text: ` · ${evidence}` }),
  );
}

// How the rite is told in the language of the page: who, what, which words, where, and whence that is known.

class RiteWords {
  /**
   * @param {RiteData} data
   * @param {Speech} speech  that knows the words of the rite as well
   */
  constructor(data, speech) {
    this.data = data;
    this.speech = speech;
    /** @type {"zh" | "ko" | "en"} */
    this.tongue = speech.language === "ko" || speech.language === "en" ? speech.language : "zh";
  }

  /**
   * Our own Chinese in the characters of the language.
   * @param {string} text
   */
  hanzi(text) {
    if (this.speech.language !== "zh-Hans") return text;
    return Array.from(text, (sign) => this.data.short[sign] ?? sign).join("");
  }

  /** @param {InLanguages} names */
  label(names) {
    return this.hanzi(names[this.tongue] ?? "");
  }

  /**
   * What is called so in Chinese has another name beside it, but for who reads Chinese.
   * @param {InLanguages | undefined} names
   */
  called(names) {
    return this.tongue === "zh" ? "" : names?.[this.tongue] ?? "";
  }

  /** @param {string} name */
  section(name) {
    return [this.hanzi(name), this.called(this.data.sections[name])];
  }

  /** @param {RiteRow} row */
  who({ who }) {
    return [this.hanzi(who), this.called(this.data.people[who])];
  }

  /**
   * @param {RiteRow} row
   * @param {number | null} arrow
   */
  action({ act }, arrow = null) {
    const text = this.data.acts[act][this.tongue] ?? "";
    const number = arrow ? this.data.numerals[this.tongue][arrow - 1] : "";
    return this.hanzi(text.replace("{0}", number));
  }

  /**
   * The words of a row, how they are read, and what they mean; null where nothing is said.
   * @param {RiteRow} row
   * @param {number} difference  of the counters, 0 where they are not counted
   */
  words({ say }, difference) {
    if (!say) return null;
    const said = (/** @type {string} */ spelling) => saidIn(this.data, say, spelling, difference);
    return {
      hanzi: said(this.speech.language === "zh-Hans" ? "hans" : "hant"),
      aloud: said(this.tongue === "ko" ? "korean" : "pinyin"),
      meaning: this.tongue === "zh" ? "" : said(this.tongue),
    };
  }

  /**
   * Place, direction and object of a row; a basis of their own stands behind them.
   * @param {RiteRow} row
   * @param {"guest" | "host" | null} side  whose place it is, of two
   */
  where({ from = "", to = "", facing = "", object = "", basis, placed }, side) {
    const place = (/** @type {string} */ name) =>
      ofSide(name, side)
        .split("/")
        .map((each) => this.label(this.data.places[each]))
        .join("/");
    const way = [from, to].filter(Boolean).map(place).join(" → ");
    const faced = facing && this.speech.say(`cue-facing-${facing}`);
    const at = [way, faced].filter(Boolean).join(this.tongue === "zh" ? "，" : ", ");
    const doubt = at && placed && placed !== basis ? ` [${this.basis(placed)}]` : "";
    return [at && at + doubt, this.hanzi(object)].filter(Boolean).join(" · ");
  }

  /** @param {string} name */
  basis(name) {
    return this.speech.say(`cue-basis-${name}`);
  }

  /** @param {RiteRow} row */
  books({ sources = [] }) {
    return sources.map((name) => this.data.books[name]).join("; ");
  }

  /**
   * Round and pair, as far as there are several.
   * @param {Stop} stop
   * @param {Progress} progress
   */
  turn({ round, pair }, { pairs }) {
    return [
      round ? this.speech.say("cue-round", round) : "",
      pair && pairs > 1 ? this.speech.say("cue-pair", pair) : "",
    ].filter(Boolean);
  }

  /**
   * Horses that stand, a sign each.
   * @param {readonly number[]} horses
   */
  horses(horses) {
    const signs = horses.map((count) => this.speech.say("horse-sign").repeat(count) || "–");
    return this.speech.say("horse-stand", ...signs);
  }

  /**
   * What three rounds come to, in lines.
   * @param {RiteOutcome} outcome
   */
  outcome({ standing, end = standing, merged, celebrate, flags = [] }) {
    const { speech } = this;
    return [
      merged ? speech.say(`horse-merged-${celebrate}`, this.horses(end)) : this.horses(end),
      speech.say(`horse-celebrate-${celebrate ?? "nobody"}`),
      ...(flags.length ? [speech.say("cue-two-horses")] : []),
    ];
  }
}

// The song as it is shown: its line beside the marks, what is known of it and what is our choice.

/** The songs by name, and their words in each language. */
class Songbook {
  /** @param {SongData} data */
  constructor(data) {
    this.data = data;
    /** @type {Map<string, Tune>} */
    this.tunes = new Map();
  }

  /** The pitch of 黃鐘. */
  get hertz() {
    return this.data.hertz;
  }

  /** @param {string} name */
  tune(name) {
    const known = this.tunes.get(name) ?? tuneOf(name, this.shape(name));
    this.tunes.set(name, known);
    return known;
  }

  /** @param {string} name */
  shape(name) {
    const shape = this.data.songs[name];
    if (!shape) throw new Error(`the page has no song ${name}`);
    return shape;
  }

  /**
   * @param {string} key
   * @param {Speech} speech
   * @param {...string} values
   */
  say(key, { language }, ...values) {
    const word = this.data.words[language]?.[key] ?? key;
    return word.replace(/\{(\d)\}/g, (_, place) => values[Number(place)] ?? "");
  }

  /**
   * How a song goes with the drum, and that it is a reconstruction; and why.
   * @param {Speech} speech
   * @returns {[string, string]}
   */
  fitted(speech) {
    const [label = "", reason = ""] = this.data.fitting[speech.language] ?? [];
    return [`${label} (${this.say("sung-reconstruction", speech)})`, reason];
  }

  /**
   * What must be said of a song: what is late or lost, and how its string is tuned and played.
   * @param {string} name
   * @param {Speech} speech
   */
  remarks(name, speech) {
    const tuned = this.tune(name).lines.flat().some(({ tone }) => tone !== null);
    const sounds = tuned ? [`${this.say("live-tuned", speech)} ${this.say("heard-equal", speech)}`, this.say("heard-open", speech)] : [];
    return [...this.shape(name).remarks.map((key) => this.say(key, speech)), ...sounds];
  }

  /**
   * What a MIDI file says and needs of a song.
   * @param {Tune} tune
   * @param {Speech} speech
   */
  midi(tune, speech) {
    const { key, program, velocity } = this.data;
    const tuned = tune.lines.flat().some(({ tone }) => tone !== null);
    const { witness, source } = this.shape(tune.name);
    const texts = [
      this.say("song-print", speech, witness, source),
      ...this.fitted(speech),
      ...this.remarks(tune.name, speech),
      ...(tuned ? [this.say("heard-koto", speech)] : []),
    ];
    return { tune, key, program, velocity, texts, name: this.say(tuned ? "heard-zither" : "heard-recitation", speech) };
  }
}

/**
 * Show the line of the song that goes with the cycle, the word that sounds lit; before the first cycle, and
 * while nothing plays, the line that comes first.
 * @param {Page} page
 * @param {Cursor | null} cursor
 */
function showLine(page, cursor) {
  const within = cursor && cursor.cycle ? cursor : null;
  const tune = within ? within.tune ?? page.tune : page.tune;
  const root = byId("sung");
  document.body.classList.toggle("singing", Boolean(tune));
  root.hidden = !tune;
  if (!tune) return;
  const sings = within?.tune === tune;
  const line = lineOf(tune, sings ? within.cycle : 1);
  const lit = sings ? within.word ?? -1 : -1;
  root.classList.toggle("muted", page.chosen.unsung);
  root.replaceChildren(...line.map((word, place) => sungShown(word, place === lit)));
}

/**
 * A word with its lülü and gongche.
 * @param {SungWord} word
 * @param {boolean} lit
 */
function sungShown({ hanzi, lulu, gongche }, lit) {
  const signs = make("small", { text: `${lulu}${gongche}` });
  return make("span", { class: `sung-word${lit ? " lit" : ""}` }, make("b", { text: hanzi }), ...(lulu ? [signs] : []));
}

/**
 * Say what is chosen of a song, why, and where it stands.
 * @param {Page} page
 */
function showSongSources(page) {
  const { chosen, data, speech } = page;
  byId("song-stands").hidden = !chosen.song;
  byId("song-source").replaceChildren();
  if (!chosen.song) return;
  const book = page.theSongs();
  const shape = book.shape(chosen.song);
  const title = data.songs[chosen.song]?.[speech.language] ?? chosen.song;
  const [label, reason] = book.fitted(speech);
  const muted = chosen.unsung ? [speech.say("joined"), speech.say("does-sing")] : [];
  const said = [speech.say("player-song-note"), reason, ...book.remarks(chosen.song, speech)];
  const reasons = said.map((text) => make("span", { class: "reason" }, ...withMarks(text)));
  byId("our-choices").append(
    make("dt", {}, ...withMarks(speech.say("player-song"))),
    make("dd", {}, ...withMarks([title, speech.say("joined"), label, ...muted].join("")), ...reasons),
  );
  const { language } = speech;
  const about = [
    ...(shape.mode ? [book.say("song-mode", speech, shape.mode)] : []),
    book.say("song-for", speech, shape.for[language] ?? ""),
  ];
  byId("song-source").replaceChildren(
    make("p", { lang: "zh", text: `${shape.witness} ${shape.source}` }),
    ...about.map((text) => make("p", {}, ...withMarks(text))),
    ...stanzasShown(book.tune(chosen.song), shape.stanzas),
  );
}

/**
 * All lines of a song, a list for each stanza.
 * @param {Tune} tune
 * @param {readonly number[]} stanzas
 */
function stanzasShown({ lines }, stanzas) {
  let from = 0;
  return stanzas.map((count) => {
    const shown = lines.slice(from, (from += count)).map((line) => make("li", { class: "sung" }, ...line.map((word) => sungShown(word, false))));
    return make("ol", { class: "sung-lines", lang: "zh-Hant" }, ...shown);
  });
}

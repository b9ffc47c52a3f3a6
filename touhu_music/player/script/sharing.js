// What leaves the page: its address, a link, a MIDI file; and what an address brings in.

/** Milliseconds without a change after which the address is written: browsers allow it only so often. */
const ADDRESS_PAUSE = 250;

class Sharing {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.timer = 0;
    byId("copy-link").addEventListener("click", () => void this.copyLink());
    byId("save-midi").addEventListener("click", () => this.saveMidi());
    window.addEventListener("hashchange", ({ newURL }) => this.readAddress(new URL(newURL).hash));
  }

  /** @param {string} hash  the part of the address that says what is chosen */
  readAddress(hash = window.location.hash) {
    const fragment = hash.slice(1);
    if (!fragment || fragment === fragmentOf(this.page.data, this.page.chosen)) {
      this.page.quiet(); // what was told of a link that has gone
      return;
    }
    try {
      this.page.choose(chosenFrom(this.page.data, fragment));
    } catch (error) {
      if (error instanceof NotationError) this.page.notice("player-bad-row", visible(error.message));
      else if (error instanceof AddressError || error instanceof RangeError) {
        this.page.notice("player-bad-link", visible(error.message.slice(0, 60)));
      } else throw error;
    }
  }

  /** @param {number} pause  milliseconds; none where a tap may be the last before all is lost */
  writeAddress(pause = ADDRESS_PAUSE) {
    clearTimeout(this.timer);
    const write = () => {
      try {
        window.history.replaceState(null, "", `#${fragmentOf(this.page.data, this.page.chosen)}`);
      } catch {
        // a page in a frame may not; its link can still be copied
      }
    };
    if (pause) this.timer = window.setTimeout(write, pause);
    else write();
  }

  async copyLink() {
    const { chosen, data, speech } = this.page;
    const fragment = fragmentOf(data, chosen);
    if (fragment.length > longestFragment(data)) {
      byId("link-said").textContent = speech.say("player-link-long");
      return;
    }
    const link = `${window.location.href.split("#")[0]}#${fragment}`;
    const box = inputOf("link");
    box.value = link;
    byId("link-box").hidden = false;
    let copied = false;
    try {
      await navigator.clipboard.writeText(link);
      copied = true;
    } catch {
      box.select(); // so that it can be copied by hand
    }
    byId("link-said").textContent = speech.say(copied ? "player-link-copied" : "player-link-here");
  }

  saveMidi() {
    const { page } = this;
    const { data, speech } = page;
    const chosen = { ...page.chosen, cycles: page.chosen.cycles || cyclesTold(page.chosen, page.performed, page.tuneOf(page.chosen)) };
    const tune = page.tuneOf(chosen);
    const performed = singable(perform(chosen, chosen.use, planFrom(chosen)), tune);
    let file;
    try {
      const words = midiWords(chosen, data, speech);
      const sungTo = tune && { ...page.theSongs().midi(tune, speech), silent: chosen.unsung };
      file = midiFile(performed, practiceFrom(chosen), data.sounds, words, chosen.muted, sungTo);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      byId("link-said").textContent = speech.say("player-no-midi", error.message);
      return;
    }
    const address = URL.createObjectURL(new Blob([file], { type: "audio/midi" }));
    const link = make("a", { href: address, download: `${fileStem(chosen, data)}.mid` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
    byId("link-said").textContent = speech.say("player-midi-holds", chosen.cycles);
  }
}

/** So many cycles show what is left out at random. */
const RANDOM_CYCLES = 8;

/**
 * The fewest cycles in which all of an endless playing is told: the ramp to its end, call and response, the
 * song to its last line.
 * @param {Chosen} chosen
 * @param {PerformedRow} performed
 * @param {Tune | null} tune
 */
function cyclesTold(chosen, performed, tune) {
  const { ramp, respond, leaveStrokes, leaveCycles } = practiceFrom(chosen);
  const change = ramp ? Math.abs(ramp.last.toNumber() - ramp.first.toNumber()) : 0;
  const steps = ramp && change ? Math.ceil(change / ramp.step.toNumber() - 1e-9) : 0;
  const random = leaveStrokes.numerator || leaveCycles.numerator ? RANDOM_CYCLES : 1;
  const cycles = Math.max(steps + 1, random, tune?.lines.length ?? 1);
  const most = Math.floor(LONGEST_PERFORMANCE / performed.pattern.length);
  return Math.min(respond ? cycles + (cycles % 2) : cycles, most);
}

/**
 * What of a plan is not as usual, by the fields of Python.
 * @param {Chosen} chosen
 * @param {PageData} data
 */
function changesOf(chosen, data) {
  const plan = planFrom(chosen);
  const fields = /** @type {const} */ (["timing", "beats_per_minute", "cycles", "gap", "count_in", "sounds"]);
  return fields.filter((field) => String(plan[field]) !== String(data.choices[field]));
}

/**
 * The name of a file without its end, as touhu_music/filenames.py gives it.
 * @param {Chosen} chosen
 * @param {PageData} data
 */
function fileStem(chosen, data) {
  const { name, siglum, tempo, timing, gap, cycles, countIn, sounds, leaveStrokes, leaveCycles } = chosen;
  const changed = new Set(changesOf(chosen, data));
  const marks = `${chosen.before}半${chosen.after}`;
  const [digest = 0] = name ? [] : sha256(marks);
  const row = name ? name + (siglum === data.base ? "" : `@${siglum}`) : `row-${digest.toString(16).padStart(8, "0")}`;
  const [first, last, step] = chosen.ramp.split("-");
  const parts = [
    row,
    chosen.use,
    changed.has("timing") && timing,
    changed.has("gap") && `gap${gap}`,
    changed.has("beats_per_minute") && `${tempo}bpm`,
    changed.has("cycles") && `${cycles}cycles`,
    changed.has("count_in") && `count-in${countIn}`,
    changed.has("sounds") && sounds,
    chosen.ramp && `ramp${Number(first)}to${Number(last)}by${Number(step)}`,
    ...chosen.muted.map((drum) => `mute-${drum}`),
    leaveStrokes && `leave-strokes${leaveStrokes / 100}`,
    leaveCycles && `leave-cycles${leaveCycles / 100}`,
    (leaveStrokes || leaveCycles) && "seed0",
    chosen.respond && "respond",
    chosen.click && "click",
    chosen.song && `song-${chosen.song}`,
    chosen.song && chosen.unsung && "unsung",
  ];
  return parts.filter(Boolean).join("_");
}

/**
 * How a row is practised, in a line; nothing where it is not. As `practised` of touhu_music/language.py.
 * @param {Chosen} chosen
 * @param {Speech} speech
 */
function practiceSaid(chosen, speech) {
  return [
    ...(chosen.ramp ? [speech.say("ramp", ...chosen.ramp.split("-").map(Number))] : []),
    ...chosen.muted.map((drum) => speech.say(`mute-${drum}`)),
    ...(chosen.leaveStrokes ? [speech.say("leave-strokes", chosen.leaveStrokes, 0)] : []),
    ...(chosen.leaveCycles ? [speech.say("leave-cycles", chosen.leaveCycles, 0)] : []),
    ...(chosen.respond ? [speech.say("respond")] : []),
    ...(chosen.click ? [speech.say("click")] : []),
  ];
}

/**
 * What a MIDI file says of row, choices and reasons, as touhu_music/render/midi.py writes it.
 * @param {Chosen} chosen
 * @param {PageData} data
 * @param {Speech} speech
 * @returns {MidiWords}
 */
function midiWords(chosen, data, speech) {
  const row = rowOf(data, chosen.name, chosen.siglum);
  const [school, chart] = chosen.name.split("-");
  const keys = [school || "row", ...(chart ? [`chart-${chart}`] : []), chosen.use];
  const line = keys.map((key) => speech.chinese(key)).join(" ");
  const alone = speech.language === speech.script;
  const changed = new Set(/** @type {string[]} */ (changesOf(chosen, data)));
  const { reasons } = data.choices;
  const named = /** @type {Record<string, string>} */ ({ cycles: "cycle-choice", gap: "gap-choice" });
  const practised = practiceSaid(chosen, speech);
  const practice = practised.length ? [`${speech.both("practice")}: ${practised.join("; ")}`] : [];
  const choices = [
    speech.say(chosen.timing),
    ...(chosen.ramp ? [] : [speech.say("tempo", chosen.tempo)]),
    speech.say("cycles", chosen.cycles),
    speech.say(chosen.gap ? "gap" : "no-gap", chosen.gap),
    speech.say(chosen.countIn ? "count-in" : "no-count-in", chosen.countIn),
    speech.say(chosen.sounds),
    speech.say("accent-none"),
  ];
  const grounds = Object.entries(reasons)
    .filter(([field]) => !(chosen.ramp && field === "beats_per_minute"))
    .map(([field, reason]) => {
      return `${speech.say(named[field] ?? field)}: ${changed.has(field) ? speech.say("player-yours") : reason}`;
    });
  const counted = chosen.countIn ? [speech.both("count-in").replace(/\{0\}/g, String(chosen.countIn))] : [];
  return {
    title: alone ? line : `${line} · ${keys.map((key) => speech.say(key)).join(", ")}`,
    texts: [
      row ? `${speech.both("witness")}: ${row.siglum} ${row.source}` : speech.both("no-witness"),
      speech.both("text"),
      `${speech.both("choices")}: ${choices.join("; ")}`,
      ...practice,
      ...grounds,
      `${speech.say(chosen.sounds)}: ${data.sounds[chosen.sounds]?.reason ?? ""}`,
    ],
    cycle: speech.both("cycle"),
    drums: { pi: speech.both("pi"), gu: speech.both("gu") },
    syllables: HANZI,
    clicks: [...counted, ...practice].join("; "),
  };
}

/**
 * Render a row offline, for who wants to check the sound; rejected for what is no row, use, tempo or count.
 * @param {PageData} data
 * @param {Page} page
 * @param {string} name  of a row, or name@witness
 * @param {Use} use
 * @param {number} bpm
 * @param {number} cycles
 * @param {string} song  beside it, or empty
 */
async function renderedRow({ rows, base, choices, songs }, page, name, use, bpm, cycles, song) {
  const found = rows.find((row) => name === `${row.name}@${row.siglum}` || (name === row.name && row.siglum === base));
  if (!found) throw new RangeError(`no row ${String(name).slice(0, 40)}`);
  if (use !== "touhu" && use !== "archery") throw new RangeError(`use must be touhu or archery, not ${String(use)}`);
  if (song !== "" && !Object.keys(songs).includes(song)) throw new RangeError(`no song ${String(song).slice(0, 40)}`);
  const tune = song ? page.theSongs().tune(song) : null;
  if (tune) page.player.takes.hertz = page.theSongs().hertz;
  const whole = perform(found, use, { ...choices, beats_per_minute: bpm, cycles });
  return renderOffline(singable(whole, tune), page.player.takes, { tune });
}

// The rite as it is gone through: what comes after what, what the drum does there, what was hit.

/** @typedef {{zh?: string, ko: string, en: string}} InLanguages */

/**
 * A row of the cue sheet; what it does not have is left out. `act` is the number of what is done, `only`
 * where alone it is done, and a place written a/b is a where the guest's side has it, b where the host's.
 * @typedef {object} RiteRow
 * @property {string} step
 * @property {string} section
 * @property {string} who
 * @property {number} act
 * @property {string} basis
 * @property {string} [say]  the name of what is said
 * @property {string} [from]
 * @property {string} [to]
 * @property {string} [facing]
 * @property {string} [object]
 * @property {string} [only]
 * @property {"arm" | "on"} [music]
 * @property {string} [placed]  the basis of the place alone
 * @property {string[]} [sources]
 */

/** @typedef {[row: number, cycle: number | null, arrow: number | null]} Slot */

/**
 * A cue sheet as `Table.laid` of touhu_music/player/rite_data.py has it, rows by their numbers.
 * @typedef {object} RiteSheet
 * @property {number[]} opening
 * @property {number[]} again  between two rounds
 * @property {number[]} order
 * @property {number[]} meanwhile
 * @property {{throws: Slot[], after: number[]}[]} pairs  the first, and any other
 * @property {number[]} counted
 * @property {number[]} closing
 * @property {number} cycles  of a pair; 0 where no rule says
 */

/**
 * What rounds come to: the horses that stand, the guest's and the host's; after three also how it ends.
 * @typedef {{standing: number[], end?: number[], merged?: boolean, celebrate?: "guest" | "host" | null,
 *   flags?: string[]}} RiteOutcome
 */

/**
 * What `rite_data` of Python gives the page.
 * @typedef {{
 *   rows: RiteRow[], acts: Record<string, string>[], sheets: Record<string, RiteSheet>,
 *   formulas: Record<string, Record<string, string>>, texts: Record<string, InLanguages>,
 *   modes: Record<string, string>, lines: Record<string, string[]>, people: Record<string, InLanguages>,
 *   sections: Record<string, InLanguages>, places: Record<string, InLanguages>, books: Record<string, string>,
 *   numerals: Record<string, string[]>, short: Record<string, string>, arrows: number, most_pairs: number,
 *   amounts: Record<string, string[]>, horses: Record<string, RiteOutcome>,
 *   words: Record<string, Record<string, string>>,
 * }} RiteData
 */

/**
 * What is chosen of the rite and how far it has come; replaced as a whole. Of each round `throws` has a
 * letter an arrow: g or h for a hit of guest or host, x or y for a miss of theirs.
 * @typedef {object} Progress
 * @property {string} text
 * @property {string} mode
 * @property {number} pairs
 * @property {number} rounds  one or three
 * @property {number} at  the number of the stop
 * @property {number} cycle  of the pair, that sounds or sounded last
 * @property {readonly string[]} throws
 */

/**
 * Where the rite stands still until the next tap: one act, the throws of a pair, or what follows them.
 * @typedef {object} Stop
 * @property {"act" | "throws" | "after"} kind
 * @property {readonly number[]} rows
 * @property {readonly Slot[]} slots  of the throws
 * @property {number} round  0 where it is of none
 * @property {number} pair
 */

/** @type {Progress} */
const BEGINNING = { text: "liji", mode: "exchange", pairs: 1, rounds: 3, at: 0, cycle: 0, throws: ["", "", ""] };

/** How a progress is written: text.mode.pairs.rounds.at.cycle.throws_throws_throws; the beginning not at all. */
const PROGRESS =
  /^([a-z]{1,12})\.(exchange|throw|free)\.(10|[1-9])\.([13])\.(\d{1,3})\.(\d{1,5})\.([ghxy]{0,80}_[ghxy]{0,80}_[ghxy]{0,80})$/;

/**
 * Read a progress; null for what is none. Nothing at all is the beginning.
 * @param {string} code
 * @param {number} arrows  of a person
 * @returns {Progress | null}
 */
function progressFrom(code, arrows = 4) {
  if (!code) return BEGINNING;
  const [, text = "", mode = "", pairs, rounds, at, cycle, thrown] = PROGRESS.exec(code) ?? [];
  if (thrown === undefined) return null;
  const throws = thrown.split("_");
  const most = arrows * Number(pairs);
  if (throws.some((round) => Math.max(...Object.values(thrownOf(round))) > most)) return null;
  return { text, mode, pairs: Number(pairs), rounds: Number(rounds), at: Number(at), cycle: Number(cycle), throws };
}

/** @param {Progress} progress */
function codeOf({ text, mode, pairs, rounds, at, cycle, throws }) {
  const code = [text, mode, pairs, rounds, at, cycle, throws.join("_")].join(".");
  return code === "liji.exchange.1.3.0.0.__" ? "" : code;
}

/**
 * @param {RiteData} data
 * @param {Progress} progress
 * @param {string} school
 */
function sheetOf(data, { text, mode }, school) {
  return data.sheets[`${text}|${school}|${mode}`] ?? data.sheets[`${BEGINNING.text}|${school}|${mode}`];
}

/**
 * All stops in the order of performance; what hangs on a result that is not known yet is among them.
 * @param {RiteData} data
 * @param {RiteSheet} sheet
 * @param {{pairs: number, rounds: number}} progress
 * @param {readonly string[]} results  of the rounds that were counted: G, H or T
 * @returns {Stop[]}
 */
function stopsOf(data, sheet, { pairs, rounds }, results) {
  const alone = (/** @type {number[]} */ rows, round = 0) =>
    rows.map((row) => stopOf({ rows: [row], round })).filter(({ rows: [row] }) => {
      return done(data, data.rows[row], { results, round, pair: 0, pairs });
    });
  /** @type {Stop[]} */
  const stops = alone(sheet.opening);
  for (let round = 1; round <= rounds; round += 1) {
    stops.push(...alone(sheet.again.slice(round - 2, round - 1), round), ...alone(sheet.order, round));
    for (let pair = 1; pair <= pairs; pair += 1) {
      const { throws, after } = sheet.pairs[Math.min(pair, 2) - 1];
      const rows = after.filter((row) => done(data, data.rows[row], { results, round, pair, pairs }));
      const meanwhile = pair === 1 ? sheet.meanwhile : [];
      stops.push(stopOf({ kind: "throws", rows: meanwhile, slots: throws, round, pair }));
      stops.push(stopOf({ kind: "after", rows, round, pair }));
    }
    stops.push(...alone(sheet.counted, round));
  }
  return rounds < 3 ? stops : [...stops, ...alone(sheet.closing)];
}

/**
 * @param {Partial<Stop>} given
 * @returns {Stop}
 */
function stopOf(given) {
  return { kind: "act", rows: [], slots: [], round: 0, pair: 0, ...given };
}

/**
 * Whether a row is done; where a result is not known yet, it may be.
 * @param {RiteData} data
 * @param {RiteRow} row
 * @param {{results: readonly string[], round: number, pair: number, pairs: number}} where
 */
function done(data, { only }, { results, round, pair, pairs }) {
  const result = results[round - 1];
  const end = results.length === 3 ? data.horses[results.join("")] : undefined;
  switch (only) {
    case "won":
      return result !== "T";
    case "tied":
      return result === undefined || result === "T";
    case "merged":
      return !end || Boolean(end.merged);
    case "celebrated":
      return !end || Boolean(end.celebrate);
    case "horses":
      return !end || end.standing.some(Boolean);
    case "pairs":
      return pairs > 1;
    case "next":
      return pair < pairs;
    default:
      return true;
  }
}

/**
 * Whether it is not known yet if a row is done.
 * @param {RiteRow} row
 * @param {number} round
 * @param {readonly string[]} results
 */
function isOpen({ only = "" }, round, results) {
  const hangs = ["won", "tied", "merged", "celebrated", "horses"].includes(only);
  return hangs && (round ? results[round - 1] === undefined : results.length < 3);
}

/**
 * The side whose place it is, of two written guest's/host's; both where that is not known.
 * @param {string} place
 * @param {"guest" | "host" | null} side
 */
function ofSide(place, side) {
  return side && place.includes("/") ? place.split("/")[side === "host" ? 1 : 0] : place;
}

/**
 * Who has won a round, or after the last who is congratulated.
 * @param {RiteData} data
 * @param {readonly string[]} results
 * @param {number} round
 * @returns {"guest" | "host" | null}
 */
function winnerOf(data, results, round) {
  if (!round) return (results.length === 3 && data.horses[results.join("")]?.celebrate) || null;
  const result = results[round - 1];
  return result === "G" ? "guest" : result === "H" ? "host" : null;
}

/**
 * How far the rite has come: its stops, those results that were counted, and where it is.
 * @param {RiteData} data
 * @param {Progress} progress
 * @param {string} school
 */
function course(data, progress, school) {
  const sheet = sheetOf(data, progress, school);
  /** @type {string[]} */
  const results = [];
  let stops = stopsOf(data, sheet, progress, results);
  for (const thrown of progress.throws.slice(0, progress.rounds)) {
    const round = results.length + 1;
    const counted = stops.findIndex((stop) => stop.round === round && stop.rows[0] === sheet.counted[0]);
    if (progress.at < counted) break;
    results.push(resultOf(thrown));
    stops = stopsOf(data, sheet, progress, results);
  }
  const at = Math.min(progress.at, stops.length - 1);
  return { sheet, stops, results, at, stop: stops[at] };
}

/**
 * The first row of a stop.
 * @param {RiteData} data
 * @param {Stop} stop
 */
function rowAt(data, { rows, slots }) {
  return data.rows[rows[0] ?? slots[0][0]];
}

/**
 * The same place of the rite under other choices; that of its step where there is no such act, else -1.
 * @param {readonly Stop[]} stops
 * @param {RiteData} data
 * @param {Stop} old
 */
function placeLike(stops, data, old) {
  const row = rowAt(data, old);
  const like = (/** @type {Stop} */ stop) => rowAt(data, stop).step === row.step && stop.round === old.round;
  const same = (/** @type {Stop} */ stop) => like(stop) && stop.pair === old.pair && rowAt(data, stop).act === row.act;
  const place = stops.findIndex(same);
  return place < 0 ? stops.findIndex(like) : place;
}

/**
 * Where one lands who goes to a stop: beyond a counting the stops depend on the result, and what is not
 * done then leads to what was done before it.
 * @param {RiteData} data
 * @param {Progress} progress
 * @param {string} school
 * @param {number} to
 */
function landing(data, progress, school, to) {
  const { stops } = course(data, progress, school);
  const at = Math.min(Math.max(to, 0), stops.length - 1);
  const then = course(data, { ...progress, at }, school).stops;
  const there = stops[at];
  const like = placeLike(then, data, there);
  if (like >= 0 || !there.round) return like < 0 ? then.length - 1 : like;
  const earlier = (/** @type {Stop} */ stop) => rowAt(data, stop).step < rowAt(data, there).step;
  return then.reduce((last, stop, place) => (stop.round === there.round && earlier(stop) ? place : last), 0);
}

/**
 * What the drum is at a stop. It begins with the first throw, after the words that bid to throw.
 * @param {RiteData} data
 * @param {Stop} stop
 * @returns {"off" | "arm" | "on"}
 */
function musicAt(data, { kind, rows }) {
  if (kind !== "act") return "on";
  return data.rows[rows[0]].music ? "arm" : "off";
}

/**
 * The line of the song that goes with a cycle of a pair, from the first again where it has fewer; none
 * beyond the plan.
 * @param {RiteData} data
 * @param {RiteSheet} sheet
 * @param {number} cycle
 * @param {string} script  zh-Hant or zh-Hans
 */
function lineIn(data, { cycles }, cycle, script) {
  const lines = data.lines[script];
  return cycle < 1 || cycle > cycles ? null : lines[(cycle - 1) % lines.length];
}

/**
 * Who does what in a cycle of the throws; in a cycle beyond the plan, and where throws are free, nothing
 * is laid down.
 * @param {Stop} stop
 * @param {number} cycle
 */
function slotsIn({ slots }, cycle) {
  return slots.filter(([, its]) => its === cycle);
}

// --- what was hit -------------------------------------------------------------------------------

/** @param {string} thrown  letters of a round */
function hitsOf(thrown) {
  const count = (/** @type {string} */ letter) => thrown.split(letter).length - 1;
  return { guest: count("g"), host: count("h") };
}

/** @param {string} thrown */
function thrownOf(thrown) {
  const { guest, host } = hitsOf(thrown);
  return { guest: guest + thrown.split("x").length - 1, host: host + thrown.split("y").length - 1 };
}

/**
 * Whose arrow comes next, the guest's first and then by turns; null where all were noted.
 * @param {string} thrown
 * @param {number} most  arrows of a side
 * @returns {"guest" | "host" | null}
 */
function turnOf(thrown, most) {
  const { guest, host } = thrownOf(thrown);
  if (Math.min(guest, host) >= most) return null;
  return host >= most || (guest <= host && guest < most) ? "guest" : "host";
}

/**
 * Who had more counters.
 * @param {string} thrown
 * @returns {"G" | "H" | "T"}
 */
function resultOf(thrown) {
  const { guest, host } = hitsOf(thrown);
  return guest === host ? "T" : guest > host ? "G" : "H";
}

/**
 * What is said in a row, in a spelling; an announcement has what was counted.
 * @param {RiteData} data
 * @param {string} say
 * @param {string} spelling  hant, hans, pinyin, korean, en or ko
 * @param {number} difference  0 where nothing is counted yet
 */
function saidIn(data, say, spelling, difference) {
  return data.formulas[say][spelling].replace("{0}", data.amounts[spelling][difference] ?? "");
}

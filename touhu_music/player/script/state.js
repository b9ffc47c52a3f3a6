// What is chosen, and how it stands in the address of the page after #, from where it is read with care.

/** @typedef {"play" | "rite" | "tap" | "compare" | "sources" | "check"} Tab */
/** @typedef {"old" | "staff" | "boxes" | "all"} Picture */
/** @typedef {"row" | "compare" | "spot" | "rite"} Mode  what plays */

/**
 * What a person chose; replaced as a whole. A row of one's own has no name and no siglum.
 * @typedef {object} Chosen
 * @property {string} name
 * @property {string} siglum
 * @property {string} before
 * @property {string} after
 * @property {Use} use
 * @property {number} tempo  beats a minute
 * @property {string} timing
 * @property {number} gap  beats
 * @property {number} countIn  beats
 * @property {number} cycles  after which the playing ends; 0 where it goes on
 * @property {string} sounds
 * @property {readonly Drum[]} muted
 * @property {string} ramp  such as 60-120-5, or empty
 * @property {number} leaveStrokes  percent
 * @property {number} leaveCycles  percent
 * @property {boolean} respond
 * @property {boolean} click
 * @property {Picture} picture
 * @property {Tab} tab
 * @property {boolean} kiosk  whether the page stands in public
 * @property {string} other  the row that is compared, such as xue-1 or xue-1@B
 * @property {string} song  the name of what is sung beside the drum, or empty
 * @property {boolean} unsung  whether the song is silent
 * @property {string} rite  how far the rite has come, as `codeOf` writes it
 */

const SLOWEST = 20;
const FASTEST = 400;
/** @type {readonly Tab[]} */
const TABS = ["play", "rite", "tap", "compare", "sources", "check"];
/** @type {readonly Picture[]} */
const PICTURES = ["old", "staff", "boxes", "all"];

/** Beats, as the steppers and an address may have them. */
const LONGEST_COUNT_IN = 64;
const LONGEST_GAP = 99;

/** An address has nine signs for a mark, and so many for all else; a longer one is not read. */
const SIGNS_A_MARK = 9;
const SIGNS_BESIDE = 1000;

/** @param {PageData} data */
function longestFragment({ notation }) {
  return SIGNS_A_MARK * (notation.longest_row + 1) + SIGNS_BESIDE;
}

/**
 * A part of an address that means nothing, as it stands there.
 */
class AddressError extends Error {}

/**
 * @param {PageData} data
 * @returns {Chosen}
 */
function usualChoice(data) {
  const { choices, base } = data;
  const [name = ""] = data.names;
  const row = rowOf(data, name, base);
  return {
    name,
    siglum: base,
    before: row?.before ?? "",
    after: row?.after ?? "",
    use: "touhu",
    tempo: Number(choices.beats_per_minute),
    timing: choices.timing,
    gap: Number(choices.gap),
    countIn: 0,
    cycles: 0,
    sounds: choices.sounds,
    muted: [],
    ramp: "",
    leaveStrokes: 0,
    leaveCycles: 0,
    respond: false,
    click: false,
    picture: "old",
    tab: "play",
    kiosk: false,
    other: counterpart(name),
    song: "",
    unsung: false,
    rite: "",
  };
}

/**
 * The row of the other school in the same chart.
 * @param {string} name
 */
function counterpart(name) {
  return name.startsWith("lu-") ? name.replace("lu-", "xue-") : name.replace("xue-", "lu-");
}

/**
 * What a witness has for a row; nothing where it has none.
 * @param {PageData} data
 * @param {string} name
 * @param {string} siglum
 */
function rowOf(data, name, siglum) {
  return data.rows.find((row) => row.name === name && row.siglum === siglum);
}

/**
 * Take a row by its name, at the same witness if that has it.
 * @param {PageData} data
 * @param {Chosen} chosen
 * @param {string} name
 * @returns {Chosen}
 */
function withRow(data, chosen, name, siglum = chosen.siglum || data.base) {
  const row = rowOf(data, name, siglum) ?? rowOf(data, name, data.base);
  if (!row) return chosen;
  const { before, after } = row;
  // What is compared goes along with the row, unless a person chose it.
  const chose = chosen.other && chosen.other !== counterpart(chosen.name);
  const same = chosen.other === `${name}@${row.siglum}` || (chosen.other === name && row.siglum === data.base);
  const other = chose && !same ? chosen.other : counterpart(name);
  return { ...chosen, name, siglum: row.siglum, before, after, other };
}

/** What an address may say beside row, use and tempo: how it is written, and what it changes. */
/** @type {readonly {pattern: RegExp, read: (found: string) => Partial<Chosen>}[]} */
const SAYINGS = [
  { pattern: /^(on-gu)$/, read: (found) => ({ timing: found }) },
  { pattern: /^gap-(\d{1,2}(?:\.\d{1,2})?)$/, read: (found) => ({ gap: Math.min(Number(found), LONGEST_GAP) }) },
  { pattern: /^count-in-(\d{1,2})$/, read: (found) => ({ countIn: Math.min(Number(found), LONGEST_COUNT_IN) }) },
  { pattern: /^cycles-([1-9]\d{0,2})$/, read: (found) => ({ cycles: Number(found) }) },
  { pattern: /^(shiwen|organology)$/, read: (found) => ({ sounds: found }) },
  { pattern: /^without-(pi|gu|both)$/, read: (found) => ({ muted: mutedBy(found) }) },
  { pattern: /^ramp-([\d.]{1,8}-[\d.]{1,8}-[\d.]{1,8})$/, read: (found) => ({ ramp: rampFrom(found) }) },
  { pattern: /^leave-strokes-(\d{1,2})$/, read: (found) => ({ leaveStrokes: Number(found) }) },
  { pattern: /^leave-cycles-(\d{1,2})$/, read: (found) => ({ leaveCycles: Number(found) }) },
  { pattern: /^(respond)$/, read: () => ({ respond: true }) },
  { pattern: /^(click)$/, read: () => ({ click: true }) },
  { pattern: /^song-([a-z][a-z-]{0,19})$/, read: (found) => ({ song: found }) },
  { pattern: /^(unsung)$/, read: () => ({ unsung: true }) },
  { pattern: /^(staff|boxes|all)$/, read: (found) => ({ picture: /** @type {Picture} */ (found) }) },
  { pattern: /^(rite|tap|compare|sources|check)$/, read: (found) => ({ tab: /** @type {Tab} */ (found) }) },
  { pattern: /^rite-([a-z0-9._]{1,320})$/, read: (found) => ({ rite: riteFrom(found) }) },
  { pattern: /^with-((?:lu|xue)-[12](?:@[A-Za-z][A-Za-z0-9]{0,15})?)$/, read: (found) => ({ other: found }) },
];

/**
 * @param {string} found
 * @returns {readonly Drum[]}
 */
function mutedBy(found) {
  return found === "both" ? ["pi", "gu"] : [/** @type {Drum} */ (found)];
}

/** @param {string} found */
function riteFrom(found) {
  if (!progressFrom(found)) throw new AddressError(`rite-${found}`);
  return found;
}

/**
 * Read what stands after # in an address. Throws AddressError for a part that means nothing, and
 * NotationError for a row of one's own that cannot be read.
 * @param {PageData} data
 * @param {string} fragment  without #
 * @returns {Chosen}
 */
function chosenFrom(data, fragment) {
  let chosen = usualChoice(data);
  const all = spelled(fragment, longestFragment(data)).split("/").filter((part) => part !== "");
  const parts = all.filter((part) => part !== "kiosk");
  const [row = "", ...others] = parts;
  chosen = { ...chosen, kiosk: all.length > parts.length };
  if (parts.length) chosen = withAddressed(data, chosen, row);
  others.forEach((part, place) => {
    if (place === 0 && (part === "touhu" || part === "archery")) chosen = { ...chosen, use: part };
    else if (place === 1 && /^\d{1,3}(\.\d{1,3})?$/.test(part)) chosen = { ...chosen, tempo: tempoFrom(part) };
    else chosen = { ...chosen, ...partSaid(part) };
  });
  const [name = "", siglum = data.base] = chosen.other.split("@");
  if (chosen.other && !rowOf(data, name, siglum)) throw new AddressError(chosen.other);
  const { song } = chosen;
  if (song && !Object.keys(data.songs).includes(song)) throw new AddressError(`song-${song}`);
  practiceFrom(chosen); // which throws for a ramp that goes nowhere
  return chosen;
}

/**
 * @param {string} fragment
 * @param {number} longest
 */
function spelled(fragment, longest) {
  if (fragment.length > longest) throw new AddressError(`${fragment.slice(0, 40)}…`);
  try {
    return decodeURIComponent(fragment);
  } catch {
    throw new AddressError(fragment);
  }
}

/**
 * Take a row that an address names or spells.
 * @param {PageData} data
 * @param {Chosen} chosen
 * @param {string} row
 * @returns {Chosen}
 */
function withAddressed(data, chosen, row) {
  const named = /^((?:lu|xue)-[12])(?:@([A-Za-z][A-Za-z0-9]{0,15}))?$/.exec(row);
  if (named) {
    const [, name = "", siglum = data.base] = named;
    if (!rowOf(data, name, siglum)) throw new AddressError(row);
    return withRow(data, { ...chosen, other: "" }, name, siglum);
  }
  if (!/[○□半]/.test(row)) throw new AddressError(row);
  return withOwn(chosen, row, data);
}

/**
 * Take a row of one's own; throws NotationError.
 * @param {Chosen} chosen
 * @param {string} row
 * @param {PageData} data
 * @returns {Chosen}
 */
function withOwn(chosen, row, data) {
  const [before = "", after = ""] = marks(row, data.notation)
    .map(({ sign }) => sign)
    .join("")
    .split(data.notation.half);
  return { ...chosen, name: "", siglum: "", before, after };
}

/**
 * A ramp as it is written in the shortest way, its tempi among those that can be chosen.
 * @param {string} text
 */
function rampFrom(text) {
  const parts = text.split("-").map((part) => {
    if (!/^\d{1,3}(\.\d{1,3})?$/.test(part)) throw new AddressError(`ramp-${text}`);
    return Number(part);
  });
  const [first = 0, last = 0, step = 0] = parts;
  if (step > FASTEST - SLOWEST) throw new AddressError(`ramp-${text}`);
  if (Math.min(first, last) < SLOWEST || Math.max(first, last) > FASTEST) throw new AddressError(`ramp-${text}`);
  return parts.join("-");
}

/** @param {string} part */
function tempoFrom(part) {
  const tempo = Number(part);
  if (tempo < SLOWEST || tempo > FASTEST) throw new AddressError(part);
  return tempo;
}

/**
 * @param {string} part
 * @returns {Partial<Chosen>}
 */
function partSaid(part) {
  for (const { pattern, read } of SAYINGS) {
    const [, found] = pattern.exec(part) ?? [];
    if (found !== undefined) return read(found);
  }
  throw new AddressError(part);
}

/**
 * Write what is chosen as it stands in an address after #, usual choices left out.
 * @param {PageData} data
 * @param {Chosen} chosen
 */
function fragmentOf(data, chosen) {
  const usual = usualChoice(data);
  const { name, siglum, muted, other } = chosen;
  const row = name ? name + (siglum === data.base ? "" : `@${siglum}`) : `${chosen.before}半${chosen.after}`;
  const drums = muted.length > 1 ? "both" : muted.join("");
  const parts = [
    encodeURIComponent(row).replace("%40", "@"),
    chosen.use,
    String(chosen.tempo),
    chosen.timing === usual.timing ? "" : chosen.timing,
    chosen.gap ? `gap-${chosen.gap}` : "",
    chosen.countIn ? `count-in-${chosen.countIn}` : "",
    chosen.cycles ? `cycles-${chosen.cycles}` : "",
    chosen.sounds === usual.sounds ? "" : chosen.sounds,
    drums && `without-${drums}`,
    chosen.ramp && `ramp-${chosen.ramp}`,
    chosen.leaveStrokes ? `leave-strokes-${chosen.leaveStrokes}` : "",
    chosen.leaveCycles ? `leave-cycles-${chosen.leaveCycles}` : "",
    chosen.respond ? "respond" : "",
    chosen.click ? "click" : "",
    chosen.song && `song-${chosen.song}`,
    chosen.song && chosen.unsung ? "unsung" : "",
    chosen.picture === usual.picture ? "" : chosen.picture,
    chosen.tab === usual.tab ? "" : chosen.tab,
    other && other !== counterpart(name || "lu-1") ? `with-${other}` : "",
    chosen.rite && `rite-${chosen.rite}`,
    chosen.kiosk ? "kiosk" : "",
  ];
  return parts.filter(Boolean).join("/");
}

/**
 * The choices of a plan, for what performs.
 * @param {Chosen} chosen
 * @returns {Choices}
 */
function planFrom(chosen) {
  return {
    timing: chosen.timing,
    beats_per_minute: chosen.tempo,
    cycles: chosen.cycles || 1,
    gap: chosen.gap,
    count_in: chosen.countIn,
    sounds: chosen.sounds,
    accent: "none",
  };
}

/**
 * The practice that is chosen; throws for a ramp that is none.
 * @param {Chosen} chosen
 * @returns {Practice}
 */
function practiceFrom(chosen) {
  return practiceOf({
    ramp: chosen.ramp || null,
    leaveStrokes: `${chosen.leaveStrokes}/100`,
    leaveCycles: `${chosen.leaveCycles}/100`,
    respond: chosen.respond,
    click: chosen.click,
  });
}

/**
 * What a picture of a choice depends on, as text.
 * @param {Chosen} chosen
 * @param {Mode} mode
 */
function looksOf({ name, siglum, before, after, use, timing, other }, mode) {
  return [name, siglum, before, after, use, mode === "compare" ? other : timing].join(" ");
}

// What a pasted text is against the witnesses, row by row, in the words of `touhu verify`.

/**
 * One form of a row, and the witnesses that print it; `sides` are as in `Copied`.
 * @typedef {{
 *   cadence: string, use: "archery" | "touhu", sides: string[], doubtful: [string, number][],
 *   witnesses: string[]
 * }} Form
 *
 * A reading of a witness, as `rows_data` of Python gives it.
 * @typedef {{
 *   name: string, siglum: string, before: string, after: string, source: string,
 *   doubtful: [string, number][], doubts: Record<string, string[]>
 * }} WitnessRow
 *
 * How a row is got from a form, a way for each side; `far` if more than a third of the strokes differ.
 * @typedef {{ form: Form, ways: Alignment[], distance: number, far: boolean }} Difference
 *
 * The forms that a row agrees with; where these are none, or doubtful, the nearest others. `found` are
 * the forms that say which row it is.
 * @typedef {{ row: Copied, agrees: Form[], nearest: Difference[], found: Form[] }} Verdict
 *
 * What is told of a row: `name` is what the text calls it, `cadence` which row it is, `use` what for;
 * null where nobody knows.
 * @typedef {Copied & Place & {
 *   cadence: string | null, use: "archery" | "touhu" | null, agrees: boolean, lines: string[]
 * }} RowTold
 *
 * What is told of a text; `lines` are those that `touhu verify` prints.
 * @typedef {{ rows: RowTold[], errors: string[], lines: string[] }} TextTold
 *
 * The words of one language, by key.
 * @typedef {Record<string, string>} Words
 */

const SECTIONS = ["before_half", "after_half"];
const LONGEST_LINE = 2000; // of what is wrong
const EXPECTED =
  "no row; expected three or more ○ and □ on either side of 半," +
  " or six or more without 半 and without words";

/**
 * Say of every row of a pasted text which it is, who prints it so, and what is wrong with it.
 *
 * What cannot be read is in `errors`, and there is no row.
 * @param {string} source @param {Form[]} known @param {Notation} notation @param {Words} words
 * @returns {TextTold}
 */
function verifyText(source, known, notation, words) {
  let found;
  try {
    found = quotedText(unquoted(source), notation);
  } catch (error) {
    if (!(error instanceof NotationError || error instanceof PassageError)) throw error;
    const message = Array.from(error.message);
    const cut = message.length > LONGEST_LINE ? [...message.slice(0, LONGEST_LINE), "…"] : message;
    const line = visible(cut.join(""));
    return { rows: [], errors: [line], lines: [line] };
  }
  const verdicts = found.rows.map((row) => verify(row, known, notation));
  const rows = verdicts.map((verdict) => rowTold(verdict, words));
  const errors = found.errors.map(visible);
  const agreeing = rows.filter((row) => row.agrees).length;
  const lines = [
    word(words, "rows-agree", agreeing, rows.length),
    ...rows.flatMap((row) => row.lines),
    ...errors.map((error) => `  ${error}`),
  ];
  return { rows, errors, lines };
}

/**
 * Read a text as a row, else as a text.
 *
 * Throws NotationError for what can only be meant as a row, PassageError for a text without rows.
 * @param {string} printed @param {Notation} notation
 */
function quotedText(printed, notation) {
  if (isOneRow(printed, notation)) return { rows: [literal(printed, notation)], errors: [] };
  try {
    return copied(printed, notation);
  } catch (error) {
    if (!(error instanceof PassageError) || error.code !== "no-notation") throw error;
    const signs = Array.from(printed);
    // what begins and ends with a mark is meant as a row, and this says where it is none
    if (signs[0] in notation.marks && signs[signs.length - 1] in notation.marks) literal(printed, notation);
    throw new PassageError("no-notation", EXPECTED);
  }
}

/**
 * Tell whether a text has nothing but marks, 半, layout, and signs that are never marks, on one line.
 *
 * On several lines may stand several rows, as in a file.
 * @param {string} printed @param {Notation} notation
 */
function isOneRow(printed, { marks, half, spaces, kinds }) {
  const isMark = (/** @type {string} */ sign) => sign === half || sign in marks;
  const isBlank = (/** @type {string} */ sign) => spaces.includes(sign);
  const lines = printed
    .split("\n")
    .map((line) => Array.from(line))
    .filter((line) => !line.every(isBlank));
  if (lines.length !== 1 || !lines[0].some(isMark)) return false;
  return lines[0].every((sign) => isMark(sign) || isBlank(sign) || kinds.u.includes(sign));
}

/**
 * Give a row with what it is; a form that several witnesses print stands once.
 * @param {Verdict} verdict @param {Words} words @returns {RowTold}
 */
function rowTold(verdict, words) {
  const { row, found } = verdict;
  const cadences = Array.from(new Set(found.map((form) => form.cadence)));
  const single = cadences.length === 1 ? cadences[0] : null;
  const copy = row.set > 1 ? ` (${word(words, "copy-number", row.set)})` : "";
  const place = word(words, "line-column", row.where.line, row.where.column);
  const lines = [`${place}${copy}: ${said(verdict, words)}`, ...row.remarks.map((remark) => `  ${remark}`)];
  return {
    ...row,
    ...row.where,
    cadence: cadences.find((cadence) => cadence === row.name) ?? single,
    use: found.length ? found[0].use : null,
    agrees: verdict.agrees.length > 0,
    lines: lines.map(visible),
  };
}

// --- what the witnesses print ------------------------------------------------------------------

/**
 * Return each form of each row, with 半, and without it as a whole and as a half.
 * @param {WitnessRow[]} rows
 */
function formsOf(rows) {
  /** @type {Map<string, Form>} */
  const found = new Map();
  for (const { name, siglum, before, after, doubtful } of rows) {
    const half = doubtful.filter(([section]) => section === "after_half");
    /** @type {[Form["use"], string[], [string, number][]][]} */
    const shapes = [
      ["archery", [before, after], doubtful],
      ["archery", [before + after], doubtful],
      ["touhu", [after], half],
    ];
    for (const [use, sides, doubts] of shapes) {
      const key = JSON.stringify([name, use, sides, doubts]);
      const form = found.get(key) ?? { cadence: name, use, sides, doubtful: doubts, witnesses: [] };
      if (!form.witnesses.includes(siglum)) form.witnesses.push(siglum);
      found.set(key, form);
    }
  }
  return Array.from(found.values());
}

/**
 * Return the section of each side; null for a whole row without 半.
 * @param {Form} form
 */
function sectionsOf(form) {
  if (form.sides.length > 1) return SECTIONS;
  return [form.use === "touhu" ? "after_half" : null];
}

// --- the verdict -------------------------------------------------------------------------------

/**
 * Compare a row with all forms that have 半, or have not, as it has.
 * @param {Copied} row @param {Form[]} known @param {Notation} notation @returns {Verdict}
 */
function verify(row, known, notation) {
  const like = known.filter((form) => form.sides.length === row.sides.length);
  const same = (/** @type {Form} */ form) => form.sides.every((side, at) => side === row.sides[at]);
  const agrees = like.filter(same);
  if (agrees.some((form) => !form.doubtful.length) || strokesIn(row.sides) > notation.longest_compared) {
    return { row, agrees, nearest: [], found: agrees };
  }
  const cadences = new Set((agrees.length ? agrees : like).map((form) => form.cadence));
  const others = like
    .filter((form) => !same(form) && cadences.has(form.cadence))
    .map((form) => difference(form, row));
  const near = nearestOf(others);
  const named = (/** @type {Difference} */ each) => each.form.cadence === row.name;
  if (near.length && near[0].far && !near.some(named)) near.push(...nearestOf(others.filter(named)));
  return { row, agrees, nearest: near, found: formsFound(row, agrees, near) };
}

/**
 * Return the forms that say which row it is: none if it is far, or near to several and named as none.
 * @param {Copied} row @param {Form[]} agrees @param {Difference[]} nearest
 */
function formsFound(row, agrees, nearest) {
  if (agrees.length || !nearest.length || nearest[0].far) return agrees;
  const near = nearest.map((each) => each.form);
  const named = near.filter((form) => form.cadence === row.name);
  const single = new Set(near.map((form) => `${form.cadence} ${form.use}`)).size === 1;
  return named.length ? named : single ? near : [];
}

/**
 * Align each side of a row with that of a form.
 * @param {Form} form @param {Copied} row @returns {Difference}
 */
function difference(form, row) {
  const ways = form.sides.map((side, at) => align(side, row.sides[at]));
  const distance = ways.reduce((sum, way) => sum + way.distance, 0);
  return { form, ways, distance, far: 3 * distance > strokesIn(form.sides) };
}

/**
 * Return those of the least distance.
 * @param {Difference[]} differences
 */
function nearestOf(differences) {
  const least = differences.reduce((found, each) => Math.min(found, each.distance), Infinity);
  return differences.filter((each) => each.distance === least);
}

/**
 * Count the strokes of all sides.
 * @param {string[]} sides
 */
function strokesIn(sides) {
  return sides.reduce((sum, side) => sum + side.length, 0);
}

/**
 * Tell whether all ways that are equally good differ only within runs, and so are told alike.
 * @param {Difference} difference
 */
function isSure({ ways }) {
  return ways.every((way) => way.ways <= way.edits.reduce((all, edit) => all * choicesOf(edit), BigInt(1)));
}

/**
 * Return in how many ways an edit can be made within its run.
 * @param {Edit} edit
 */
function choicesOf({ first, second }) {
  let ways = BigInt(1);
  if (!first) return ways;
  const [fewer, more] = [first.length, second.length].sort((one, other) => one - other);
  for (let chosen = 1; chosen <= fewer; chosen += 1) {
    ways = (ways * BigInt(more - fewer + chosen)) / BigInt(chosen);
  }
  return ways;
}

// --- in words ----------------------------------------------------------------------------------

/**
 * Return a word of a language with values in its places.
 * @param {Words} words @param {string} key @param {(string | number)[]} values
 */
function word(words, key, ...values) {
  return words[key].replace(/\{(\d)\}/g, (_, place) => String(values[place]));
}

/**
 * Say in one line which row it is, who prints it so, and how it differs from the nearest.
 * @param {Verdict} verdict @param {Words} words
 */
function said(verdict, words) {
  return [
    ...(verdict.row.sides.length === 1 ? [word(words, "no-half")] : []),
    identitySaid(verdict, words),
    ...verdict.agrees.map((form) => agreementSaid(form, words)),
    ...verdict.nearest.map((each) => againstSaid(verdict, each, words)),
  ].join("; ");
}

/**
 * Say which row it is, and whether the text names it otherwise.
 * @param {Verdict} verdict @param {Words} words
 */
function identitySaid({ row: { name }, found }, words) {
  if (!found.length) return word(words, "no-known-row");
  const titles = Array.from(new Set(found.map((form) => titleSaid(form, words)))).join(", ");
  if (name === null || found.some((form) => form.cadence === name)) return word(words, "this-is", titles);
  const [school] = name.split("-");
  const key = found[0].cadence.startsWith(school) ? "placed-but" : "named-but";
  return word(words, key, titles, name);
}

/**
 * Name a row, or its half.
 * @param {Form} form @param {Words} words
 */
function titleSaid({ cadence, use, sides }, words) {
  if (sides.length > 1) return cadence;
  return word(words, use === "archery" ? "whole-of" : "touhu-of", cadence);
}

/**
 * Say who prints a row just so, and what is doubtful there.
 * @param {Form} form @param {Words} words
 */
function agreementSaid({ witnesses, doubtful }, words) {
  const doubts = doubtful.map(([section, place]) => strokesSaid(section, place, place, words));
  const key = doubtful.length ? "agrees-doubtful" : "agrees";
  return word(words, key, witnesses.join(" "), doubts.join(", "));
}

/**
 * Say how a row differs from a form: each edit, or of a far one how many.
 * @param {Verdict} verdict @param {Difference} difference @param {Words} words
 */
function againstSaid(verdict, difference, words) {
  const { form, far, distance } = difference;
  const sigla = form.witnesses.join(" ") + (form.doubtful.length ? ` (${word(words, "doubtful")})` : "");
  const told = far ? countsSaid(difference, words) : editsSaid(difference, words);
  if (!far && !isSure(difference)) told.push(word(words, "other-ways"));
  if (verdict.agrees.length || verdict.found.includes(form)) {
    return word(words, "against", sigla, told.join(", "));
  }
  const least = distance === verdict.nearest[0].distance;
  const key = verdict.found.length ? "as-near" : least ? "nearest" : "as-named";
  return word(words, key, titleSaid(form, words), sigla, told.join(", "));
}

/**
 * Say how many strokes differ, and of each section how many are missing, added or others.
 * @param {Difference} difference @param {Words} words
 */
function countsSaid({ form, ways, distance }, words) {
  const told = [word(words, "strokes-off", distance)];
  for (const [at, section] of sectionsOf(form).entries()) {
    for (const kind of ["omission", "addition", "substitution"]) {
      const edits = ways[at].edits.filter((edit) => edit.kind === kind);
      const count = edits.reduce((sum, edit) => sum + editSize(edit), 0);
      if (count) told.push(word(words, `count-${kind}`, count, sideSaid(section, words)));
    }
  }
  return told;
}

/**
 * Say each edit in words.
 * @param {Difference} difference @param {Words} words
 */
function editsSaid({ form, ways }, words) {
  return sectionsOf(form).flatMap((section, at) =>
    ways[at].edits.map((edit) => editSaid(section, edit, form.sides[at].length, words)),
  );
}

/**
 * Say an edit of a side of that length: of its run, where it could be any stroke of the run.
 * @param {string | null} section @param {Edit} edit @param {number} length @param {Words} words
 */
function editSaid(section, edit, length, words) {
  const { kind, place, first, second } = edit;
  if (kind === "substitution") {
    return word(words, "edit-instead", second, first, strokesSaid(section, place, place, words));
  }
  if (!first) {
    const end = Number(place > length);
    const where = strokesSaid(section, place - end, place - end, words);
    return word(words, end ? "edit-after" : "edit-before", second, where);
  }
  const where = strokesSaid(section, place, place + first.length - 1, words);
  if (kind === "omission" && first.length === 1) return word(words, "edit-missing", first, where);
  const size = editSize(edit);
  const more = first.length > 1 ? "edit-more" : "edit-beside";
  const key = kind === "omission" ? "edit-fewer" : more;
  return word(words, key, size === 1 ? word(words, "one") : size, first[0], where);
}

/**
 * Return how many strokes an edit changes.
 * @param {Edit} edit
 */
function editSize({ kind, first, second }) {
  return kind === "substitution" ? 1 : Math.abs(first.length - second.length);
}

/**
 * Name a stroke, or several in a row, by section and place.
 * @param {string | null} section @param {number} first @param {number} last @param {Words} words
 */
function strokesSaid(section, first, last, words) {
  if (first === last) return word(words, "stroke-at", first, sideSaid(section, words));
  return word(words, "strokes-at", first, last, sideSaid(section, words));
}

/**
 * Name a section, or the whole row.
 * @param {string | null} section @param {Words} words
 */
function sideSaid(section, words) {
  return word(words, section ?? "of-whole");
}

// The rows of a running text, also those without 半, each with its place and its name.

/**
 * A text and the kind of each of its characters, as a second string. `text` has one unit a character,
 * so that offsets are those of Python; what stands there is in `characters`.
 * @typedef {{
 *   characters: string[], text: string, kinds: string, place: (offset: number) => Place,
 *   notation: Notation,
 * }} Signs
 *
 * A row among the signs of a text: the offsets of its first mark, of its 半 or -1, and behind its last.
 * @typedef {{ start: number, half: number, end: number }} Run
 *
 * How a row of a set is named: its chart, and the school of the name that touches it.
 * @typedef {{ row: Run, record: number | null, school: string | null, set: number }} Label
 */

// --- signs -------------------------------------------------------------------------------------

/**
 * Find the kind of each character; page marks, comments and lost characters are seen first.
 * @param {string} source @param {Notation} notation @returns {Signs}
 */
function signsOf(source, notation) {
  const characters = Array.from(source);
  const text = characters.map(unit).join("");
  const kinds = kindsOf(characters, notation);
  const name = new RegExp(notation.name, "g");
  for (const { index, 0: tag } of text.matchAll(new RegExp(notation.tag, "gu"))) {
    fill(kinds, index, index + tag.length, " ");
  }
  for (const { index, 0: lost } of text.matchAll(new RegExp(notation.lost_character, "gu"))) {
    fill(kinds, index, index + lost.length, " ", "u");
  }
  for (const { index, 0: line, 1: begin } of text.matchAll(/(^|\n)#[^\n]*/g)) {
    const [start, end] = [index + begin.length, index + line.length];
    const named = kinds.slice(start, end).join("").search(name) >= 0;
    if (!named && ![...notation.drums, notation.half].some((glyph) => line.includes(glyph))) {
      fill(kinds, start, end, " ");
    }
  }
  const gloss = new RegExp(notation.gloss, "gu");
  for (let match = gloss.exec(text); match; match = gloss.exec(text)) {
    const first = gloss.lastIndex - 1;
    const end = closing(text, first, notation.brackets);
    if (end < 0) {
      fill(kinds, match.index, text.length, "g", "X");
      break;
    }
    const half = text.indexOf(notation.half, first);
    if (half >= 0 && half < end && onlyHalf(text.slice(first + 1, end - 1), notation)) {
      fill(kinds, match.index, end, " ");
      kinds[half] = "h";
    } else {
      fill(kinds, match.index, end, "g", "G");
    }
    gloss.lastIndex = end;
  }
  const named = kinds.join("").replace(name, (found) => `N${"n".repeat(found.length - 1)}`);
  return { characters, text, kinds: named, place: placesOf(characters), notation };
}

/**
 * Return one unit for a character: what takes two, or is half of two, is no sign that a pattern names.
 * @param {string} character
 */
function unit(character) {
  if (/^[^\ud800-\udfff]$/.test(character)) return character;
  return /\p{Nd}/u.test(character) ? "0" : "\uffff";
}

/**
 * Return the kind of each character by itself; others than those of the table are text.
 * @param {string[]} characters @param {Notation} notation
 */
function kindsOf(characters, notation) {
  /** @type {Map<string, string>} */
  const table = new Map();
  for (const [kind, glyphs] of Object.entries(notation.kinds)) {
    for (const glyph of glyphs) table.set(glyph, kind);
  }
  return characters.map((character) => table.get(character) ?? "t");
}

/**
 * Overwrite a stretch with one kind, its first character perhaps with another.
 * @param {string[]} kinds @param {number} start @param {number} end @param {string} kind
 * @param {string} first
 */
function fill(kinds, start, end, kind, first = kind) {
  kinds.fill(kind, start, end);
  kinds[start] = first;
}

/**
 * Return the end of the bracket that opens there, its own kind nested; -1 if it never closes.
 * @param {string} text @param {number} start @param {Record<string, string>} brackets
 */
function closing(text, start, brackets) {
  const [opener, closer] = [text[start], brackets[text[start]]];
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === opener) depth += 1;
    else if (text[at] === closer) depth -= 1;
    if (depth === 0) return at + 1;
  }
  return -1;
}

/**
 * Tell whether a gloss has nothing but 半.
 * @param {string} gloss @param {Notation} notation
 */
function onlyHalf(gloss, notation) {
  return Array.from(gloss).every((sign) => sign === notation.half || notation.layout.includes(sign));
}

/**
 * Tell whether a school's name or a 鼓 stands in the text.
 * @param {Signs} signs
 */
function isNamed({ kinds }) {
  return kinds.includes("N") || kinds.includes("k");
}

/**
 * Count the signs of some kinds in a stretch.
 * @param {Signs} signs @param {string} kinds @param {number} start @param {number} end
 */
function countKinds(signs, kinds, start, end) {
  let count = 0;
  for (let at = start; at < end; at += 1) count += Number(kinds.includes(signs.kinds[at]));
  return count;
}

/**
 * Count the marks of a stretch.
 * @param {Signs} signs @param {number} start @param {number} end
 */
function countMarks(signs, start, end) {
  return countKinds(signs, "cs", start, end);
}

/**
 * Return the nearest offset before that is not gap, or -1.
 * @param {Signs} signs @param {number} offset
 */
function signBefore({ kinds, notation }, offset) {
  let at = offset - 1;
  while (at >= 0 && notation.gap.includes(kinds[at])) at -= 1;
  return at;
}

/**
 * Return the nearest offset from there on that is not gap, or the length of the text.
 * @param {Signs} signs @param {number} offset
 */
function signAfter(signs, offset) {
  return skip(signs, offset, signs.notation.gap);
}

/**
 * Return the kind of a character, capital for any part of a name; a blank outside the text.
 * @param {Signs} signs @param {number} offset
 */
function kindAt({ kinds }, offset) {
  return kinds.charAt(offset).replace("n", "N") || " ";
}

/**
 * Return the first character of the name that a character belongs to.
 * @param {Signs} signs @param {number} offset
 */
function nameStart({ kinds }, offset) {
  let start = offset;
  while (kinds[start] === "n") start -= 1;
  return start;
}

/**
 * Say where a character stands.
 * @param {Signs} signs @param {number} offset
 */
function placeSaid(signs, offset) {
  const { line, column } = signs.place(offset);
  return `line ${line}, column ${column}`;
}

// --- rows --------------------------------------------------------------------------------------

/**
 * Find each run of marks and 半; its `half` is its first 半, or -1.
 *
 * Where nothing is named and no page is marked, each line stands for itself.
 * @param {Signs} signs @returns {Run[]}
 */
function runsOf(signs) {
  const { kinds, notation, text } = signs;
  const byLine = !isNamed(signs) && !text.includes("¶") && !text.includes("<pb:");
  const gap = byLine ? notation.gap.replace("\n", "") : notation.gap;
  /** @type {Run[]} */
  const found = [];
  for (const whole of runsWithin(kinds, 0, kinds.length, `${gap}u`)) {
    const strange = countKinds(signs, "u", whole.start, whole.end) > 0;
    if (!strange || (whole.half >= 0 && wouldBeRow(signs, whole))) found.push(whole);
    // a strange sign that does not stand in a row ends the run
    else for (const part of runsWithin(kinds, whole.start, whole.end, notation.gap)) found.push(part);
  }
  return found;
}

/**
 * Find the runs of marks and 半 in a stretch, with nothing between but some kinds.
 *
 * A pattern would need a place on a stack for each mark.
 * @param {string} kinds @param {number} start @param {number} end @param {string} gap
 * @returns {Generator<Run>}
 */
function* runsWithin(kinds, start, end, gap) {
  let run = { start: -1, half: -1, end: -1 };
  for (let at = start; at < end; at += 1) {
    const kind = kinds[at];
    if ("csh".includes(kind)) {
      if (run.start < 0) run = { start: at, half: -1, end: at };
      if (kind === "h" && run.half < 0) run.half = at;
      run.end = at + 1;
    } else if (run.start >= 0 && !gap.includes(kind)) {
      yield run;
      run = { start: -1, half: -1, end: -1 };
    }
  }
  if (run.start >= 0) yield run;
}

/**
 * Tell whether a run is a row, if its unreadable signs are taken for marks.
 * @param {Signs} signs @param {Run} run
 */
function wouldBeRow(signs, { start, half, end }) {
  const both = countKinds(signs, "c", start, end) > 0 && countKinds(signs, "s", start, end) > 0;
  return both && countKinds(signs, "csu", start, half) >= 3 && countKinds(signs, "csu", half, end) >= 3;
}

/**
 * Find the rows of a text and say what is nearly one.
 *
 * Throws PassageError for a mark that cannot be read, for too many marks, and for a text without any row.
 * @param {Signs} signs @returns {[Run[], string[]]}
 */
function rowsOf(signs) {
  const { fewest_marks: fewest, most_marks: most } = signs.notation;
  /** @type {Run[]} */
  const found = [];
  /** @type {[number, string, string][]} */
  const faults = [];
  const every = runsOf(signs);
  const unnamed = !isNamed(signs);
  for (const [place, run] of every.entries()) {
    if (run.half < 0 && run.end - run.start < fewest) continue; // most runs are a ○ or 口 among words
    const fault = faultOf(signs, run) ?? cutOff(signs, run, every[place - 1], every[place + 1], unnamed);
    if (fault) {
      faults.push([run.start, ...fault]);
    } else if (run.half >= 0 && wouldBeRow(signs, run)) {
      refuseUnreadable(signs, run);
      found.push(run);
    }
  }
  if (found.reduce((sum, row) => sum + countMarks(signs, row.start, row.end), 0) > most) {
    throw new PassageError("too-many-marks", `more than ${most} marks in the rows of one text`);
  }
  const unclosed = signs.kinds.indexOf("X");
  if (unclosed >= 0) faults.push([unclosed, "unclosed-gloss", "the bracket never closes"]);
  if (!found.length) throw whyNone(signs, faults);
  return [found, faults.map(([offset, code, text]) => `${code}: ${placeSaid(signs, offset)}: ${text}`)];
}

/**
 * Return code and text of what keeps a run from being a row, if it nearly is one.
 *
 * Throws PassageError if it is too long.
 * @param {Signs} signs @param {Run} run @returns {[string, string] | null}
 */
function faultOf(signs, run) {
  const { fewest_marks: fewest, longest_row: longest } = signs.notation;
  const count = countMarks(signs, run.start, run.end);
  if (count > longest && run.half >= 0) {
    throw new PassageError(
      "row-too-long",
      `${placeSaid(signs, run.start)}: ${count} marks; at most ${longest}`,
    );
  }
  if (count < (run.half < 0 ? fewest : 2)) return null;
  const beside = [signBefore(signs, run.start), signAfter(signs, run.end)];
  const named = beside.some((offset) => "Nk".includes(kindAt(signs, offset)));
  if (run.half < 0) return named ? ["half-missing", `${count} marks and no 半`] : null;
  if (countKinds(signs, "h", run.start, run.end) > 1) {
    return count >= 3 ? ["half-repeated", "more than one 半 in a row"] : null;
  }
  const before = countMarks(signs, run.start, run.half);
  if (named && before > 0 && before < count && !wouldBeRow(signs, run)) {
    const text = `${before} marks before 半 and ${count - before} after it`;
    return ["broken-row", `${text}; expected three or more, and both ○ and □`];
  }
  return null;
}

/**
 * Return code and text of a sign that parts a row from marks beside it which are of no other row.
 *
 * Where nothing in the text is named, marks of another line are never of the row.
 * @param {Signs} signs @param {Run} run @param {Run | undefined} before @param {Run | undefined} after
 * @param {boolean} byLine @returns {[string, string] | null}
 */
function cutOff(signs, run, before, after, byLine) {
  const { gap, near, few_hanzi: fewHanzi } = signs.notation;
  if (run.half < 0 || !wouldBeRow(signs, run)) return null;
  /** @type {[number, number][]} */
  const gaps = [];
  if (before && before.half < 0 && !isWord(signs, before, run)) gaps.push([before.end, run.start]);
  if (after && after.half < 0 && !isWord(signs, after, run) && !commentFollows(signs, run)) {
    gaps.push([run.end, after.start]);
  }
  for (const [start, end] of gaps) {
    const kinds = signs.kinds.slice(start, end);
    const between = signs.characters.slice(start, end);
    const strange = between.filter((_, at) => !gap.includes(kinds[at]));
    const hanzi = strange.filter((sign) => /\p{Lo}/u.test(sign)).length;
    const linesApart = byLine && kinds.includes("\n");
    const named = kinds.includes("N") || kinds.includes("k");
    if (strange.length && strange.length <= near && hanzi <= fewHanzi && !named && !linesApart) {
      const what = describe(strange[0], signs.notation);
      return ["broken-row", `${what} parts it from other marks; expected ○ □ or 半`];
    }
  }
  return null;
}

/**
 * Tell whether a run is of 口 or 〇, mouth and digit, and the row beside it is written without them.
 * @param {Signs} signs @param {Run} run @param {Run} row
 */
function isWord({ text, notation }, run, row) {
  const glyphs = Array.from(text.slice(run.start, run.end)).filter((glyph) => glyph in notation.marks);
  const beside = text.slice(row.start, row.end);
  return glyphs.every((glyph) => "口〇".includes(glyph) && !beside.includes(glyph));
}

/**
 * Throw PassageError if a sign between two marks of a row cannot be read.
 * @param {Signs} signs @param {Run} run
 */
function refuseUnreadable(signs, run) {
  const { characters, text, kinds } = signs;
  const lost = kinds.indexOf("u", run.start);
  if (lost < 0 || lost >= run.end) return;
  const entity = text.startsWith("&KR", lost);
  const sign = characters.slice(lost, text.indexOf(";", lost) + 1).join("");
  const what = entity ? `'${sign}'` : describe(characters[lost], signs.notation);
  throw new PassageError(
    "unreadable-mark",
    `${placeSaid(signs, lost)}: ${what} stands between two marks; expected ○ □ or 半`,
  );
}

/**
 * Return the error that says why a text has no row: what comes nearest to one.
 * @param {Signs} signs @param {[number, string, string][]} faults
 */
function whyNone(signs, faults) {
  for (const code of ["half-repeated", "broken-row", "half-missing", "unclosed-gloss"]) {
    const fault = faults.find((each) => each[1] === code);
    if (fault) return new PassageError(code, `${placeSaid(signs, fault[0])}: ${fault[2]}`);
  }
  for (const { index: half } of signs.kinds.matchAll(/h/g)) {
    const beside = [signBefore(signs, half), signAfter(signs, half + 1)];
    if (beside.some((offset) => kindAt(signs, offset) === "N")) {
      return new PassageError(
        "marks-lost",
        `${placeSaid(signs, half)}: 半 beside a school's name, and no marks`,
      );
    }
  }
  return new PassageError("no-notation", "no row of ○ and □ on both sides of 半");
}

/**
 * Return the first offset from there on whose kind is none of these.
 * @param {Signs} signs @param {number} offset @param {string} kinds
 */
function skip(signs, offset, kinds) {
  let at = offset;
  while (at < signs.kinds.length && kinds.includes(signs.kinds[at])) at += 1;
  return at;
}

/**
 * Tell whether a word that opens a comment follows a row, at most a full stop between.
 * @param {Signs} signs @param {Run} row
 */
function commentFollows(signs, row) {
  const following = skip(signs, row.end + Number(kindAt(signs, row.end) === "f"), " \n");
  return following < signs.text.length && signs.notation.comment_words.includes(signs.text[following]);
}

// --- names -------------------------------------------------------------------------------------

/**
 * Split the rows into sets: at a heading 鼓, else after every fourth row.
 * @param {Signs} signs @param {Run[]} found
 */
function copiesOf(signs, found) {
  const full = signs.notation.order.length;
  /** @type {Run[][]} */
  const sets = [];
  for (const row of found) {
    const members = sets[sets.length - 1];
    const headed = kindAt(signs, signBefore(signs, row.start)) === "k";
    if (!members || members.length === full || headed) sets.push([row]);
    else members.push(row);
  }
  return sets;
}

/**
 * Name all rows, in text order.
 * @param {Signs} signs @param {Run[][]} sets
 */
function labelsOf(signs, sets) {
  return sets.flatMap((members, place) => {
    const low = place ? sets[place - 1][sets[place - 1].length - 1].end : 0;
    const high = place + 1 < sets.length ? sets[place + 1][0].start : signs.text.length;
    const records = recordsOf(signs, members, low, high);
    return members.map((row, at) => labelOf(signs, row, records[at], place + 1));
  });
}

/**
 * Return the chart of each row of a set, as far as its order tells.
 *
 * `low` and `high` are the end of the set before and the start of the set after.
 * @param {Signs} signs @param {Run[]} members @param {number} low @param {number} high
 * @returns {(number | null)[]}
 */
function recordsOf(signs, members, low, high) {
  const { order, split_phrase: splitPhrase } = signs.notation;
  if (members.length === order.length) return order;
  const phrase = signs.text.slice(low, high).search(new RegExp(splitPhrase, "u"));
  if (phrase >= 0) return members.map((row) => (row.end <= low + phrase ? 1 : 2));
  const before = kindAt(signs, signBefore(signs, members[0].start)) === "N";
  const after = kindAt(signs, signAfter(signs, members[members.length - 1].end)) === "N";
  const record = before === after ? null : before ? 2 : 1;
  return members.map(() => record);
}

/**
 * Name a row of a chart after the name that touches it.
 *
 * Source: 禮記·投壺: a name stands after its row in the first chart, before it in the second.
 * @param {Signs} signs @param {Run} row @param {number | null} record @param {number} set
 * @returns {Label}
 */
function labelOf(signs, row, record, set) {
  const offset = record === 1 ? signAfter(signs, row.end) : signBefore(signs, row.start);
  const touches = record !== null && kindAt(signs, offset) === "N";
  const school = touches ? signs.notation.schools[signs.text[nameStart(signs, offset)]] : null;
  return { row, record, school, set };
}

// --- what somebody copied ----------------------------------------------------------------------

/**
 * Return the rows of a text, also those without 半, and what could not be read as a row.
 *
 * Throws PassageError for a text that has neither.
 * @param {string} source @param {Notation} notation @returns {{ rows: Copied[], errors: string[] }}
 */
function copied(source, notation) {
  const signs = joined(signsOf(source, notation));
  const lost = withoutHalf(signs);
  const spoiled = unreadable(signs);
  /** @type {Run[]} */
  let found = [];
  /** @type {string[]} */
  let faults;
  try {
    [found, faults] = rowsOf(without(signs, spoiled.keys()));
  } catch (error) {
    if (!(error instanceof PassageError)) throw error;
    if (!lost.length) throw [...spoiled.values(), error][0];
    faults = [error.message];
  }
  faults = [...faults, ...Array.from(spoiled.values(), (error) => error.message)];
  const every = [...found, ...lost, ...spoiled.keys()].sort((one, other) => one.start - other.start);
  const named = labelsOf(signs, copiesOf(signs, every)).filter((label) => !spoiled.has(label.row));
  return {
    rows: named.map((label) => copiedRow(signs, label)),
    errors: faults.filter((fault) => !notation.taken.includes(fault.split(":", 1)[0])),
  };
}

/**
 * Return a text of nothing but one row, which is broken over lines, as one line.
 * @param {Signs} signs @returns {Signs}
 */
function joined(signs) {
  if (!isBare(signs) || countKinds(signs, "h", 0, signs.kinds.length) !== 1) return signs;
  if (runsOf(signs).some((run) => run.half >= 0 && wouldBeRow(signs, run))) return signs;
  return { ...signs, kinds: signs.kinds.replace(/\n/g, " ") };
}

/**
 * Return the runs without 半 beside a name or heading, or anywhere in a text of nothing but rows.
 * @param {Signs} signs
 */
function withoutHalf(signs) {
  const { least_copied: least, most_copied: most } = signs.notation;
  const enough = isBare(signs) ? least : signs.text.length;
  return runsOf(signs).filter((run) => {
    const count = countMarks(signs, run.start, run.end);
    const found = run.half < 0 && (faultOf(signs, run) !== null || count >= enough);
    if (found && count > most) {
      throw new PassageError(
        "row-too-long",
        `${placeSaid(signs, run.start)}: ${count} marks; at most ${most}`,
      );
    }
    return found;
  });
}

/**
 * Return the rows with a sign that cannot be read, and what is said of it.
 * @param {Signs} signs
 */
function unreadable(signs) {
  /** @type {Map<Run, PassageError>} */
  const found = new Map();
  for (const run of runsOf(signs)) {
    if (run.half < 0 || !wouldBeRow(signs, run)) continue;
    try {
      refuseUnreadable(signs, run);
    } catch (error) {
      if (!(error instanceof PassageError)) throw error;
      found.set(run, error);
    }
  }
  return found;
}

/**
 * Return a text in which some rows are no more than words.
 * @param {Signs} signs @param {Iterable<Run>} taken @returns {Signs}
 */
function without(signs, taken) {
  const kinds = Array.from(signs.kinds);
  for (const row of taken) fill(kinds, row.start, row.end, "t");
  return { ...signs, kinds: kinds.join("") };
}

/**
 * Tell whether a text has nothing but rows, perhaps each with a number or a name of ours ahead.
 * @param {Signs} signs
 */
function isBare({ text, kinds, notation }) {
  const bare = Array.from(kinds);
  const labels = new RegExp(`(^|\n)${notation.label}`, "giu");
  for (const { index, 0: label, 1: begin } of text.matchAll(labels)) {
    fill(bare, index + begin.length, index + label.length, " ");
  }
  return bare.every((kind) => notation.bare.includes(kind));
}

/**
 * Put together what a text has for one row.
 * @param {Signs} signs @param {Label} label @returns {Copied}
 */
function copiedRow(signs, { row, record, school, set }) {
  const { text, notation } = signs;
  /** @type {PlacedMark[]} */
  const placed = [];
  const sides = row.half < 0 ? [""] : ["", ""];
  for (let at = row.start; at < row.end; at += 1) {
    if (!"cs".includes(signs.kinds[at])) continue;
    const drum = notation.marks[text[at]];
    placed.push({ drum, printed: text[at], where: signs.place(at) });
    sides[row.half >= 0 && at > row.half ? 1 : 0] += drum;
  }
  const name = school && `${school}-${record}`;
  return { name, sides, where: placed[0].where, set, remarks: glyphVariants(placed, notation) };
}

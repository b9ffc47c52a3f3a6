// What ○, □ and 半 mean, a row that stands by itself, and what is said of a sign that is none.

/**
 * The tables of the package, as `notation_data` of Python gives them.
 * @typedef {{
 *   marks: Record<string, string>, drums: string[], half: string, spaces: string,
 *   schools: Record<string, string>, brackets: Record<string, string>, kinds: Record<string, string>,
 *   layout: string, gap: string, bare: string, label: string, taken: string[], comment_words: string,
 *   order: number[], tag: string, lost_character: string, gloss: string, name: string, split_phrase: string,
 *   unprintable: Record<string, string>, longest_row: number, most_marks: number, fewest_marks: number,
 *   near: number, few_hanzi: number, most_copied: number, least_copied: number, longest_compared: number,
 * }} Notation
 *
 * Where a character stands, from 1.
 * @typedef {{ line: number, column: number }} Place
 *
 * A printed sign of a row: what it means, the glyph itself, and its character from 0.
 * @typedef {{ sign: string, printed: string, position: number }} Mark
 *
 * One stroke as printed.
 * @typedef {{ drum: string, printed: string, where: Place }} PlacedMark
 *
 * A row as somebody copied it: the strokes on both sides of 半, or one side where there is no 半. `name`
 * is what the text calls it, `set` counts the copies within the text; `remarks` say which look-alikes
 * stand in it.
 * @typedef {{
 *   name: string | null, sides: string[], where: Place, set: number, remarks: string[]
 * }} Copied
 */

/** A row that cannot be read, with the place and the code point of what is wrong. */
class NotationError extends Error {}

/** A text from which no reading can be taken; `code` names the cause. */
class PassageError extends Error {
  /** @param {string} code @param {string} message */
  constructor(code, message) {
    super(`${code}: ${message}`);
    this.code = code;
  }
}

/**
 * Read a row that stands by itself, sign by sign, 半 included; throws NotationError.
 * @param {string} row @param {Notation} notation @returns {Mark[]}
 */
function marks(row, notation) {
  const { half, longest_row: longest } = notation;
  const characters = Array.from(row);
  /** @type {Mark[]} */
  const found = [];
  let middle = -1;
  for (const [position, glyph] of characters.entries()) {
    if (notation.spaces.includes(glyph)) continue;
    const place = `character ${position + 1}`;
    if (glyph === half) {
      if (middle >= 0) {
        throw new NotationError(`${place}: a second 半, in ${bracket(characters, position)}`);
      }
      middle = position;
      found.push({ sign: half, printed: glyph, position });
    } else if (glyph in notation.marks) {
      found.push({ sign: notation.marks[glyph], printed: glyph, position });
      if (found.length - Number(middle >= 0) > longest) {
        throw new NotationError(`a row of more than ${longest} strokes`);
      }
    } else {
      const what = `${describe(glyph, notation)} is no stroke; expected ○ □ or 半`;
      throw new NotationError(`${place}: ${what}, in ${bracket(characters, position)}`);
    }
  }
  if (middle < 0) {
    throw new NotationError("half-missing: no 半 in the row; expected ○ and □ on both sides of one 半");
  }
  for (const [side, edge] of /** @type {const} */ ([
    ["before", 0],
    ["after", found.length - 1],
  ])) {
    if (found[edge].sign === half) {
      const where = `in ${bracket(characters, middle)}`;
      throw new NotationError(`character ${middle + 1}: no stroke ${side} 半, ${where}`);
    }
  }
  return found;
}

/**
 * Read a row that stands by itself, with 半 or without; throws NotationError, the row named in its text.
 * @param {string} printed @param {Notation} notation @returns {Copied}
 */
function literal(printed, notation) {
  const characters = Array.from(printed);
  const known = (/** @type {string} */ glyph) => glyph in notation.marks || notation.spaces.includes(glyph);
  const halved = !characters.every(known);
  const onOneLine = (/** @type {number} */ offset) => ({ line: 1, column: offset + 1 });
  const place = halved ? placesOf(characters) : onOneLine;
  const signs = halved ? marksNamed(printed, notation) : strokesAlone(characters, notation);
  const placed = signs
    .filter((mark) => mark.sign !== notation.half)
    .map((mark) => ({ drum: mark.sign, printed: mark.printed, where: place(mark.position) }));
  const sides = signs
    .map((mark) => mark.sign)
    .join("")
    .split(notation.half);
  return { name: null, sides, where: placed[0].where, set: 1, remarks: glyphVariants(placed, notation) };
}

/**
 * Read a row sign by sign; throws NotationError, the row named in its text.
 * @param {string} printed @param {Notation} notation
 */
function marksNamed(printed, notation) {
  try {
    return marks(printed, notation);
  } catch (error) {
    if (!(error instanceof NotationError)) throw error;
    const shown = `'${printed}'`;
    throw new NotationError(`${Array.from(shown).length < 80 ? shown : "row"}: ${error.message}`);
  }
}

/**
 * Read the strokes of a row without 半.
 * @param {string[]} characters @param {Notation} notation @returns {Mark[]}
 */
function strokesAlone(characters, notation) {
  return characters.flatMap((printed, position) => {
    const sign = notation.marks[printed];
    return sign ? [{ sign, printed, position }] : [];
  });
}

/**
 * Return a row without the quotation marks around it.
 * @param {string} argument
 */
function unquoted(argument) {
  const quoted = argument.length > 1 && argument[0] === argument.slice(-1) && "'\"".includes(argument[0]);
  return quoted ? argument.slice(1, -1) : argument;
}

/**
 * Give a function that says where a character of a text stands, which is found by its offset.
 * @param {string[]} characters @returns {(offset: number) => Place}
 */
function placesOf(characters) {
  const begins = [0];
  for (const [at, character] of characters.entries()) {
    if (character === "\n") begins.push(at + 1);
  }
  return (offset) => {
    let [low, high] = [0, begins.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (begins[middle] <= offset) low = middle;
      else high = middle;
    }
    return { line: low + 1, column: offset - begins[low] + 1 };
  };
}

/**
 * Say for each look-alike which mark it was read as, and at which places (line:column).
 * @param {PlacedMark[]} placed @param {Notation} notation
 */
function glyphVariants(placed, notation) {
  /** @type {Map<string, PlacedMark[]>} */
  const folded = new Map();
  for (const mark of placed) {
    if (mark.printed === mark.drum) continue;
    const same = folded.get(mark.printed);
    if (same) same.push(mark);
    else folded.set(mark.printed, [mark]);
  }
  return Array.from(folded, ([printed, same]) => {
    const where = same.map((mark) => `${mark.where.line}:${mark.where.column}`).join(", ");
    return `glyph-variant: ${describe(printed, notation)} read as ${same[0].drum} at ${where}`;
  });
}

/**
 * Name a character so that it can be told from its look-alikes: `'x' U+0078`.
 * @param {string} glyph @param {Notation} notation
 */
function describe(glyph, notation) {
  const shown = isPrintable(glyph) ? glyph : (notation.unprintable[glyph] ?? "unprintable");
  const code = /** @type {number} */ (glyph.codePointAt(0));
  return `'${shown}' U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
}

/**
 * Quote the neighbourhood of a character with the character in brackets.
 * @param {string[]} characters @param {number} position
 */
function bracket(characters, position) {
  const before = characters.slice(Math.max(0, position - 8), position);
  const after = characters.slice(position + 1, position + 9);
  return visible([...before, "[", characters[position], "]", ...after].join(""));
}

/**
 * Spell out the characters of a text that cannot be printed, so that it stays one line.
 * @param {string} text
 */
function visible(text) {
  const spelt = (/** @type {string} */ character) => {
    const code = /** @type {number} */ (character.codePointAt(0));
    return `\\u${code.toString(16).padStart(4, "0")}`;
  };
  const shown = (/** @type {string} */ character) => isPrintable(character) || character === "\u3000";
  return Array.from(text, (character) => (shown(character) ? character : spelt(character))).join("");
}

/**
 * Tell whether a character can be printed, as Python does.
 * @param {string} character
 */
function isPrintable(character) {
  return character === " " || !/[\p{C}\p{Z}]/u.test(character);
}

// The song beside the drum: which word begins on which stroke, as touhu_music/live/singing.py; one line to a cycle.

/**
 * A word and its tone in semitones above 黃鐘: null where it is lost, or where the word is recited.
 * @typedef {{hanzi: string, lulu: string, gongche: string, tone: number | null}} SungWord
 *
 * A song as it is sung, line by line.
 * @typedef {{name: string, lines: readonly (readonly SungWord[])[]}} Tune
 *
 * A song as `shape` of touhu_music/player/song_data.py gives it.
 * @typedef {{
 *   lines: ([string] | [string, string, string, (number | null)[]])[], stanzas: number[], witness: string,
 *   mode: string, source: string, for: Record<string, string>, remarks: string[],
 * }} SongShape
 *
 * What `song_data` of Python gives the page.
 * @typedef {{
 *   songs: Record<string, SongShape>, hertz: number, key: number, program: number, velocity: number,
 *   fitting: Record<string, [string, string]>, words: Record<string, Record<string, string>>,
 * }} SongData
 */

/**
 * @param {string} name
 * @param {SongShape} shape
 * @returns {Tune}
 */
function tuneOf(name, { lines }) {
  return {
    name,
    lines: lines.map(([words, lulu = "", gongche = "", tones = []]) => {
      const [lulus, gongches] = [Array.from(lulu), Array.from(gongche)];
      return Array.from(words, (hanzi, place) => ({
        hanzi,
        lulu: lulus[place] ?? "",
        gongche: gongches[place] ?? "",
        tone: tones[place] ?? null,
      }));
    }),
  };
}

/**
 * The tones of a song, each once.
 * @param {Tune} tune
 */
function tonesOf({ lines }) {
  return new Set(lines.flat().flatMap(({ tone }) => (tone === null ? [] : [tone])));
}

/**
 * The line that goes with a cycle, counted from 1; after the last one the first comes again.
 * @param {Tune} tune
 * @param {number} cycle
 */
function lineOf({ lines }, cycle) {
  return lines[(cycle - 1) % lines.length] ?? [];
}

/**
 * On which stroke, from 0, each of so many words begins.
 * @param {number} words
 * @param {number} strokes
 */
function strokesOf(words, strokes) {
  return Array.from({ length: words }, (_, place) => Math.floor((place * strokes) / words));
}

/**
 * The words of a cycle as they sound: word i of k begins on stroke i·n/k, rounded down; words that would
 * begin on one stroke divide its time evenly, for which the performance must be `singable`.
 * @param {PerformedRow} performance
 * @param {Tune} tune
 * @param {number} cycle
 * @returns {(Sounding & {word: SungWord, ends: number})[]}
 */
function sung({ pattern, length }, tune, cycle) {
  const line = lineOf(tune, cycle);
  const first = strokesOf(line.length, pattern.length);
  const onset = (/** @type {number} */ stroke) => pattern[stroke]?.onset ?? length;
  return line.map((word, place) => {
    const stroke = first[place] ?? 0;
    const sharing = first.filter((other) => other === stroke).length;
    const following = first.find((other) => other > stroke) ?? pattern.length;
    const long = (onset(following) - onset(stroke)) / sharing;
    const parts = onset(stroke) + (place - first.indexOf(stroke)) * long;
    return { parts, voice: "song", stroke: null, word, ends: parts + long };
  });
}

/**
 * The same performance, its beat in so many parts that words that share a stroke begin on whole ones.
 * @param {PerformedRow} performance
 * @param {Tune | null} tune
 * @returns {PerformedRow}
 */
function singable(performance, tune) {
  const strokes = performance.pattern.length;
  const sharing = (tune?.lines ?? []).flatMap(({ length }) => {
    const first = strokesOf(length, strokes);
    return first.map((stroke) => first.filter((other) => other === stroke).length);
  });
  const finer = leastCommonMultiple([1, ...sharing]);
  return finer === 1 ? performance : divided(performance, finer);
}

/**
 * @param {PerformedRow} whole
 * @param {number} finer
 * @returns {PerformedRow}
 */
function divided(whole, finer) {
  return {
    ...whole,
    parts: whole.parts * finer,
    pattern: whole.pattern.map((stroke) => ({ ...stroke, onset: stroke.onset * finer })),
    length: whole.length * finer,
    gap: whole.gap * finer,
    period: whole.period * finer,
    half: whole.half === null ? null : whole.half * finer,
  };
}

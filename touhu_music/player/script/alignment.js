// One row of strokes against another: the fewest edits, told by the runs in which they stand.

/**
 * One difference: what stands in the first row at a place, from 1, and what in the second.
 *
 * Of an omission or an addition within a run, both are the whole run and the place is its first; of an
 * addition between runs, `first` is empty and the place is that of the stroke after it.
 * @typedef {{
 *   kind: "omission" | "addition" | "substitution", place: number, first: string, second: string
 * }} Edit
 *
 * The least number of edits, in how many ways they can be made, and one of these ways. `meeting` are the
 * places, from 0, that meet in it.
 * @typedef {{
 *   distance: number, ways: bigint, edits: Edit[], meeting: [number, number][]
 * }} Alignment
 */

/**
 * The rows that were aligned last: what is pasted is read anew with every letter that is typed.
 * @type {Map<string, Alignment>}
 */
const ALIGNED = new Map();
const MOST_ALIGNED = 1000;

/**
 * Align two rows of ○ and □.
 *
 * Of the equally good ways that one is told in which equal strokes meet as early as they can, so that a
 * run loses or gains its last ones, and a stroke becomes another one only where it must.
 * @param {string} first @param {string} second @returns {Alignment}
 */
function align(first, second) {
  const key = `${first} ${second}`;
  let found = ALIGNED.get(key);
  if (!found) {
    const { least, ways } = alignmentTables(first, second);
    const meeting = meetingPath(first, second, least);
    const edits = editsTold(first, second, meeting);
    found = { distance: least[0][0], ways: ways[0][0], edits, meeting };
    if (ALIGNED.size >= MOST_ALIGNED) ALIGNED.clear();
    ALIGNED.set(key, found);
  }
  return found;
}

/**
 * Return, for what is left of both rows from each place on, the least edits and in how many ways.
 * @param {string} first @param {string} second
 */
function alignmentTables(first, second) {
  const [high, wide] = [first.length, second.length];
  /** @type {number[][]} */
  const least = Array.from({ length: high + 1 }, (_, i) => new Array(wide + 1).fill(high - i));
  /** @type {bigint[][]} */
  const ways = Array.from({ length: high + 1 }, () => new Array(wide + 1).fill(BigInt(1)));
  for (let j = 0; j < wide; j += 1) least[high][j] = wide - j;
  for (let i = high - 1; i >= 0; i -= 1) {
    for (let j = wide - 1; j >= 0; j -= 1) {
      const meet = least[i + 1][j + 1] + Number(first[i] !== second[j]);
      const leave = least[i + 1][j] + 1;
      const add = least[i][j + 1] + 1;
      const cost = Math.min(meet, leave, add);
      let count = BigInt(0);
      if (meet === cost) count += ways[i + 1][j + 1];
      if (leave === cost) count += ways[i + 1][j];
      if (add === cost) count += ways[i][j + 1];
      least[i][j] = cost;
      ways[i][j] = count;
    }
  }
  return { least, ways };
}

/**
 * Return the places that meet, one after the other; a stroke that meets none is left out of its side.
 * @param {string} first @param {string} second @param {number[][]} least
 */
function meetingPath(first, second, least) {
  /** @type {[number, number][]} */
  const meeting = [];
  let [i, j] = [0, 0];
  while (i < first.length && j < second.length) {
    const meet = first[i] === second[j] && least[i][j] === least[i + 1][j + 1];
    if (!meet && least[i][j] === least[i + 1][j] + 1) {
      i += 1;
    } else if (!meet && least[i][j] === least[i][j + 1] + 1) {
      j += 1;
    } else {
      meeting.push([i, j]);
      i += 1;
      j += 1;
    }
  }
  return meeting;
}

/**
 * Tell a way as edits, from left to right, each of other strokes than the rest.
 *
 * What a run loses or gains is told of the whole run. If others stand between its strokes in the second
 * row, or for one of them, it is told of the part that is still one.
 * @param {string} first @param {string} second @param {[number, number][]} meeting
 */
function editsTold(first, second, meeting) {
  const met = new Map(meeting);
  const others = new Map(meeting.filter(([place, there]) => first[place] !== second[there]));
  const { grown, between } = gapsOf(first, second, met, others);
  /** @type {Edit[]} */
  const edits = [];
  let start = 0;
  while (start < first.length) {
    const added = between.get(start);
    if (added) edits.push({ kind: "addition", place: start + 1, first: "", second: added });
    const other = others.get(start);
    let end = start + 1;
    if (other !== undefined) {
      edits.push({ kind: "substitution", place: end, first: first[start], second: second[other] });
    } else {
      while (end < first.length && first[end] === first[start] && !others.has(end) && !between.has(end)) {
        end += 1;
      }
      let more = 0;
      for (let place = start; place < end; place += 1) {
        more += (grown.get(place) ?? 0) - Number(!met.has(place));
      }
      const run = first.slice(start, end);
      const becomes = first[start].repeat(run.length + more);
      if (more) {
        edits.push({
          kind: more > 0 ? "addition" : "omission",
          place: start + 1,
          first: run,
          second: becomes,
        });
      }
    }
    start = end;
  }
  const last = between.get(first.length);
  if (last) edits.push({ kind: "addition", place: first.length + 1, first: "", second: last });
  return edits;
}

/**
 * Return how many strokes are added to the run of a place, from 0, and which are added before a place.
 *
 * They are added to a run if they are like the stroke before them or after them, unless that becomes
 * another one.
 * @param {string} first @param {string} second @param {Map<number, number>} met
 * @param {Map<number, number>} others
 */
function gapsOf(first, second, met, others) {
  /** @type {Map<number, number>} */
  const grown = new Map();
  /** @type {Map<number, string>} */
  const between = new Map();
  let last = -1;
  for (const [place, there] of [...met, [first.length, second.length]]) {
    const added = second.slice(last + 1, there);
    const at = [place - 1, place].find(
      (each) => each >= 0 && each < first.length && !others.has(each) && !added.split(first[each]).join(""),
    );
    if (added && at !== undefined) grown.set(at, (grown.get(at) ?? 0) + added.length);
    else if (added) between.set(place, added);
    last = there;
  }
  return { grown, between };
}

// The drum of the rite: it begins with the first throw, goes on evenly, and ends with a cycle.

class RiteDrum {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    /** The cycle of the playing that is the first of the pair. */
    this.first = 1;
    /** Whether it ends with the cycle that sounds. */
    this.ending = false;
  }

  get sounds() {
    return this.page.player.playing && this.page.mode === "rite";
  }

  /** The row of the page as touhu has it; null, and told, where it cannot be drummed so. */
  performed() {
    const { chosen } = this.page;
    try {
      return perform(chosen, "touhu", { ...planFrom(chosen), cycles: 1 });
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      this.page.notice(chosen.timing === "on-gu" ? "player-no-gu" : "player-cannot");
      return null;
    }
  }

  /**
   * Begin with a cycle of the pair; to be called in a tap or a key.
   * @param {number} cycle
   */
  begin(cycle) {
    const performed = this.performed();
    if (!performed) return;
    this.first = 2 - Math.max(cycle, 1);
    this.ending = false;
    this.page.hear("rite", performed);
  }

  /** Follow what is chosen of the page: row, tempo, gap, sounds. */
  obey() {
    const performed = this.performed();
    if (!performed) return;
    this.page.origins.set(performed, this.page.chosen);
    this.page.player.change(this.page.settings(performed));
  }

  /** Let the next cycle be the first of the next pair. */
  nextPair() {
    this.first = (this.page.follower.cursor()?.cycle ?? 0) + 1;
  }

  /**
   * Let it end with the cycle that sounds, or go on.
   * @param {boolean} ending
   */
  end(ending) {
    this.ending = ending;
    this.obey();
  }

  /**
   * The cycle of the pair that the ear has reached; less than 1 before the first.
   * @param {Cursor | null} cursor
   */
  cycle(cursor) {
    return cursor?.cycle ? cursor.cycle - this.first + 1 : 0;
  }
}

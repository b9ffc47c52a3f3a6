// What leaves the page: its address, a link, a MIDI file; and what an address brings in.

/** Milliseconds without a change after which the address is written: browsers allow it only so often. */
const ADDRESS_PAUSE = 250;

class Sharing {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.timer = 0;
    this.written = "";
    byId("copy-link").addEventListener("click", () => void this.copyLink());
    byId("save-midi").addEventListener("click", () => this.saveMidi());
    window.addEventListener("hashchange", () => this.readAddress());
  }

  readAddress() {
    const fragment = window.location.hash.slice(1);
    if (!fragment || fragment === this.written) return;
    try {
      this.page.choose(chosenFrom(this.page.data, fragment));
    } catch (error) {
      if (error instanceof NotationError) this.page.notice("player-bad-row", visible(error.message));
      else if (error instanceof AddressError || error instanceof RangeError) {
        this.page.notice("player-bad-link", visible(error.message.slice(0, 60)));
      } else throw error;
    }
  }

  writeAddress() {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => {
      this.written = fragmentOf(this.page.data, this.page.chosen);
      try {
        window.history.replaceState(null, "", `#${this.written}`);
      } catch {
        // a page in a frame may not; its link can still be copied
      }
    }, ADDRESS_PAUSE);
  }

  async copyLink() {
    const link = `${window.location.href.split("#")[0]}#${fragmentOf(this.page.data, this.page.chosen)}`;
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
    byId("link-said").textContent = this.page.speech.say(copied ? "player-link-copied" : "player-link-here");
  }

  saveMidi() {
    const { chosen, data, speech } = this.page;
    const row = rowOf(data, chosen.name, chosen.siglum);
    const plan = planFrom(chosen);
    const words = {
      title: byId("row-title").textContent ?? "",
      texts: [row ? `${row.siglum} ${row.source}` : speech.say("no-witness"), speech.say("choices")],
      cycle: speech.say("cycle", "{}"),
      half: "半",
      drums: { pi: speech.say("pi"), gu: speech.say("gu") },
      syllables: HANZI,
      clicks: speech.say("click"),
    };
    const performed = perform(chosen, chosen.use, plan);
    const file = midiFile(performed, practiceFrom(chosen), data.sounds, words, chosen.muted);
    const address = URL.createObjectURL(new Blob([file], { type: "audio/midi" }));
    const name = `${chosen.name || "row"}_${chosen.use}_${chosen.tempo}bpm.mid`;
    const link = make("a", { href: address, download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
  }
}

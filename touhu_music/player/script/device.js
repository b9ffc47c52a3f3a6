// The device: its theme and size of text, full screen, a screen that stays on, the controls of the system.

/** Themes that can be chosen; the first follows the system. */
const THEMES = ["system", "light", "dark", "contrast"];

class Device {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    const theme = remembered("theme") ?? "";
    this.theme = THEMES.includes(theme) ? theme : "system";
    this.flashes = remembered("flash") === "true";
    this.large = remembered("large") === "true";
    this.padsSound = remembered("pads") !== "false";
    this.full = false;
    /** @type {WakeLockSentinel | null} */
    this.wake = null;
    this.asking = false;
    document.addEventListener("visibilitychange", () => this.holdAwake());
    document.addEventListener("fullscreenchange", () => {
      if (!document.fullscreenElement) this.showFull(false);
    });
    for (const action of /** @type {const} */ (["play", "pause", "stop"])) {
      try {
        navigator.mediaSession?.setActionHandler(action, () => (action === "play" ? page.start() : page.stop()));
      } catch {
        // a browser that does not know the action
      }
    }
    document.documentElement.dataset.theme = this.theme;
    this.showLarge();
  }

  /** @param {string} theme */
  look(theme) {
    this.theme = theme;
    remember("theme", theme);
    document.documentElement.dataset.theme = theme;
    this.page.controls.show();
  }

  /**
   * Turn on or off what concerns this device, and not the row.
   * @param {string} what
   */
  prefer(what) {
    if (what === "full") {
      const on = !this.full;
      this.showFull(on);
      const asked = on ? document.documentElement.requestFullscreen?.() : document.fullscreenElement && document.exitFullscreen();
      if (asked) asked.catch(() => undefined); // then the window alone is filled
      return;
    }
    if (what === "flash") this.flashes = !this.flashes;
    if (what === "large") this.large = !this.large;
    if (what === "pads") this.padsSound = !this.padsSound;
    remember("flash", String(this.flashes));
    remember("large", String(this.large));
    remember("pads", String(this.padsSound));
    this.showLarge();
    this.page.controls.show();
  }

  /** As it is for who comes first. */
  reset() {
    [this.theme, this.flashes, this.large, this.padsSound] = ["system", false, false, true];
    document.documentElement.dataset.theme = this.theme;
    this.showLarge();
    if (this.full) this.prefer("full");
  }

  showLarge() {
    document.documentElement.classList.toggle("large", this.large);
  }

  /** @param {boolean} full */
  showFull(full) {
    this.full = full;
    document.body.classList.toggle("full", full);
    this.page.controls.show();
  }

  /** Keep the screen on while something plays or the rite is under way, where a page can. */
  holdAwake() {
    const { player, rite } = this.page;
    const wanted = (player.playing || rite?.underWay) && document.visibilityState === "visible";
    if (!wanted) {
      void this.wake?.release();
      this.wake = null;
    } else if (!this.wake && !this.asking && navigator.wakeLock) {
      this.asking = true;
      navigator.wakeLock.request("screen").then(
        (lock) => {
          [this.wake, this.asking] = [lock, false];
          lock.addEventListener("release", () => {
            if (this.wake === lock) this.wake = null;
          });
          this.holdAwake(); // which lets it go if all has stopped meanwhile
        },
        () => (this.asking = false), // a phone that saves power refuses
      );
    }
  }

  /** Tell the system what plays, for the controls on a locked screen. */
  tellSystem() {
    const { playing } = this.page.player;
    if (!navigator.mediaSession || (!playing && navigator.mediaSession.playbackState === "none")) return;
    navigator.mediaSession.playbackState = playing ? "playing" : "none";
    if (window.MediaMetadata) {
      navigator.mediaSession.metadata = new MediaMetadata({ title: byId("row-title").textContent ?? "", artist: "touhu" });
    }
  }
}

// A page that stands in public: it invites in silence, is never loud, and begins anew when nobody is there.

/** Milliseconds without a touch after which it begins anew. */
const IDLE = 60_000;

/** Milliseconds from stroke to stroke of the silent invitation. */
const INVITING = 900;

/** How loud it may be, of all that the page can. */
const KIOSK_VOLUME = 0.6;

class Kiosk {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.language = document.documentElement.lang;
    this.on = false;
    this.idle = 0;
    this.inviting = 0;
    this.step = 0;
    this.details = [...document.querySelectorAll("details")].map((part) => ({ part, open: part.open }));
    for (const touch of ["pointerdown", "keydown", "input"]) {
      document.addEventListener(touch, () => this.touched(), true);
    }
  }

  /** Follow what is chosen: an address turns it on, and only another address turns it off. */
  show() {
    const { kiosk } = this.page.chosen;
    if (kiosk === this.on) return;
    this.on = kiosk;
    document.body.classList.toggle("kiosk", kiosk);
    this.page.player.volume("all", kiosk ? KIOSK_VOLUME : 1);
    clearTimeout(this.idle);
    clearInterval(this.inviting);
    if (kiosk) this.invite();
  }

  touched() {
    if (!this.on) return;
    clearInterval(this.inviting);
    clearTimeout(this.idle);
    this.idle = window.setTimeout(() => this.beginAnew(), IDLE);
    if (!this.page.player.playing) this.page.follower.rest();
  }

  beginAnew() {
    const { page } = this;
    page.stop();
    page.tapping.clear();
    page.checking.empty();
    page.controls.reset();
    page.device.reset();
    page.comparing.hearing = "ears";
    page.rite?.screen.settings.fold();
    for (const { part, open } of this.details) part.open = open;
    page.speak(this.language);
    page.choose({ ...usualChoice(page.data), kiosk: true });
    window.scrollTo(0, 0);
    this.invite();
  }

  /** Let the marks run without a sound, where they may move. */
  invite() {
    clearInterval(this.inviting);
    if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    this.inviting = window.setInterval(() => {
      const { performed, follower, chosen } = this.page;
      const index = this.step % performed.pattern.length;
      const { number = 0 } = performed.pattern[index] ?? {};
      this.step += 1;
      follower.preview({
        performance: performed,
        cycle: 1,
        number,
        index,
        beat: 0,
        fresh: true,
        tempo: chosen.tempo,
      });
    }, INVITING);
  }
}

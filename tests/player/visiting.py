"""The page as tests visit it: what was put on the audio clock, and what stands where."""

from __future__ import annotations

from typing import Any, Final

TABS: Final = ("play", "rite", "tap", "compare", "sources", "check")

SPY: Final = """
window.heard = []; window.contexts = []; window.pans = [];
const {start, stop} = AudioBufferSourceNode.prototype;
AudioBufferSourceNode.prototype.start = function (when = 0) {
  window.heard.push({when, frames: this.buffer.length, node: this});
  return start.call(this, when);
};
AudioBufferSourceNode.prototype.stop = function (...rest) {
  window.heard = window.heard.filter(({node}) => node !== this);
  return stop.apply(this, rest);
};
const made = BaseAudioContext.prototype.createStereoPanner;
BaseAudioContext.prototype.createStereoPanner = function () {
  const panner = made.call(this);
  window.pans.push(panner.pan);
  return panner;
};
window.AudioContext = class extends AudioContext {
  constructor(...rest) { super(...rest); window.contexts.push(this); }
};
"""
"""Notes what is given to the audio clock; what is taken back is forgotten."""

MEASURE: Final = """
() => {
  const shown = (it) => it.checkVisibility({visibilityProperty: true}) && !it.closest(".unseen");
  const inside = (it) => [...document.querySelectorAll(it)].filter(shown);
  const name = (it) => it.outerHTML.slice(0, 90);
  const wrong = [];
  const wide = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth > wide) wrong.push("the page scrolls sideways");
  const touched = inside("button, select, textarea, input, summary")
    .map((it) => [it, it.getBoundingClientRect()]);
  for (const [it, box] of touched) {
    if (box.width < 43.9 || box.height < 43.9) wrong.push(`small ${box.width}x${box.height}: ${name(it)}`);
    const outside = box.left < -0.5 || box.right > wide + 0.5;
    if (outside && !it.closest(".frame")) wrong.push(`outside: ${name(it)}`);
  }
  const texts = "button, summary, h1, h2, h3, p, label, dt, dd, output, li, .line-name, .lane > *, .cell";
  for (const it of inside(texts)) {
    if (it.scrollWidth > it.clientWidth + 1 && it.clientWidth && getComputedStyle(it).display !== "inline") {
      wrong.push(`cut ${it.scrollWidth}>${it.clientWidth}: ${name(it)}`);
    }
    if (it.matches("button") && it.scrollHeight > it.clientHeight + 2) wrong.push(`cut below: ${name(it)}`);
  }
  const range = document.createRange();
  for (const it of inside("button, summary, h1, h2, h3, label, .line-name, dt")) {
    const texts = document.createTreeWalker(it, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      for (const {0: word, index} of text.data.matchAll(/[a-z]{3,}/gi)) {
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({bottom}) => Math.round(bottom / 4)));
        if (lines.size > 1 && !it.querySelector(".unseen")) wrong.push(`broken ${word}: ${name(it)}`);
      }
    }
  }
  const still = touched.filter(([it]) => !it.closest(".bar"));
  still.forEach(([it, box], place) => {
    for (const [other, its] of still.slice(place + 1)) {
      const across = Math.min(box.right, its.right) - Math.max(box.left, its.left);
      const down = Math.min(box.bottom, its.bottom) - Math.max(box.top, its.top);
      if (across > 1.5 && down > 1.5) wrong.push(`overlap: ${name(it)} and ${name(other)}`);
    }
  });
  const bar = inside(".bar > *").map((it) => it.getBoundingClientRect());
  bar.slice(1).forEach((box, place) => {
    if (box.left < bar[place].right - 0.5) wrong.push("the bar overlaps");
    if (box.bottom > innerHeight + 0.5) wrong.push("the bar is cut");
  });
  return wrong;
}
"""


def until(page: Any, expression: str) -> Any:
    """Wait until something is so; the page itself may not evaluate text, so it is asked again and again."""
    for _ in range(600):
        found = page.evaluate(expression)
        if found:
            return found
        page.wait_for_timeout(50)
    raise AssertionError(f"never: {expression}")


def pressed(page: Any, selector: str) -> bool:
    return bool(page.get_attribute(selector, "aria-pressed") == "true")


def playing(page: Any) -> bool:
    return bool(page.get_attribute("#start", "data-playing") == "true")


def fragment_of(page: Any) -> str:
    """Return the address that was written after the last change."""
    page.wait_for_timeout(400)
    return str(page.evaluate("location.hash"))


def onsets(page: Any, count: int) -> list[float]:
    """Return the first times given to the audio clock, in seconds after the first of them."""
    until(page, f"heard.length >= {count}")
    times: list[float] = page.evaluate("heard.map(({when}) => when)")
    return [time - times[0] for time in sorted(times)][:count]


def checked(page: Any, text: str) -> str:
    page.fill("#pasted", text)
    page.click("#check")
    return str(page.inner_text("#answer"))

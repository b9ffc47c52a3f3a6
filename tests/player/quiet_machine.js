// A machine without sound, whose time passes only when it is told: what is struck is written down.

/** Audio time at which it stands, what was started, and the timers. */
const machine = { now: 0, rate: 48_000, started: [], timers: new Set() };

class Parameter {
  value = 1;
  cancelScheduledValues() {}
  setValueAtTime(value) {
    this.value = value;
  }
  linearRampToValueAtTime(value) {
    this.value = value;
  }
}

class AnyNode {
  gain = new Parameter();
  pan = new Parameter();
  onward = null;
  connect(node) {
    this.onward = node;
    return node;
  }
  disconnect() {
    this.onward = null;
  }
}

class Source extends AnyNode {
  start(time) {
    this.time = time;
    this.late = time < machine.now;
    machine.started.push(this);
  }
  stop() {
    this.cutOff = this.time <= machine.now;
    this.takenBack = true;
  }
}

class AudioContext {
  baseLatency = 0.01;
  outputLatency = 0.03;
  state = "suspended";
  sampleRate = machine.rate;
  destination = new AnyNode();
  get currentTime() {
    return machine.now;
  }
  async resume() {
    this.state = "running";
  }
  addEventListener() {}
  createGain() {
    return new AnyNode();
  }
  createStereoPanner() {
    return new AnyNode();
  }
  createBufferSource() {
    return new Source();
  }
  createBuffer(channels, length, rate) {
    return { duration: length / rate, copyToChannel() {} };
  }
  getOutputTimestamp() {
    return { contextTime: 0, performanceTime: 0 };
  }
}

const document = { visibilityState: "visible", addEventListener() {} };
const performance = { now: () => 1000 * machine.now };
const setTimeout = () => 0;
const setInterval = (tick) => {
  machine.timers.add(tick);
  return tick;
};
const clearInterval = (tick) => machine.timers.delete(tick);

/** Let time pass until a moment; all timers come at once every so many seconds. */
function passUntil(end, every) {
  while (machine.now < end) {
    const next = Math.min(end, (Math.floor(machine.now / every + 1e-9) + 1) * every);
    machine.now = next;
    for (const tick of machine.timers) tick();
  }
}

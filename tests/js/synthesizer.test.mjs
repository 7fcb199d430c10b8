import assert from "node:assert/strict";
import { test } from "node:test";

import { Synthesizer } from "../../static/boards/sound/synthesizer.js";

/** A browser's device that is heard only if it is resumed while somebody touches the page. */
class Device {
  constructor() {
    Device.made += 1;
    this.state = "suspended";
    this.sampleRate = 8000;
  }

  createGain() {
    return { gain: {}, connect() {} };
  }

  createBuffer(_channels, length) {
    return { getChannelData: () => new Float32Array(length) };
  }

  resume() {
    if (!Device.touched) return Promise.reject(new Error("not allowed yet"));
    this.state = "running";
    return Promise.resolve();
  }
}
Device.made = 0;
Device.touched = false;

test("a finger counts as a touch when it is lifted, and the device is made once", async () => {
  globalThis.document = Object.assign(new EventTarget(), { cookie: "", hidden: false });
  globalThis.window = globalThis;
  globalThis.AudioContext = Device;
  const sounds = new Synthesizer();
  sounds.start();
  document.dispatchEvent(new Event("pointerdown"));
  assert.equal(sounds.context.state, "suspended");
  Device.touched = true;
  document.dispatchEvent(new Event("pointerup"));
  assert.equal(sounds.context.state, "running");
  document.dispatchEvent(new Event("pointerdown"));
  assert.equal(Device.made, 1);
});

// One question to the server, answered by JSON or by a stream of events with progress. Aborting cancels it.

import { button, h } from "./dom.js";

export class Refused extends Error {}

export async function ask(name, body = {}, { signal, progress } = {}) {
  const response = await fetch(`/ask/${name}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    signal,
  });
  if ((response.headers.get("content-type") || "").startsWith("text/event-stream")) return stream(response, progress);
  const answer = await response.json();
  if (!response.ok) throw new Refused(answer.error);
  return answer;
}

async function stream(response, progress) {
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  progress?.({ share: 0, phase: "" });
  let buffer = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) throw new Refused("the server closed the connection before it answered");
    buffer += value;
    const events = buffer.split("\n\n");
    buffer = events.pop();
    for (const event of events) {
      const lines = event.split("\n");
      const kind = lines[0].replace("event: ", "");
      const data = lines.slice(1).map((line) => line.replace(/^data: /, "")).join("\n");
      if (kind === "progress") progress?.(JSON.parse(data));
      else if (kind === "answer") return JSON.parse(data);
      else if (kind === "refused") throw new Refused(JSON.parse(data).error);
    }
  }
}

const APPEARS_AFTER = 500;

// A place on the page for one question at a time: a bar and Cancel while it runs, then the elements that `show`
// makes of the answer. A new question cancels the one before.
export class Task {
  // again: asks the question again after Cancel; keeps: whether the last answer stays when the next question fails
  constructor(host, { again, keeps = false } = {}) {
    Object.assign(this, { host, again, keeps });
    this.line = h("div", { class: "task", hidden: true });
    this.place = h("div", { class: "answer" });
    host.append(this.line, this.place);
  }

  cancel() {
    this.controller?.abort();
    this.controller = null;
  }

  clear(...what) {
    this.cancel();
    this.line.hidden = true;
    this.place.classList.remove("stale");
    this.place.replaceChildren(...what);
  }

  async ask(name, body, show) {
    this.cancel();
    const controller = new AbortController();
    this.controller = controller;
    const bar = h("progress", { max: 1, "aria-label": "Progress" });
    const words = h("span", { class: "phase" });
    const began = performance.now();
    const stop = button("Cancel", () => {
      if (this.controller !== controller) return;
      this.cancel();
      this.say("cancelled", this.again && button("Ask again", this.again));
    });
    const appear = setTimeout(() => {
      if (this.controller !== controller) return;
      this.line.replaceChildren(bar, words, stop);
      this.line.hidden = false;
      this.host.setAttribute("aria-busy", "true");
    }, APPEARS_AFTER);
    const tick = setInterval(() => {
      const seconds = Math.round((performance.now() - began) / 1000);
      words.textContent = `${this.phase || "working"}, ${seconds} s`;
    }, 250);
    this.phase = "";
    try {
      const answer = await ask(name, body, {
        signal: controller.signal,
        progress: ({ share, phase }) => {
          if (share > 0) bar.value = share;
          this.phase = phase;
        },
      });
      if (this.controller === controller) {
        this.line.hidden = true;
        this.place.classList.remove("stale");
        this.place.replaceChildren();
        const shown = show(answer);
        if (shown) this.place.append(...[shown].flat());
      }
      return answer;
    } catch (error) {
      if (this.controller !== controller) return undefined;
      const why = error instanceof Refused ? error.message : "The server does not answer. Is `enumerate web` still running?";
      this.say(why);
      return undefined;
    } finally {
      clearTimeout(appear);
      clearInterval(tick);
      if (this.controller === controller) {
        this.controller = null;
        this.host.removeAttribute("aria-busy");
      }
    }
  }

  say(why, ...more) {
    this.line.hidden = true;
    this.host.removeAttribute("aria-busy");
    this.place.classList.remove("stale");
    const shown = this.keeps ? [...this.place.children].filter((child) => !child.classList.contains("said")) : [];
    this.place.replaceChildren(h("div", { class: "said row" }, h("p", { class: "refused", role: "status" }, why), ...more.filter(Boolean)), ...shown);
  }

  // mark the answer as that of an older question, and cancel the question
  stale() {
    this.cancel();
    this.line.hidden = true;
    this.place.classList.add("stale");
  }
}

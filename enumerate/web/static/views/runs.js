// The jobs of the store that the server was started with, read again while a run goes on elsewhere.

import { ask } from "../lib/ask.js";
import { h, table } from "../lib/dom.js";
import { explained } from "../lib/terms.js";
import { writeAddress } from "../lib/state.js";

const EVERY = 2000;

export function open(place) {
  const section = h("section", { "aria-label": "Runs" });
  place.append(section);
  writeAddress();
  let timer = 0;
  let isOpen = true;
  async function refresh() {
    try {
      const { store, jobs } = await ask("runs");
      if (!isOpen) return;
      if (store === null) {
        section.replaceChildren(h("h2", {}, "Long runs"), h("p", {}, "Start the page with the store of a long run to see its jobs here:"), h("pre", {}, "enumerate web --store lanes.db"));
        return;
      }
      section.replaceChildren(
        h("h2", {}, `Jobs of ${store}`),
        jobs.length
          ? table(["board", "kind", "state", explained("points done", "points"), "of", "", "points per second", "time spent", "time left"], jobs.map((job) => [
              job.words, job.kind, h("span", { class: `state ${job.state}` }, job.state), String(job.done), String(job.lanes),
              h("progress", { max: 1, value: job.lanes ? job.done / job.lanes : 1, "aria-label": `${job.done} of ${job.lanes} points` }), job.rate || "–", job.spent, job.time_left,
            ]), { numbers: [3, 4, 6, 7, 8] })
          : h("p", {}, "This store has no jobs yet."),
        h("p", { class: "hint", role: "status" }, "This table is updated every two seconds."),
      );
    } catch (error) {
      if (isOpen) section.replaceChildren(h("h2", {}, "Long runs"), h("p", { class: "refused", role: "status" }, error.message));
    }
    if (isOpen) timer = setTimeout(refresh, EVERY);
  }
  refresh();
  return () => {
    isOpen = false;
    clearTimeout(timer);
  };
}

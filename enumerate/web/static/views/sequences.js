// The registry of sequences: published and computed terms, checks, b-files, recurrences, growth.

import { Task } from "../lib/ask.js";
import { button, download, grouped, h, number, scroller, table } from "../lib/dom.js";
import { typeset } from "../lib/math.js";
import { help } from "../lib/terms.js";
import { state, writeAddress } from "../lib/state.js";

export function open(place) {
  place.classList.add("two");
  const list = h("section", { "aria-label": "Registry" });
  const one = h("section", { "aria-label": "Sequence" });
  place.append(list, one);
  const task = new Task(list);
  const terms = new Task(one);
  const proving = new Task(one);
  const checking = new Task(one);
  let many = 8;

  function choose(name) {
    state.more = { seq: name };
    writeAddress();
    for (const row of list.querySelectorAll("[data-seq]")) row.classList.toggle("chosen", row.dataset.seq === name);
    proving.clear();
    checking.clear();
    terms.ask("terms", { number: name }, (found) => {
      const shown = found.terms.slice(0, 40);
      if (found.strip) prove(name);
      return [
        h("h2", {}, `${found.number}: ${found.about}`),
        h("p", { class: "facts" }, `boards ${found.family}${found.game === "domineering" ? "" : `, game ${found.game}`}; ${found.terms.length} terms known, from n = ${found.offset}; the OEIS has them to n = ${found.published_to}`),
        h("div", { class: "row" },
          button("Download the b-file", () => download(`b${found.number.slice(1)}.txt`, found.bfile)),
          number("Terms", many, (n) => (many = n), { min: 1, max: 200 }),
          button("Compute and check", () => checkTerms(name), { class: "main" }),
        ),
        h("details", { open: true }, h("summary", {}, "Terms"),
          table(["n", "a(n)", ""], shown.map(([n, value, source]) => [String(n), h("span", { class: "long" }, grouped(value)), source]), { numbers: [0], kind: "scroll tall short" }),
          found.terms.length > shown.length ? h("p", { class: "hint" }, `The b-file has ${found.terms.length - shown.length} more terms.`) : null),
      ];
    });
  }

  function checkTerms(name) {
    checking.ask("check", { number: name, terms: many }, (found) => [
      h("h2", {}, "Computed now"),
      h("p", { class: "total", "data-checked": "" }, found.said),
      h("p", { class: "long" }, found.terms.map(([, value]) => value).join(", ")),
    ]);
  }

  function prove(name) {
    proving.ask("recurrence", { number: name }, (found) => {
      const bounds = found.growth;
      const said = [
        h("h2", {}, "Growth ", help("growth")),
        h("p", {}, `Per row: between ${bounds.eigenvalue_low} and ${bounds.eigenvalue_high}. Per cell: between ${bounds.per_cell_low} and ${bounds.per_cell_high}.`),
      ];
      if (!found.recurrence) return said;
      const { equation, numerator, denominator, start, order } = found.recurrence;
      return [
        h("h2", {}, "Proved recurrence"),
        typeset(equation),
        h("p", { class: "facts" }, `Valid for m ≥ ${start}. Its order ${order} is the least possible.`),
        h("h2", {}, "Generating function"),
        h("div", { class: "fraction" }, typeset(numerator), typeset(denominator)),
        ...said,
      ];
    });
  }

  task.ask("registry", {}, (rows) => {
    const filter = h("input", { type: "search", placeholder: "find …", "aria-label": "Find a sequence" });
    const body = h("tbody", {}, rows.map((row) =>
      h("tr", { "data-seq": row.number },
        h("td", {}, button(row.number, () => choose(row.number), { class: "link" })),
        h("td", {}, row.about),
        h("td", { class: "number" }, String(row.published)),
        h("td", { class: "number" }, String(row.computed)))));
    filter.addEventListener("input", () => {
      const wanted = filter.value.toLowerCase();
      for (const row of body.children) row.hidden = !row.textContent.toLowerCase().includes(wanted);
    });
    queueMicrotask(() => choose(state.more.seq || "A288028"));
    return [filter, scroller("scroll tall", h("table", {}, h("thead", {}, h("tr", {}, ["number", "what it counts", "published", "computed"].map((words, i) => h("th", { scope: "col", class: i > 1 ? "number" : "" }, words)))), body))];
  });
  return () => [task, terms, proving, checking].forEach((each) => each.cancel());
}

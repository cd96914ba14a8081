// Draw a board, and beside it see what is counted on it.

import { ask, Task } from "../lib/ask.js";
import { button, check, copy, download, grouped, h, select, table } from "../lib/dom.js";
import { Editor } from "../lib/editor.js";
import { heatMap } from "../lib/heatmap.js";
import { typeset } from "../lib/math.js";
import { boardBody, library, state, writeAddress } from "../lib/state.js";

const AT_ONCE = 64; // free cells: larger boards are counted when asked for
const DEBOUNCE = 120;

export function open(place) {
  const left = h("section", { "aria-label": "Board" });
  const choose = h("div", { class: "bar" });
  const totals = h("section", { "aria-label": "Totals" });
  const polynomial = h("section", { "aria-label": "Polynomial" });
  place.append(left, h("div", { class: "answers" }, choose, totals, polynomial));
  let timer = 0;
  let last = null;
  const counting = new Task(totals, { again: () => askTotals() });
  const typesetting = new Task(polynomial, { again: () => askPolynomial() });

  const askTotals = () => counting.ask("totals", boardBody(), showTotals);
  const askPolynomial = () => typesetting.ask("count", { ...boardBody(), kind: state.kind, play: state.play }, showPolynomial);
  const later = (task, label, go) =>
    task.clear(button(label, () => {
      task.clear();
      go();
    }));

  function both() {
    clearTimeout(timer);
    writeAddress();
    if (!last) {
      counting.clear();
      typesetting.clear();
      return;
    }
    counting.stale();
    typesetting.stale();
    if (last.free > AT_ONCE) {
      later(counting, `Count the positions of these ${last.free} cells`, askTotals);
      later(typesetting, "Find the polynomial", askPolynomial);
      return;
    }
    timer = setTimeout(() => {
      askTotals();
      askPolynomial();
    }, DEBOUNCE);
  }

  const editor = new Editor(left, (drawn) => {
    last = drawn;
    both();
  });

  function showTotals(answer) {
    const kinds = Object.keys(answer.totals);
    const hasPlay = Object.keys(answer.play).length > 0;
    const number = (value) => (value === null ? "too large" : grouped(value));
    const rows = kinds.map((kind) => [
      h("span", { class: kind === state.kind ? "chosen" : "" }, kind),
      number(answer.totals[kind]),
      ...(hasPlay ? [number(answer.play[kind]), answer.shares[kind] || "–"] : []),
    ]);
    const header = ["kind", "positions", ...(hasPlay ? ["in play", "share"] : [])];
    const parts = answer.components.length;
    return [
      table(header, rows, { caption: "Positions on the free cells", numbers: [1, 2, 3] }),
      h("p", { class: "facts" }, `${parts} ${parts === 1 ? "component" : "components"}; moves now: ${Object.entries(answer.moves).map(([who, n]) => `${who} ${n}`).join(", ")}`),
    ];
  }

  function showPolynomial(answer) {
    const name = `positions-${answer.kind}`;
    const forms = [
      ["LaTeX", answer.latex],
      ["SymPy", answer.sympy],
      ["CSV", answer.csv],
      ["JSON", JSON.stringify(Object.fromEntries(["game", "board", "kind", "stuck", "play", "turn", "variables", "total", "terms", "provenance"].filter((key) => key in answer).map((key) => [key, answer[key]])), null, 1)],
    ];
    return [
      h("p", { class: "total" }, h("strong", { "data-total": answer.total }, grouped(answer.total)), ` ${answer.meaning}`, answer.share ? ` (a share of ${answer.share})` : ""),
      h("div", { class: "polynomial", tabindex: 0, "aria-label": "The polynomial" }, answer.text === null ? `${answer.terms.length} terms: too many to typeset` : typeset(answer.text)),
      h("div", { class: "row" }, "Copy ", forms.map(([label, text]) => button(label, (event) => copy(text, event.target))), button("Download JSON", () => download(`${name}.json`, forms[3][1], "application/json"))),
      heatMap(answer),
    ];
  }

  library(ask).then(({ kinds }) => {
    choose.append(
      select("Positions", Object.entries(kinds).map(([kind, words]) => [kind, `${kind}: ${words}`]), state.kind, (kind) => {
        state.kind = kind;
        both();
      }),
      check("only what alternating play can reach", state.play, (on) => {
        state.play = on;
        both();
      }),
    );
  }, () => {});
  editor.open();
  return () => {
    clearTimeout(timer);
    editor.close();
    counting.cancel();
    typesetting.cancel();
  };
}

// Draw a board; its counts appear beside it.

import { ask, Task } from "../lib/ask.js";
import { button, check, copy, download, grouped, h, scroller, select, table } from "../lib/dom.js";
import { Editor } from "../lib/editor.js";
import { heatMap } from "../lib/heatmap.js";
import { typeset } from "../lib/math.js";
import { explained, help } from "../lib/terms.js";
import { boardBody, library, state, writeAddress } from "../lib/state.js";

const DEBOUNCE = 120;

export function open(place) {
  const left = h("section", { "aria-label": "Board" });
  const choose = h("div", { class: "bar" });
  const totals = h("section", { "aria-label": "Totals" });
  const polynomial = h("section", { "aria-label": "Polynomial" });
  place.append(left, h("div", { class: "answers" }, choose, totals, polynomial));
  let timer = 0;
  let last = null;
  const counting = new Task(totals, { again: () => askTotals(true) });
  const typesetting = new Task(polynomial, { again: () => askPolynomial(true) });

  // `quick`: a count that is forecast to take more than two seconds is answered by its forecast
  const forecast = (words, go, show) => (answer) =>
    answer.forecast ? [h("p", { class: "hint" }, `Forecast: ${answer.forecast}`), button(words, () => go(true))] : show(answer);
  const askTotals = (long = false) => counting.ask("totals", { ...boardBody(), quick: !long }, forecast("Count the positions", askTotals, showTotals));
  const askPolynomial = (long = false) =>
    typesetting.ask("count", { ...boardBody(), kind: state.kind, play: state.play, quick: !long }, forecast("Find the polynomial", askPolynomial, showPolynomial));

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
      h("span", { class: kind === state.kind ? "chosen" : "" }, explained(kind)),
      number(answer.totals[kind]),
      ...(hasPlay ? [number(answer.play[kind]), answer.shares[kind] || "–"] : []),
    ]);
    const header = ["kind", explained("positions"), ...(hasPlay ? [explained("in play"), explained("share")] : [])];
    const parts = answer.components.length;
    return [
      table(header, rows, { caption: "Positions on the free cells", numbers: [1, 2, 3] }),
      h("p", { class: "facts" }, `The free cells form ${parts} ${parts === 1 ? "component" : "components"} `, help("components"), `. Moves available: ${Object.entries(answer.moves).map(([who, n]) => `${who} ${n}`).join(", ")}.`),
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
      scroller("polynomial", answer.text === null ? h("p", {}, `${grouped(answer.terms.length)} terms: too many to show here`) : typeset(answer.text)),
      h("p", { class: "facts" }, `${grouped(answer.terms.length)} terms `, help("polynomial")),
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
      check("only positions that alternating play can reach", state.play, (on) => {
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

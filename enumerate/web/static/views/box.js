// Three players in a box: who can force a win, and a game against the other two.

import { Task } from "../lib/ask.js";
import { button, h, number, table } from "../lib/dom.js";
import { MatchView } from "../lib/match.js";
import { help } from "../lib/terms.js";
import { state, writeAddress } from "../lib/state.js";

const MOST_SIDE = 6;

export function open(place) {
  place.classList.add("two");
  const left = h("section", { "aria-label": "Game" });
  const right = h("section", { "aria-label": "Outcomes" });
  place.append(left, right);
  const given = /^(\d)x(\d)x(\d)$/.exec(state.more.box || "");
  let sizes = given ? given.slice(1).map(Number) : [3, 3, 2];
  const bar = h("div", { class: "bar" });
  const game = h("div");
  left.append(bar, game);
  let view = null;
  const task = new Task(right, { again: () => solve() });
  right.prepend(
    h("h2", {}, "Who can force a win"),
    h("p", { class: "hint" }, "Left places vertically, Right horizontally, Middle from layer to layer. The last player to move wins. For each turn order, the table shows who can win against the other two together; N means nobody."),
  );

  const solve = () =>
    task.ask("box", { box: sizes }, (answer) => [
      h("p", { class: "total", "data-class": answer.class || "" }, answer.class ? `Class ${answer.class} ` : "This box has no class with a name ", help("class")),
      table(["turn order", "winner"], Object.entries(answer.outcomes).map(([order, winner]) => [order, winner]), { caption: `Box ${sizes.join(" x ")}` }),
    ]);

  function start(moves = [], you = "L") {
    view?.close();
    game.replaceChildren();
    const [a, b, c] = sizes;
    const layer = Array(a).fill(".".repeat(b)).join("\n");
    state.more = { ...state.more, box: sizes.join("x") };
    writeAddress();
    view = new MatchView(game, {
      body: () => ({ board: Array(c).fill(layer).join("\n\n"), dimension: 3 }),
      players: ["L", "R", "M"],
      you,
      moves,
      changed: () => {
        if (!view) return;
        state.more = { box: sizes.join("x"), you: view.you, m: view.moves.map((at) => at.join(".")).join("_") };
        writeAddress();
      },
    });
    if (sizes[0] * sizes[1] * sizes[2] <= 27) solve();
    else task.clear(button("Solve this box", solve));
  }

  const size = (i, label) =>
    number(label, sizes[i], (n) => {
      sizes = sizes.with(i, n);
      start();
    }, { min: 1, max: MOST_SIDE });
  bar.append(size(0, "Rows"), size(1, "Columns"), size(2, "Layers"));
  const moves = (state.more.m || "").split("_").filter(Boolean).map((at) => at.split(".").map(Number));
  start(moves, ["L", "R", "M"].includes(state.more.you) ? state.more.you : "L");
  return () => {
    view?.close();
    task.cancel();
  };
}

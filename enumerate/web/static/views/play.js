// Domineering on the board that is drawn, against the solver.

import { h } from "../lib/dom.js";
import { MatchView } from "../lib/match.js";
import { boardBody, state, writeAddress } from "../lib/state.js";

export function open(place) {
  const left = h("section", { "aria-label": "Game" });
  const right = h("section", { "aria-label": "How to play" });
  place.append(left, right);
  right.append(
    h("h2", {}, "Domineering against the solver"),
    h("p", {}, "Left places dominoes vertically, Right horizontally, in turn; who cannot move loses. Click a cell, or walk with the arrow keys and press Enter: the domino starts there, or covers it."),
    h("p", {}, "The board is that of the view Board, with the dominoes that lie on it. Choosing another side in mid-game changes seats with the machine."),
    h("p", { class: "hint" }, "Hint outlines the winning moves of the player to move. Take back undoes your last move and the answer to it."),
  );
  let view = null;
  view = new MatchView(left, {
    body: boardBody,
    players: ["L", "R"],
    you: state.more.you === "R" ? "R" : "L",
    moves: (state.more.m || "").split("_").filter(Boolean).map((at) => at.split(".").map(Number)),
    changed: () => {
      if (!view) return;
      state.more = { you: view.you, m: view.moves.map((at) => at.join(".")).join("_") };
      writeAddress();
    },
  });
  writeAddress();
  return () => view.close();
}

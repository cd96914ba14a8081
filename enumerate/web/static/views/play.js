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
    h("p", {}, "Left places dominoes vertically and Right horizontally, in turn. A player who cannot move loses. Click a cell, or use the arrow keys and Enter: the domino starts at this cell or covers it."),
    h("p", {}, "The game starts from the board and the dominoes that you drew in the view Board. You may change sides during the game."),
    h("p", { class: "hint" }, "Hint outlines the winning moves of the player to move. Take back undoes your last move and the reply."),
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

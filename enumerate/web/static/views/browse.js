// All positions of a kind by number, and a shortest game move by move.

import { ask, Task } from "../lib/ask.js";
import { BoardView } from "../lib/boardview.js";
import { button, check, grouped, h, select } from "../lib/dom.js";
import { explained } from "../lib/terms.js";
import { boardBody, library, state, writeAddress } from "../lib/state.js";

const STEPS = 10000n; // of the slider

export function open(place) {
  const left = h("section", { "aria-label": "Position" });
  const right = h("section", { "aria-label": "Which positions" });
  const short = h("section", { "aria-label": "Shortest game" });
  place.append(left, h("div", { class: "answers" }, right, short));
  const board = new BoardView({ label: "The position" });
  const summary = h("p", { class: "total" });
  const slider = h("input", { type: "range", min: "0", max: String(STEPS), value: "0", "aria-label": "Which position" });
  const field = h("input", { inputmode: "numeric", class: "wide", "aria-label": "Number of the position" });
  const task = new Task(left);
  const buttons = h("div", { class: "row" });
  left.append(board.element, summary, slider, h("div", { class: "row" }, field, buttons));
  let of = 0n;
  let number = /^\d+$/.test(state.more.n || "") ? state.more.n : "0";
  let asking = false;
  let waiting = null;

  const numbers = () => Object.fromEntries(["left", "right"].filter((who) => /^\d+$/.test(state.more[who] || "")).map((who) => [who, Number(state.more[who])]));

  // one question at a time: while one runs, only the latest request is kept
  async function go(wish) {
    if (asking) {
      waiting = wish;
      return;
    }
    asking = true;
    const body = { ...boardBody(), kind: state.kind, play: state.play, ...numbers(), ...wish };
    await task.ask("browse", body, show);
    asking = false;
    if (waiting) {
      const next = waiting;
      waiting = null;
      go(next);
    }
  }

  function show(answer) {
    of = BigInt(answer.of);
    buttons.querySelectorAll("button").forEach((each) => (each.disabled = of === 0n));
    if (of === 0n) {
      summary.textContent = answer.nothing;
      board.element.replaceChildren();
      return;
    }
    number = answer.number;
    board.show(answer.position, { title: `Position ${number}` });
    summary.replaceChildren("Position ", h("strong", { "data-number": number }, grouped(number)), ` of ${grouped(of)} (numbered from 0); pieces added: ${answer.added.join(" and ")}`);
    field.value = number;
    if (document.activeElement !== slider) slider.value = String(of > 1n ? (BigInt(number) * STEPS) / (of - 1n) : 0n);
    state.more.n = number;
    writeAddress();
  }

  const step = (by) => {
    const next = BigInt(number) + by;
    go({ number: String(next < 0n ? 0n : next >= of ? of - 1n : next) });
  };
  slider.addEventListener("input", () => go({ number: String(of > 1n ? (BigInt(slider.value) * (of - 1n)) / STEPS : 0n) }));
  field.addEventListener("change", () => go({ number: field.value.replace(/\D/g, "") || "0" }));
  buttons.append(
    button("◀", () => step(-1n), { "aria-label": "Previous position" }),
    button("▶", () => step(1n), { "aria-label": "Next position" }),
    button("Random position", () => go({ random: true }), { class: "main" }),
  );

  const again = () => {
    writeAddress();
    go({ number });
  };
  library(ask).then(({ kinds }) => {
    const count = (who, words) => {
      const input = h("input", { type: "number", min: "0", max: "512", value: state.more[who] || "", placeholder: "any", "aria-label": words });
      input.addEventListener("change", () => {
        state.more[who] = input.value;
        again();
      });
      return h("label", {}, `${words} `, input);
    };
    right.append(
      h("div", { class: "bar" },
        select("Positions", Object.entries(kinds).filter(([kind]) => kind !== "perfect").map(([kind, words]) => [kind, `${kind}: ${words}`]), state.kind, (kind) => {
          state.kind = kind;
          again();
        }),
        check("only positions that alternating play can reach", state.play, (on) => {
          state.play = on;
          again();
        }),
      ),
      h("div", { class: "bar grid" }, count("left", "Left's pieces"), count("right", "Right's pieces")),
      h("p", { class: "hint" }, "All positions contain the pieces drawn in the Board view. Two positions are compared at the first cell where they differ: empty comes first, then Left's pieces, then Right's."),
    );
  }, () => {});

  // -- a shortest game ---------------------------------------------------------------------------

  const film = new BoardView({ label: "A shortest game" });
  const line = h("p", { class: "facts", "aria-live": "polite" });
  const finding = new Task(short);
  const walk = h("div", { class: "row", hidden: true });
  let moves = [];
  let shown = 0;
  async function frame(n) {
    shown = Math.max(0, Math.min(moves.length, n));
    const drawn = await ask("board", { ...boardBody(), pieces: [...state.pieces, ...moves.slice(0, shown).map(([name, at]) => [name, at])] });
    const last = moves[shown - 1];
    film.show(drawn, { outlines: last ? [{ cells: last[2], kind: "last" }] : [], title: `After ${shown} moves` });
    line.textContent = `after ${shown} of ${moves.length} moves`;
  }
  short.prepend(
    h("h2", {}, explained("A shortest game", "shortest game")),
    h("div", { class: "row" }, button("Find one", async () => {
      const found = await finding.ask("shortest", boardBody(), (answer) => [h("p", { class: "total" }, answer.summary), h("p", { class: "facts" }, answer.written)]);
      if (!found) return;
      moves = found.pieces;
      walk.hidden = false;
      frame(0);
    })),
  );
  walk.append(
    button("First", () => frame(0)),
    button("Back", () => frame(shown - 1)),
    button("Next move", () => frame(shown + 1), { class: "main" }),
    button("Last", () => frame(moves.length)),
  );
  short.append(walk, line, film.element);
  writeAddress();
  go({ number });
  return () => {
    task.cancel();
    finding.cancel();
  };
}

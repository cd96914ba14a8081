// A game against the computer, on a flat board or in a box. Each request contains all moves made so far; the
// answer contains the player to move, the possible moves and the computer's move.

import { Task } from "./ask.js";
import { BoardView, keyOf } from "./boardview.js";
import { button, check, choice, h } from "./dom.js";

const NAMES = { L: "Left", R: "Right", M: "Middle" };
const COLOURS = { L: "var(--left)", R: "var(--right)", M: "var(--middle)" };
const WAYS = { L: "vertically", R: "horizontally", M: "from layer to layer" };

export class MatchView {
  // body(): the board as the server reads it; changed(): called when the moves or the side have changed
  constructor(host, { body, players, you, moves, changed }) {
    Object.assign(this, { body, players, you, moves, changed, parts: false, best: [] });
    this.view = new BoardView({ label: "The game", act: (cell) => this.act(cell), ghost: (cell) => this.ghost(cell) });
    this.status = h("p", { class: "total", role: "status" });
    this.strength = h("p", { class: "facts" });
    this.bar = h("div", { class: "bar" });
    this.hints = h("p", { class: "facts", role: "status" });
    host.append(this.bar, this.status, this.view.element);
    this.task = new Task(host, { again: () => this.refresh() });
    this.hinting = new Task(h("div"));
    this.list = h("p", { class: "long", "aria-label": "Moves so far" });
    host.append(this.hinting.host, this.hints, this.list, this.strength);
    this.controls();
    this.refresh();
  }

  controls() {
    this.bar.replaceChildren(
      choice("You are", this.players.map((letter) => [letter, NAMES[letter], COLOURS[letter]]), this.you, (you) => this.sides(you)),
      button("Take back", () => this.takeBack()),
      this.players.length === 2 ? button("Hint", () => this.hint()) : "",
      button("New game", () => this.restart()),
      check("colour the components", this.parts, (on) => {
        this.parts = on;
        this.draw();
      }),
    );
  }

  // the order of the players stays that of the first question, also when the sides are changed
  question() {
    const first = this.order ? { order: this.order.join("") } : {};
    return { ...this.body(), you: this.you, moves: this.moves, ...first };
  }

  sides(you) {
    this.you = you;
    this.refresh();
  }

  restart() {
    this.moves = [];
    this.order = null;
    this.refresh();
  }

  takeBack() {
    const mine = (this.now?.played || []).map(([letter]) => letter).lastIndexOf(this.you);
    if (mine < 0) return;
    this.moves = this.moves.slice(0, mine);
    this.refresh();
  }

  async refresh() {
    this.best = [];
    this.hints.textContent = "";
    this.hinting.clear();
    this.changed?.();
    this.now = null;
    let reply = null;
    const now = await this.task.ask("match", this.question(), (answer) => {
      this.now = answer;
      this.order ||= answer.order;
      this.strength.textContent = answer.strength;
      this.draw();
      const mine = answer.turn === this.you;
      if (answer.winner) {
        const is = answer.winner === this.you;
        this.status.textContent = is ? `${NAMES[answer.turn]} cannot move: you win.` : `${NAMES[answer.winner]} moved last: you lose.`;
      } else {
        this.status.textContent = mine ? `Your turn: place ${WAYS[this.you]}.` : `${NAMES[answer.turn]} thinks …`;
        if (!mine) reply = true;
      }
    });
    if (!now || !reply) return;
    const asked = this.moves.length;
    await this.task.ask("reply", this.question(), (answer) => {
      if (this.moves.length === asked) this.play(answer.move);
    });
  }

  draw() {
    if (!this.now) return;
    const marks = {};
    if (this.parts) this.now.parts.forEach((cells, i) => cells.forEach((cell) => (marks[keyOf(cell)] = `part${i % 5}`)));
    const piece = this.now.played.at(-1);
    this.list.textContent = this.now.played.map(([letter, at]) => letter + at.map((place) => place + 1).join(",")).join(" ");
    const outlines = this.best.map(([, , cells]) => ({ cells, kind: "best" }));
    if (piece) outlines.push({ cells: piece[2], kind: "last" });
    this.view.show(this.now, { marks, outlines });
  }

  move(cell) {
    if (!this.now || this.now.winner || this.now.turn !== this.you) return undefined;
    const key = keyOf(cell);
    return this.now.moves.find(([, at]) => keyOf(at) === key) || this.now.moves.find(([, , cells]) => cells.some((other) => keyOf(other) === key));
  }

  ghost(cell) {
    const move = this.move(cell);
    return move && { cells: move[2], colour: COLOURS[move[0]] };
  }

  act(cell) {
    const move = this.move(cell);
    if (move) this.play(move[1]);
    else if (this.now && !this.now.winner && this.now.turn === this.you) this.hints.textContent = `No domino fits ${WAYS[this.you]} there.`;
  }

  play(at) {
    this.moves = [...this.moves, at];
    this.status.textContent = "…";
    this.refresh();
  }

  async hint() {
    if (!this.now || this.now.winner) return;
    await this.hinting.ask("hint", this.question(), (answer) => {
      this.best = answer.moves;
      this.draw();
      const many = answer.moves.length;
      this.hints.textContent = many ? `${NAMES[this.now.turn]} wins with ${many} of the ${this.now.moves.length} moves; they are outlined.` : `No move wins: ${NAMES[answer.winner]} can force a win.`;
    });
  }

  close() {
    this.task.cancel();
    this.hinting.cancel();
  }
}


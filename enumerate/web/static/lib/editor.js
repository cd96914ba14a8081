// Drawing a board: size, walls, wrapped sides, pieces, undo and redo, presets, text. The server decides which pieces
// fit: every change is sent to it, and it returns the picture and the moves.

import { ask } from "./ask.js";
import { BoardView, keyOf } from "./boardview.js";
import { button, check, choice, copy, h, number, select } from "./dom.js";
import { help } from "./terms.js";
import { boardBody, library, rectangle, state, writeAddress } from "./state.js";

const MOST_SIDE = 24;

export class Editor {
  // changed(drawn): called when the board changes; options: elements that the view adds below the board
  constructor(host, changed) {
    this.changed = changed;
    this.past = [];
    this.future = [];
    this.tool = "";
    this.view = new BoardView({
      label: "The board",
      act: (cell, event) => this.act(cell, event),
      ghost: (cell) => this.ghost(cell),
      paint: () => this.tool === "wall",
    });
    this.status = h("p", { class: "refused", role: "status", hidden: true });
    this.facts = h("p", { class: "facts" });
    this.tools = h("div", { class: "tools" });
    this.text = h("textarea", { rows: 6, spellcheck: false, "aria-label": "The board as text" });
    this.bar = h("div", { class: "bar grid" });
    this.undoButton = button("Undo", () => this.undo(), { title: "Ctrl+Z" });
    this.redoButton = button("Redo", () => this.redo(), { title: "Ctrl+Y" });
    host.append(
      h("p", { class: "hint" }, "Draw a board and a position; the page counts every continuation. Click a cell to place a piece, click a piece to take it away."),
      this.bar,
      this.tools,
      this.view.element,
      this.status,
      this.facts,
      h(
        "details",
        {},
        h("summary", {}, "As text"),
        h("p", { class: "hint" }, "Write . for a cell, # for a wall, and letters for pieces. You can also paste a drawing anywhere on the page."),
        this.text,
        h("div", { class: "row" }, button("Read the text", () => this.readText()), button("Copy the text", (event) => copy(this.text.value, event.target))),
      ),
    );
    this.keys = (event) => {
      if (!(event.ctrlKey || event.metaKey) || /INPUT|TEXTAREA/.test(event.target.tagName)) return;
      if (event.key === "z" && !event.shiftKey) this.undo();
      else if (event.key === "y" || event.key === "z") this.redo();
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", this.keys);
    this.paste = (event) => {
      if (/INPUT|TEXTAREA/.test(event.target.tagName)) return;
      this.read(event.clipboardData.getData("text").replaceAll("\r", ""));
      event.preventDefault();
    };
    addEventListener("paste", this.paste);
  }

  close() {
    removeEventListener("keydown", this.keys);
    removeEventListener("paste", this.paste);
    this.closed = true;
  }

  async open() {
    try {
      const { games, presets } = await library(ask);
      Object.assign(this, { games, presets });
    } catch (error) {
      this.refuse(error.message);
      return;
    }
    this.controls();
    await this.refresh();
  }

  get game() {
    return this.games.find((game) => game.name === state.game) || this.games[0];
  }

  get sizes() {
    const rows = state.board.split("\n");
    return [rows.length, Math.max(...rows.map((row) => row.length))];
  }

  controls() {
    const [rows, cols] = this.sizes;
    const wrapped = (axis, on) => {
      const axes = new Set(state.wrap.split(",").filter(Boolean));
      on ? axes.add(axis) : axes.delete(axis);
      this.change({ wrap: ["rows", "cols"].filter((name) => axes.has(name)).join(","), pieces: [] });
    };
    const wraps = state.wrap.split(",");
    this.bar.replaceChildren(
      number("Rows", rows, (n) => this.resize(n, this.sizes[1]), { min: 1, max: MOST_SIDE }),
      number("Columns", cols, (n) => this.resize(this.sizes[0], n), { min: 1, max: MOST_SIDE }),
      h("span", { class: "term" }, check("wrap rows", wraps.includes("rows"), (on) => wrapped("rows", on)), " ", help("wrap")),
      check("wrap columns", wraps.includes("cols"), (on) => wrapped("cols", on)),
      select("Game", this.games.map((game) => [game.name, game.name]), state.game, (game) => this.change({ game, pieces: [] })),
      select("Preset", [["", "choose …"], ...Object.keys(this.presets).map((name) => [name, name])], "", (name) => {
        if (name) this.read(this.presets[name]);
      }),
    );
    const tools = [...this.game.pieces.map((piece) => [piece.name, piece.label, piece.colour]), ["wall", "Wall"], ["erase", "Erase"]];
    if (!tools.some(([name]) => name === this.tool)) this.tool = tools[0][0];
    this.tools.replaceChildren(
      choice("Place", tools, this.tool, (tool) => (this.tool = tool)),
      h("div", { class: "row" }, this.undoButton, this.redoButton, button("Clear", () => this.change({ board: rectangle(...this.sizes), pieces: [] }))),
    );
    this.facts.title = this.game.about;
  }

  // -- changes -----------------------------------------------------------------------------------

  change(what, remember = true) {
    if (remember) {
      this.past.push(this.snapshot());
      this.future = [];
    }
    Object.assign(state, what);
    this.controls();
    return this.refresh();
  }

  snapshot() {
    const { board, wrap, game, pieces } = state;
    return { board, wrap, game, pieces };
  }

  undo() {
    if (!this.past.length) return;
    this.future.push(this.snapshot());
    this.change(this.past.pop(), false);
  }

  redo() {
    if (!this.future.length) return;
    this.past.push(this.snapshot());
    this.change(this.future.pop(), false);
  }

  resize(rows, cols) {
    const old = state.board.split("\n");
    const board = Array.from({ length: rows }, (_, r) => Array.from({ length: cols }, (_, c) => old[r]?.[c] || ".").join("")).join("\n");
    const fits = ([, at]) => {
      const cells = this.drawn?.pieces.find(([, there]) => keyOf(there) === keyOf(at))?.[2] || [at];
      return cells.every(([r, c]) => r < rows && c < cols);
    };
    this.change({ board, pieces: state.pieces.filter(fits) });
  }

  act(cell, event) {
    const [row, col] = cell;
    const lying = this.drawn?.pieces.find(([, , cells]) => cells.some((other) => keyOf(other) === keyOf(cell)));
    const without = lying ? state.pieces.filter(([, at]) => keyOf(at) !== keyOf(lying[1])) : state.pieces;
    const isWall = state.board.split("\n")[row][col] === "#";
    if (this.tool === "wall" || (this.tool === "erase" && isWall)) {
      if (event.start !== false) this.painting = !isWall;
      if (isWall === this.painting) return;
      const rows = state.board.split("\n").map((line) => [...line]);
      rows[row][col] = this.painting ? "#" : ".";
      this.view.cells.get(keyOf(cell))?.classList.toggle("walled", this.painting);
      this.change({ board: rows.map((line) => line.join("")).join("\n"), pieces: this.painting ? without : state.pieces });
    } else if (lying) {
      this.change({ pieces: without });
    } else {
      const move = this.move(cell);
      if (move) this.change({ pieces: [...state.pieces, [move[0], move[1]]] });
      else if (this.tool !== "erase") this.refuse(`${this.game.pieces.find((piece) => piece.name === this.tool)?.label || this.tool} does not fit there`);
    }
  }

  // the move of the chosen piece that starts at the cell, or else one that covers it
  move(cell) {
    const moves = (this.drawn?.moves || []).filter(([name]) => name === this.tool);
    const key = keyOf(cell);
    return moves.find(([, at]) => keyOf(at) === key) || moves.find(([, , cells]) => cells.some((other) => keyOf(other) === key));
  }

  ghost(cell) {
    const move = this.move(cell);
    return move && { cells: move[2], colour: this.game.pieces.find((piece) => piece.name === move[0])?.colour };
  }

  // -- text --------------------------------------------------------------------------------------

  readText() {
    return this.read(this.text.value.replaceAll("\r", ""));
  }

  async read(text) {
    try {
      const found = await ask("board", { board: text, wrap: state.wrap, game: state.game });
      if (found.shape.length !== 2) throw new Error("this page draws flat boards only: leave out the blank lines");
      await this.change({ board: found.board, pieces: found.pieces.map(([name, at]) => [name, at]) });
    } catch (error) {
      this.refuse(error.message);
    }
  }

  // -- the answer --------------------------------------------------------------------------------

  refuse(why) {
    this.status.textContent = why;
    this.status.hidden = !why;
  }

  async refresh() {
    writeAddress();
    this.undoButton.disabled = !this.past.length;
    this.redoButton.disabled = !this.future.length;
    const asked = (this.asked = Symbol("asked"));
    try {
      const drawn = await ask("board", boardBody());
      if (this.asked !== asked || this.closed) return;
      this.drawn = drawn;
      this.refuse("");
      this.view.show(drawn);
      this.text.value = drawn.text;
      const pieces = (n) => `${n} ${n === 1 ? "piece" : "pieces"}`;
      const [left, right] = drawn.counts;
      const placed = this.game.shared ? `${pieces(left)} placed.` : `Left has ${pieces(left)}, Right has ${pieces(right)}.`;
      const turn = drawn.to_move ? ` ${drawn.to_move === "left" ? "Left" : "Right"} moves next.` : "";
      this.facts.textContent = `${drawn.free} free cells. ${placed}${turn} ${this.game.about.replace(/^./, (first) => first.toUpperCase())}.`;
      this.changed(drawn);
    } catch (error) {
      if (this.asked === asked && !this.closed) {
        this.refuse(error.message);
        this.changed(null);
      }
    }
  }
}

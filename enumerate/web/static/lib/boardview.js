// The package's own picture of a position, with cells over it that can be pointed at, clicked and walked with
// the arrow keys.

import { h, picture, s } from "./dom.js";

export const keyOf = (cell) => cell.join(",");

// the cells of a piece that can be drawn around as one: all, or each by itself where a border is between them
function together(cells) {
  const span = (axis) => Math.max(...cells.map((cell) => cell[axis] || 0)) - Math.min(...cells.map((cell) => cell[axis] || 0)) + 1;
  return span(2) === 1 && span(0) * span(1) === cells.length ? [cells] : cells.map((cell) => [cell]);
}

export class BoardView {
  // act(cell, event): a cell was chosen; ghost(cell): cells to outline while it is pointed at, and a colour;
  // paint(): whether cells are chosen as long as the mouse is down
  constructor({ label, act, ghost, paint }) {
    this.options = { label, act, ghost, paint };
    this.element = h("div", { class: "board" });
    this.focus = null;
    this.cells = new Map();
  }

  // marks: a class for cells by key; outlines: pieces drawn around, each with a class
  show(drawn, { marks = {}, outlines = [], title = "" } = {}) {
    this.drawn = drawn;
    const svg = picture(drawn.svg);
    const hadFocus = this.element.contains(document.activeElement);
    const { side, margin, gap, shape } = drawn;
    const [rows, cols, layers = 1] = shape;
    svg.style.maxWidth = `${svg.viewBox.baseVal.width * (rows * cols * layers > 80 ? 1.25 : 1.8)}px`;
    svg.setAttribute("role", this.options.act ? "grid" : "img");
    svg.setAttribute("aria-label", title || this.options.label);
    for (const old of svg.querySelectorAll("title")) old.remove();
    this.ghosts = s("g", { class: "ghosts" });
    const marked = s("g", { class: "marks" });
    const overlay = s("g", { class: "cells" });
    this.cells = new Map();
    const owner = new Map();
    for (const [name, , cells] of drawn.pieces) for (const cell of cells) owner.set(keyOf(cell), name);
    const lines = drawn.board.split("\n\n").map((block) => block.split("\n"));
    for (let layer = 0; layer < layers; layer++) {
      for (let row = 0; row < rows; row++) {
        const line = s("g", { role: "row" });
        for (let col = 0; col < cols; col++) {
          const cell = shape.length === 3 ? [row, col, layer] : [row, col];
          const key = keyOf(cell);
          const x = margin + col * side + layer * (side * cols + gap);
          const y = margin + row * side;
          const isWall = lines[layer]?.[row]?.[col] !== ".";
          const what = isWall ? "wall" : owner.get(key) || "free";
          if (marks[key]) marked.append(s("rect", { x: x + 1, y: y + 1, width: side - 2, height: side - 2, class: `mark ${marks[key]}` }));
          if (!this.options.act) continue;
          const label = `row ${row + 1}, column ${col + 1}${shape.length === 3 ? `, layer ${layer + 1}` : ""}, ${what}`;
          const rect = s("rect", {
            x, y, width: side, height: side, class: "cell", role: "gridcell", tabindex: -1,
            "aria-label": label, "data-cell": key,
            onclick: (event) => { if (!this.paints(event)) this.act(cell, { start: true }); },
            onpointerdown: (event) => this.down(cell, event),
            onpointerenter: (event) => this.enter(cell, event),
            onpointerleave: () => this.outline(null),
            onfocus: () => { this.focus = key; this.outline(cell); },
            onblur: () => this.outline(null),
            onkeydown: (event) => this.key(cell, event),
          });
          this.cells.set(key, rect);
          line.append(rect);
        }
        overlay.append(line);
      }
    }
    const spot = ([row, col, layer = 0]) => ({ x: margin + col * side + layer * (side * cols + gap), y: margin + row * side });
    for (const { cells, kind } of outlines)
      for (const group of together(cells)) {
        const spots = group.map(spot);
        const [x, y] = ["x", "y"].map((axis) => Math.min(...spots.map((place) => place[axis])));
        const [right, low] = ["x", "y"].map((axis) => Math.max(...spots.map((place) => place[axis])) + side);
        marked.append(s("rect", { x: x + 3, y: y + 3, width: right - x - 6, height: low - y - 6, rx: 6, class: `mark ${kind}`, "data-at": keyOf(cells[0]) }));
      }
    svg.append(marked, this.ghosts, overlay);
    this.element.replaceChildren(svg);
    if (!this.cells.has(this.focus)) this.focus = this.cells.keys().next().value;
    this.cells.get(this.focus)?.setAttribute("tabindex", "0");
    if (hadFocus) this.cells.get(this.focus)?.focus();
  }

  act(cell, event) {
    this.focus = keyOf(cell);
    this.options.act(cell, event);
  }

  // a mouse or a pen paints from the moment it is down; a finger may only want to scroll, and taps
  paints(event) {
    return this.options.paint?.() && ["mouse", "pen"].includes(event.pointerType);
  }

  down(cell, event) {
    if (!this.paints(event) || event.button) return;
    event.currentTarget.releasePointerCapture?.(event.pointerId);
    event.preventDefault();
    this.act(cell, { start: true });
  }

  enter(cell, event) {
    this.outline(cell);
    if (this.paints(event) && event.buttons === 1) this.act(cell, { start: false });
  }

  outline(cell) {
    this.ghosts.replaceChildren();
    const found = cell && this.options.ghost?.(cell);
    if (!found) return;
    for (const key of found.cells.map(keyOf)) {
      const under = this.cells.get(key);
      if (!under) continue;
      const [x, y, side] = ["x", "y", "width"].map((name) => Number(under.getAttribute(name)));
      this.ghosts.append(s("rect", { x: x + 2, y: y + 2, width: side - 4, height: side - 4, rx: 5, fill: found.colour, class: "ghost" }));
    }
  }

  key(cell, event) {
    const [rows, cols, layers = 1] = this.drawn.shape;
    const [row, col, layer = 0] = cell;
    const steps = { ArrowUp: [-1, 0, 0], ArrowDown: [1, 0, 0], ArrowLeft: [0, -1, 0], ArrowRight: [0, 1, 0], PageUp: [0, 0, -1], PageDown: [0, 0, 1] };
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.act(cell, { start: true, key: event.key });
    } else if (steps[event.key]) {
      event.preventDefault();
      const [dr, dc, dl] = steps[event.key];
      const to = [(row + dr + rows) % rows, (col + dc + cols) % cols, (layer + dl + layers) % layers];
      const next = this.cells.get(keyOf(cell.length === 3 ? to : to.slice(0, 2)));
      this.cells.get(this.focus)?.setAttribute("tabindex", "-1");
      next?.setAttribute("tabindex", "0");
      next?.focus();
    }
  }
}

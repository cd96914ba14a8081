// Tiles of two-sided dominoes as they look on a table.

import { s } from "./dom.js";

const HALF = 30;
const PIPS = {
  0: [], 1: [[1, 1]], 2: [[0, 0], [2, 2]], 3: [[0, 0], [1, 1], [2, 2]], 4: [[0, 0], [0, 2], [2, 0], [2, 2]],
  5: [[0, 0], [0, 2], [1, 1], [2, 0], [2, 2]], 6: [[0, 0], [0, 2], [1, 0], [1, 2], [2, 0], [2, 2]],
};

function half(value, x, y, isFlat) {
  const at = (i) => 7 + i * 8;
  return PIPS[value].map(([row, col]) => s("circle", { cx: x + at(isFlat ? row : col), cy: y + at(isFlat ? col : row), r: 2.7, class: "pip" }));
}

// a tile, upright unless flat; no values: its back
export function tile(values, x, y, isFlat) {
  const [wide, high] = isFlat ? [2 * HALF, HALF] : [HALF, 2 * HALF];
  const group = s("g", { class: values ? "tile" : "tile back" }, s("rect", { x: x + 1, y: y + 1, width: wide - 2, height: high - 2, rx: 4 }));
  if (!values) return group;
  const middle = isFlat ? { x1: x + HALF, x2: x + HALF, y1: y + 4, y2: y + HALF - 4 } : { x1: x + 4, x2: x + HALF - 4, y1: y + HALF, y2: y + HALF };
  group.append(s("line", middle), ...half(values[0], x, y, isFlat), ...half(values[1], isFlat ? x + HALF : x, isFlat ? y : y + HALF, isFlat));
  return group;
}

// the chain on the table in lines that turn back at the border; doubles lie across
export function chain(line, width = 12) {
  const group = s("g");
  let x = 0;
  let y = 0;
  let widest = 0;
  for (const [a, b] of line) {
    const isDouble = a === b;
    const step = isDouble ? HALF : 2 * HALF;
    if (x + step > width * 2 * HALF) {
      x = 0;
      y += 2 * HALF + 14;
    }
    group.append(isDouble ? tile([a, b], x, y, false) : tile([a, b], x, y + HALF / 2, true));
    x += step + 2;
    widest = Math.max(widest, x);
  }
  return svg(group, Math.max(widest, 2 * HALF), y + 2 * HALF, `On the table: ${line.map(([a, b]) => `${a}-${b}`).join(", ")}`);
}

export function hand(tiles, { label, backs = 0 } = {}) {
  const group = s("g", {}, tiles.map((values, i) => tile(values, i * (HALF + 6), 0, false)), Array.from({ length: backs }, (_, i) => tile(null, i * (HALF + 6), 0, false)));
  const many = tiles.length + backs;
  return svg(group, Math.max(many, 1) * (HALF + 6), 2 * HALF, label);
}

function svg(group, width, height, label) {
  return s("svg", { viewBox: `-2 -2 ${width + 4} ${height + 4}`, width: width + 4, height: height + 4, role: "img", "aria-label": label, class: "tiles" }, group);
}

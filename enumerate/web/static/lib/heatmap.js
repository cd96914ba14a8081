// The coefficients of a polynomial by the numbers of pieces; lighter is more, on a logarithmic scale.

import { grouped, h, s, scroller } from "./dom.js";
import { help } from "./terms.js";

const STOPS = [[68, 1, 84], [59, 82, 139], [33, 145, 140], [94, 201, 98], [253, 231, 37]]; // viridis

function shade(t) {
  const place = Math.min(Math.max(t, 0), 0.9999) * (STOPS.length - 1);
  const [low, high] = [STOPS[Math.floor(place)], STOPS[Math.floor(place) + 1]];
  const mixed = low.map((c, i) => Math.round(c + (high[i] - c) * (place % 1)));
  return `rgb(${mixed.join(",")})`;
}

// the logarithm of a number of any length, for its colour only
const size = (digits) => digits.length - 1 + Math.log10(Number(digits.slice(0, 12)) / 10 ** (Math.min(digits.length, 12) - 1) || 1);

export function heatMap({ terms, variables, play, differences }) {
  if (!terms.length || variables.length > 2) return null;
  const flat = variables.length === 1;
  const points = terms.map((term) => (flat ? [0, term[0], term[1]] : [term[0], term[1], term[2]]));
  const rows = Math.max(...points.map(([a]) => a)) + 1;
  const cols = Math.max(...points.map(([, b]) => b)) + 1;
  const top = Math.max(...points.map(([, , digits]) => size(digits)), 1);
  const side = 20;
  const summary = h("output", { class: "summary" }, "Hover over a square, or tap it, to see its coefficient.");
  const words = (a, b, digits) => {
    const place = flat ? `${b} pieces` : `${a} of Left, ${b} of Right`;
    return `${place}: ${digits}`;
  };
  const squares = points.map(([a, b, digits]) => {
    const show = () => (summary.textContent = words(a, b, grouped(digits)));
    const square = s("rect", {
      x: 30 + b * side, y: (rows - 1 - a) * side + 4, width: side - 1, height: side - 1, fill: shade(size(digits) / top),
      class: !flat && !play && differences.includes(a - b) ? "coefficient diagonal" : "coefficient",
      role: "img", "aria-label": words(a, b, digits), tabindex: -1, "data-at": `${a},${b}`, onpointerenter: show, onfocus: show, onclick: show,
    }, s("title", {}, words(a, b, digits)));
    return square;
  });
  const at = new Map(squares.map((square) => [square.dataset.at, square]));
  const axis = [];
  const every = (n) => Math.ceil(n / 12);
  for (let b = 0; b < cols; b += every(cols)) axis.push(s("text", { x: 30 + (b + 0.5) * side, y: rows * side + 18 }, b));
  if (!flat) for (let a = 0; a < rows; a += every(rows)) axis.push(s("text", { x: 20, y: (rows - 1 - a) * side + 19 }, a));
  const width = 36 + cols * side;
  const height = rows * side + 24;
  const map = s("svg", { viewBox: `0 0 ${width} ${height}`, width, height, class: "heat", role: "group", "aria-label": "Coefficients" }, axis, squares);
  squares[0].setAttribute("tabindex", "0");
  map.addEventListener("keydown", (event) => {
    const steps = { ArrowUp: [1, 0], ArrowDown: [-1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
    if (!steps) return;
    event.preventDefault();
    let [a, b] = event.target.dataset.at.split(",").map(Number);
    do {
      a += steps[0];
      b += steps[1];
    } while (!at.has(`${a},${b}`) && a >= 0 && b >= 0 && a < rows && b < cols);
    const next = at.get(`${a},${b}`);
    if (!next) return;
    event.target.setAttribute("tabindex", "-1");
    next.setAttribute("tabindex", "0");
    next.focus();
  });
  const label = flat ? "pieces →" : `Right's pieces →, Left's ↑${differences.length && !play ? "; outlined: positions that alternating play can reach" : ""}`;
  return h("figure", {}, scroller("scroll", map), h("figcaption", {}, `${label} `, help("map")), summary);
}

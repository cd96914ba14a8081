// The views, and which one the address names.

import { h } from "./lib/dom.js";
import { address, readAddress, state } from "./lib/state.js";

const VIEWS = [
  ["board", "Board"],
  ["browse", "Browse"],
  ["play", "Play"],
  ["sequences", "Sequences"],
  ["falling", "Falling"],
  ["box", "Box"],
  ["dominoes", "Dominoes"],
  ["runs", "Runs"],
];
const main = document.querySelector("main");
const links = VIEWS.map(([name, title]) => h("a", { href: `#/${name}`, "data-view": name }, title));
let leave = null;
let turn = 0;

async function show() {
  const view = VIEWS.some(([name]) => name === state.view) ? state.view : "board";
  state.view = view;
  const mine = ++turn;
  leave?.();
  leave = null;
  for (const link of links) {
    if (link.dataset.view === view) {
      link.setAttribute("aria-current", "page");
      link.scrollIntoView({ block: "nearest", inline: "nearest" });
    } else link.removeAttribute("aria-current");
  }
  document.title = `${VIEWS.find(([name]) => name === view)[1]} – enumerate`;
  const place = h("div", { class: `view view-${view}` });
  main.replaceChildren(place);
  const module = await import(`./views/${view}.js`);
  if (mine === turn) leave = module.open(place) || null;
}

// links to the views of a board carry the question along
addEventListener("question", () => {
  for (const link of links) link.href = address(link.dataset.view, {});
});

addEventListener("hashchange", () => {
  readAddress();
  show();
});

document.querySelector(".skip").addEventListener("click", () => main.focus());
document.querySelector("nav").append(...links);
readAddress();
show();

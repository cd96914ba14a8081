// The views, and which one the address names.

import { ask } from "./lib/ask.js";
import { h } from "./lib/dom.js";
import { address, readAddress, state } from "./lib/state.js";

const VIEWS = [
  ["board", "Board"],
  ["browse", "Browse"],
  ["play", "Play"],
  ["sequences", "Sequences"],
  ["falling", "Falling dominoes"],
  ["box", "Three players in a box"],
  ["dominoes", "Two-sided dominoes"],
  ["runs", "Long runs"],
];
const FIRST = 4; // views in the menu itself; the others stand under "More"
const main = document.querySelector("main");
const links = VIEWS.map(([name, title]) => h("a", { href: `#/${name}`, "data-view": name }, title));
const more = h("details", { class: "more" }, h("summary", {}, "More"), h("div", {}, links.slice(FIRST)));
let leave = null;
let turn = 0;

async function show() {
  const view = VIEWS.some(([name]) => name === state.view) ? state.view : "board";
  state.view = view;
  const mine = ++turn;
  leave?.();
  leave = null;
  for (const link of links) {
    if (link.dataset.view === view) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  more.open = false;
  more.classList.toggle("current", VIEWS.slice(FIRST).some(([name]) => name === view));
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
document.querySelector("nav").append(...links.slice(0, FIRST), more);
addEventListener("click", (event) => {
  if (!more.contains(event.target)) more.open = false;
});
readAddress();
show();

// After an installation the server compiles for a minute; until then answers may be slow, and a line says so.
const warming = document.querySelector(".warming");
(async () => {
  for (;;) {
    const { ready, done, steps, step } = await ask("ready").catch(() => ({ ready: true }));
    warming.hidden = ready;
    if (ready) return;
    warming.textContent = `Getting ready (${Math.min(done + 1, steps)} of ${steps}: ${step}). Answers may be slow until then.`;
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
})();

// Two-sided dominoes: watch a match, play one, run a tournament.

import { ask, Task } from "../lib/ask.js";
import { button, choice, h, number, s, scroller, select, table } from "../lib/dom.js";
import { chain, hand } from "../lib/tiles.js";
import { explained, help } from "../lib/terms.js";
import { state, writeAddress } from "../lib/state.js";

export function open(place) {
  const tasks = [];
  const pane = h("div", { class: "answers" });
  const modes = [["watch", "Watch a match"], ["sit", "Play a match"], ["tournament", "Tournament"]];
  let mode = modes.some(([name]) => name === state.more.mode) ? state.more.mode : "watch";
  const panes = { watch, sit, tournament };
  let known = null;
  function show() {
    tasks.splice(0).forEach((task) => task.cancel());
    state.more = { ...state.more, mode };
    writeAddress();
    pane.replaceChildren();
    panes[mode](pane, known, tasks);
  }
  place.append(choice("", modes, mode, (chosen) => ((mode = chosen), show())), pane);
  ask("agents").then((found) => {
    known = found;
    show();
  }, (error) => pane.append(h("p", { class: "refused" }, error.message)));
  return () => tasks.forEach((task) => task.cancel());
}

const names = ({ agents }) => Object.entries(agents);
const setting = (name, otherwise) => state.more[name] || otherwise;
const whole = (name, otherwise) => (/^\d+$/.test(state.more[name] || "") ? Number(state.more[name]) : otherwise);
function remember(values) {
  Object.assign(state.more, values);
  writeAddress();
}

function opened(pane, tasks) {
  const bar = h("div", { class: "bar" });
  const section = h("section", { "aria-label": "Match" }, bar);
  pane.append(section);
  const task = new Task(section);
  tasks.push(task);
  return { section, bar, task };
}

// -- watch -------------------------------------------------------------------------------------------

function watch(pane, known, tasks) {
  let [a, b, seed] = [setting("one", "tiao"), setting("two", "nabucodonossor"), whole("seed", 7)];
  const { section, bar, task } = opened(pane, tasks);
  const load = () => {
    remember({ one: a, two: b, seed });
    task.ask("dominoes", { agents: [a, b], seed }, film);
  };
  bar.append(
    select("First", names(known), a, (name) => ((a = name), load())),
    select("Second", names(known), b, (name) => ((b = name), load())),
    number("Seed", seed, (n) => ((seed = n), load()), { min: 0, max: 999999, size: 8 }),
  );
  load();

  function film(match) {
    let at = 0;
    const last = match.turns.length;
    const felt = h("div", { class: "felt" });
    const line = h("p", { class: "facts", "aria-live": "polite" });
    const draw = () => {
      const hands = match.hands[at];
      felt.replaceChildren(
        h("p", {}, match.titles[0]), hand(hands[0], { label: `${match.titles[0]} holds ${hands[0].length}` }),
        h("div", { class: "table" }, chain(match.lines[at], innerWidth < 640 ? 5 : 12)),
        h("p", {}, match.titles[1]), hand(hands[1], { label: `${match.titles[1]} holds ${hands[1].length}` }),
      );
      const turn = match.turns[at - 1];
      const what = turn ? `${match.titles[match.players[at]]} ${turn.eaten.length ? `eats ${turn.eaten.join(", ")}, ` : ""}${turn.placed ? `plays ${turn.placed}, ${turn.side}` : "passes"}` : `${match.titles[match.players[0]]} opens with ${match.opening}`;
      line.textContent = at === last ? `${what}. ${match.result}` : what;
    };
    const go = (n) => {
      at = Math.max(0, Math.min(last, n));
      draw();
    };
    draw();
    return [
      h("div", { class: "row" }, button("First", () => go(0)), button("Back", () => go(at - 1)), button("Next move", () => go(at + 1), { class: "main" }), button("Last", () => go(last))),
      line,
      felt,
    ];
  }
}

// -- play --------------------------------------------------------------------------------------------

function sit(pane, known, tasks) {
  let against = setting("against", "nabucodonossor");
  let seed = whole("seed", 7);
  let choices = (state.more.m || "").split("_").filter(Boolean).map(Number);
  const { section, bar, task } = opened(pane, tasks);
  const load = () => {
    remember({ against, seed, m: choices.join("_") });
    task.ask("sit", { agents: [against], seed, choices }, show);
  };
  const begin = () => {
    choices = [];
    load();
  };
  bar.append(
    select("Against", names(known), against, (name) => ((against = name), begin())),
    number("Seed", seed, (n) => ((seed = n), begin()), { min: 0, max: 999999, size: 8 }),
    button("Take back", () => ((choices = choices.slice(0, -1)), load())),
    button("Another match", () => ((seed = Math.floor(Math.random() * 1000000)), begin())),
  );
  load();

  function show(now) {
    const felt = h("div", { class: "felt" });
    const other = known.agents[against];
    if (now.over) {
      felt.append(h("p", {}, `${other} is left with`), hand(now.left, { label: `${other} is left with ${now.left.length}` }), h("div", { class: "table" }, chain(now.line, innerWidth < 640 ? 5 : 12)), h("p", {}, "you are left with"), hand(now.hand, { label: "Your hand" }));
      return [h("p", { class: "total", role: "status" }, now.result.replace(/^you wins/, "You win")), felt];
    }
    felt.append(h("p", {}, `${other} holds ${now.opponent}; stock ${now.stock}`), hand([], { label: `${other} holds ${now.opponent}`, backs: now.opponent }), h("div", { class: "table" }, chain(now.line, innerWidth < 640 ? 5 : 12)), h("p", {}, "your hand"), hand(now.hand, { label: `Your hand: ${now.hand.map((t) => t.join("-")).join(", ")}` }));
    const who = (player) => (player === 0 ? "You" : other);
    const news = now.history.slice(-4).map(([player, action, what]) => `${who(player)} ${player === 0 ? action.replace(/s$/, "").replace("passe", "pass") : action} ${what}`.trim());
    return [
      h("p", { class: "total", role: "status" }, "Your turn: choose a move."),
      h("div", { class: "row" }, now.offered.map((way, i) => button(`${way.text}`, () => ((choices = [...choices, i]), load()), { "data-choice": String(i) }))),
      felt,
      h("p", { class: "facts" }, [`${who(now.opening[0])} opened with ${now.opening[1]}-${now.opening[2]}`, ...news].join("; ")),
    ];
  }
}

// -- tournament --------------------------------------------------------------------------------------

function tournament(pane, known, tasks) {
  const section = h("section", { "aria-label": "Tournament" });
  pane.append(section);
  const entered = new Set((setting("agents", "juca,pinduca,tiao,nabucodonossor")).split(",").filter((name) => name in known.agents));
  let matches = whole("matches", 20000);
  let seed = whole("seed", 1);
  let running = 0;
  const boxes = names(known).map(([name, words]) => {
    const box = h("input", { type: "checkbox", checked: entered.has(name) });
    box.addEventListener("change", () => (box.checked ? entered.add(name) : entered.delete(name)));
    return h("label", { class: "check" }, box, ` ${words}`);
  });
  const start = button("Run", () => run(), { class: "main" });
  section.append(h("div", { class: "bar" }, ...boxes), h("div", { class: "bar" }, number("Matches of each pair", matches, (n) => (matches = n), { min: 1, max: 10000000, size: 8 }), h("span", { class: "term" }, number("Seed", seed, (n) => (seed = n), { min: 0, max: 999999, size: 8 }), help("seed")), start));
  const task = new Task(section, { again: () => run(), keeps: true });
  tasks.push(task);

  // live: each round plays about three times as many matches as the one before, the last all of them
  async function run() {
    const mine = ++running;
    const agents = names(known).map(([name]) => name).filter((name) => entered.has(name));
    remember({ agents: agents.join(","), matches, seed });
    for (let many = Math.min(matches, 500); ; many = Math.min(matches, many * 3)) {
      const found = await task.ask("tournament", { agents, matches: many, seed }, (answer) => bars(answer, many));
      if (!found || many >= matches || mine !== running) return;
    }
  }

  function bars(answer, many) {
    const rows = Object.entries(answer.totals);
    const most = Math.max(1, ...rows.map(([name, wins]) => Number(wins) + 2 * answer.totals_se[name]));
    const wide = 320;
    const names = 130;
    const high = 34;
    const scale = (wins) => (wins / most) * wide;
    const drawn = rows.map(([name, wins], i) => {
      const [middle, error] = [scale(Number(wins)), scale(2 * answer.totals_se[name])];
      const y = i * high;
      const lines = [[middle - error, middle + error, y + 14, y + 14], [middle - error, middle - error, y + 9, y + 19], [middle + error, middle + error, y + 9, y + 19]];
      return s("g", {}, s("rect", { x: names, y: y + 3, width: middle, height: 22, rx: 3, fill: answer.colours[name], class: "piece" }),
        lines.map(([x1, x2, y1, y2]) => s("line", { x1: names + x1, x2: names + x2, y1, y2, class: "error" })),
        s("text", { x: names - 6, y: y + 19, "text-anchor": "end" }, answer.titles[name]), s("text", { x: names + 8 + middle + error, y: y + 19 }, wins));
    });
    const label = rows.map(([name, wins]) => `${answer.titles[name]} ${wins} wins`).join(", ");
    return [
      h("p", { class: "total", "data-matches": String(many) }, `${many} of ${matches} matches of each pair`),
      scroller("scroll", s("svg", { viewBox: `0 0 ${wide + names + 100} ${rows.length * high}`, width: wide + names + 100, role: "img", "aria-label": label, class: "bars" }, drawn)),
      h("p", { class: "hint" }, "Wins in all matches. The lines extend two standard errors to each side."),
      table(["pair", "wins", "losses", "draws", "share won", explained("±")], answer.pairs.map((each) => [`${answer.titles[each.a]} – ${answer.titles[each.b]}`, each.win, each.loss, each.draw, each.estimates.win.value.toFixed(4), each.estimates.win.se.toFixed(4)]), { numbers: [1, 2, 3, 4, 5] }),
    ];
  }
}

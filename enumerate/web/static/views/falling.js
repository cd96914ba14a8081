// Falling dominoes: the equilibrium plays, and a game with a judge.

import { Task } from "../lib/ask.js";
import { button, h, number, picture, s, scroller, select, table } from "../lib/dom.js";
import { explained, help } from "../lib/terms.js";
import { state, writeAddress } from "../lib/state.js";

const SIDE = 34;

export function open(place) {
  place.classList.add("two");
  const left = h("section", { "aria-label": "Game" });
  const right = h("section", { "aria-label": "Equilibria" });
  place.append(left, right);
  const given = (name, otherwise) => (/^\d+$/.test(state.more[name] || "") ? Number(state.more[name]) : otherwise);
  const size = { cols: given("cols", 3), rows: given("rows", 4) };
  let ties = ["set", "kind", "spite"].includes(state.more.ties) ? state.more.ties : "set";
  let moves = (state.more.m || "").split("_").filter(Boolean);
  const solving = new Task(right, { again: () => solve() });
  const bar = h("div", { class: "bar" });
  const field = h("div", { class: "board" });
  const options = h("div", { class: "row" });
  const summary = h("p", { class: "total", role: "status" });
  left.append(h("p", { class: "hint" }, "Two players drop dominoes in turn: V3 falls upright into column 3, H3 flat onto columns 3 and 4. A piece earns the heights that it reaches."), bar, summary, field, options);
  const dropping = new Task(left);

  const body = () => ({ ...size, ties });
  function keep() {
    state.more = { cols: size.cols, rows: size.rows, ties, m: moves.join("_") };
    writeAddress();
  }

  function change() {
    moves = [];
    solve();
    drop();
  }

  const listing = h("div");
  const looking = new Task(listing);

  // some plays: to step through one, choose it
  function showPlays(found, words) {
    const pictures = h("div", { class: "picture" });
    pictures.append(picture(found.svg));
    return [
      h("h2", {}, words),
      h("div", { class: "row" }, found.plays.map((play) => button(`${play.moves} (${play.payoffs.join(", ")})`, () => {
        moves = play.moves.split(" ");
        drop();
      }))),
      scroller("scroll", pictures),
    ];
  }

  const solve = () => {
    looking.clear();
    solving.ask("falling", body(), (found) => {
      const rows = found.payoffs.map((vector, i) => {
        const each = found.equilibria[i];
        const plays = button(vector.join(", "), () => looking.ask("plays", { ...body(), payoffs: vector }, (some) => showPlays(some, `Plays with payoffs ${vector.join(", ")}`)), { class: "link", title: "Show the plays" });
        return [plays, ...(each ? [each.plays, each.plays_up_to_mirror ?? "–", [...new Set(each.empty)].join(" to ")] : ["–", "–", "–"])];
      });
      looking.clear(...showPlays(found, "One play for each pair of payoffs"));
      return [
        h("h2", {}, `${found.title}: equilibria `, help("equilibrium")),
        table([explained("payoffs"), "plays", explained("up to mirror images", "mirror"), "empty cells"], rows, { numbers: [1, 2], kind: "scroll tall short" }),
        h("p", { class: "hint" }, "Click on payoffs to see more plays. Click on a play to put it on the board; take its moves back one by one."),
      ];
    });
  };

  function drop() {
    keep();
    dropping.ask("drop", { ...body(), moves: moves.join(" ") }, show);
  }

  function show(now) {
    const last = now.turns.at(-1);
    const verdict = last ? `${last.move} by player ${last.player} was ${last.right ? "right" : `wrong (right: ${last.instead.join(", ")})`}. ` : "";
    const score = now.payoffs.map((earned, i) => `player ${i + 1}: ${earned}`).join(", ");
    summary.textContent = `${verdict}${now.fits.length ? `Player ${now.player} moves` : "The game is over"}; ${score}.`;
    const place = ([row, col]) => ({ x: 8 + col * SIDE, y: 8 + (now.rows - row) * SIDE });
    const cells = [];
    for (let row = 1; row <= now.rows; row++)
      for (let col = 0; col < now.cols; col++) cells.push(s("rect", { ...place([row, col]), width: SIDE, height: SIDE, class: "slot" }));
    const rectangle = (turn) => {
      const spots = turn.cells.map(place);
      const x = Math.min(...spots.map((spot) => spot.x)) + 3;
      const y = Math.min(...spots.map((spot) => spot.y)) + 3;
      return { x, y, width: Math.max(...spots.map((spot) => spot.x)) + SIDE - 3 - x, height: Math.max(...spots.map((spot) => spot.y)) + SIDE - 3 - y };
    };
    const ghosts = s("g");
    const pieces = now.turns.map((turn, i) => {
      const box = rectangle(turn);
      return s("g", {},
        s("rect", { ...box, rx: 6, fill: now.colours[turn.player - 1], class: turn.right ? "piece" : "piece wrong" }),
        s("text", { x: box.x + box.width / 2, y: box.y + box.height / 2 + 5, class: `label p${turn.player}` }, turn.right ? i + 1 : `${i + 1}!`));
    });
    const label = `Falling dominoes, ${now.cols} columns and ${now.rows} rows, after ${now.turns.length} moves`;
    const drawn = s("svg", { viewBox: `0 0 ${16 + now.cols * SIDE} ${16 + now.rows * SIDE}`, width: 16 + now.cols * SIDE, role: "img", "aria-label": label, class: "falls" }, cells, pieces, ghosts);
    drawn.style.maxWidth = `${(16 + now.cols * SIDE) * 1.5}px`;
    field.replaceChildren(drawn);
    const hover = (turn) => () => ghosts.replaceChildren(...(turn ? [s("rect", { ...rectangle(turn), rx: 6, fill: now.colours[turn.player - 1], class: "ghost" })] : []));
    options.replaceChildren(
      ...now.fits.map((turn) =>
        button(`${turn.move} (+${turn.gain})`, () => {
          moves = [...moves, turn.move];
          drop();
        }, { onpointerenter: hover(turn), onpointerleave: hover(null), onfocus: hover(turn), onblur: hover(null), "data-move": turn.move, "aria-label": `drop ${turn.move}, earns ${turn.gain}` })),
      button("Take back", () => {
        moves = moves.slice(0, -1);
        drop();
      }, { disabled: !moves.length }),
      button("Start again", () => {
        moves = [];
        drop();
      }, { disabled: !moves.length }),
    );
    if (!now.fits.length) {
      const wrong = now.turns.filter((turn) => !turn.right).length;
      options.prepend(h("span", { class: "facts" }, wrong ? `${wrong} wrong ${wrong === 1 ? "move" : "moves"}, marked !` : "an equilibrium play"));
    }
  }

  bar.append(
    number("Columns", size.cols, (n) => ((size.cols = n), change()), { min: 1, max: 12 }),
    number("Rows", size.rows, (n) => ((size.rows = n), change()), { min: 1, max: 60 }),
    h("span", { class: "term" }, select("Ties", [["set", "all equilibria"], ["kind", "generous players"], ["spite", "spiteful players"]], ties, (rule) => ((ties = rule), change())), help("ties")),
  );
  right.append(listing);
  solve();
  drop();
  return () => {
    solving.cancel();
    looking.cancel();
    dropping.cancel();
  };
}

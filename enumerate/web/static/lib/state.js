// The question that all views of one board share; the address bar always holds all of it.

const EMPTY = { board: "....\n....\n....\n....", wrap: "", game: "domineering", pieces: [], kind: "maximal", play: false };

export const state = { ...EMPTY, view: "board", more: {} };

function shortBoard(text) {
  const rows = text.split("\n");
  const plain = rows.every((row) => /^\.+$/.test(row) && row.length === rows[0].length);
  return plain ? `${rows.length}x${rows[0].length}` : rows.join("/");
}

function longBoard(text) {
  const size = /^(\d{1,2})x(\d{1,2})$/.exec(text);
  if (size) return rectangle(Number(size[1]), Number(size[2]));
  return text.replaceAll("/", "\n");
}

export function rectangle(rows, cols) {
  return Array(rows).fill(".".repeat(cols)).join("\n");
}

export function address(view = state.view, more = state.more) {
  const query = new URLSearchParams();
  query.set("b", shortBoard(state.board));
  if (state.game !== "domineering") query.set("g", state.game);
  if (state.wrap) query.set("w", state.wrap);
  if (state.pieces.length) query.set("p", state.pieces.map(([name, at]) => `${name}@${at.join(".")}`).join("_"));
  query.set("k", state.kind);
  if (state.play) query.set("play", "1");
  for (const [name, value] of Object.entries(more)) if (value !== "" && value !== undefined && value !== null) query.set(name, value);
  return `#/${view}?${query.toString().replaceAll("%2F", "/").replaceAll("%40", "@").replaceAll("%2C", ",")}`;
}

// The contents of the address; entries of one view are in `more`.
export function readAddress() {
  const [path, query = ""] = location.hash.replace(/^#\/?/, "").split("?");
  const given = new URLSearchParams(query);
  const take = (name) => {
    const value = given.get(name);
    given.delete(name);
    return value;
  };
  state.view = path || "board";
  if (given.has("b")) {
    state.board = longBoard(take("b"));
    state.game = take("g") || "domineering";
    state.wrap = take("w") || "";
    state.pieces = (take("p") || "")
      .split("_")
      .filter(Boolean)
      .map((piece) => {
        const [name, at = ""] = piece.split("@");
        return [name, at.split(".").map(Number)];
      });
    state.kind = take("k") || "general";
    state.play = take("play") === "1";
  }
  state.more = Object.fromEntries(given);
}

export function writeAddress() {
  history.replaceState(null, "", address());
  dispatchEvent(new Event("question"));
}

// The board as part of the body of a question.
export function boardBody() {
  return { board: state.board, wrap: state.wrap, game: state.game, pieces: state.pieces };
}

let known;
export function library(ask) {
  known ||= ask("games").catch((error) => {
    known = undefined;
    throw error;
  });
  return known;
}

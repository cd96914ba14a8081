// Explanations of the words on the page, one tap away: a button "?" that opens a short text.

import { button, h } from "./dom.js";

export const TERMS = {
  positions: "A position is a set of pieces on the board that do not overlap. The empty board is a position too. The pieces that you have drawn stay; the page counts what can be added to them.",
  general: "General: every position, without a condition.",
  maximal: "Maximal: no player can place another piece.",
  "left-end": "Left end: Left cannot move. Right may still be able to.",
  "right-end": "Right end: Right cannot move. Left may still be able to.",
  "any-end": "Any end: Left cannot move, or Right cannot move.",
  perfect: "Perfect: the pieces cover every cell.",
  "in play": "In play: positions that Left and Right can reach by moving alternately. Their numbers of pieces differ by at most one.",
  share: "Share: the part of all positions of this kind that alternating play can reach.",
  wrap: "A wrapped side is glued to the side opposite to it. One pair of sides makes a cylinder, both pairs make a torus.",
  polynomial: "The polynomial has one term for each pair of numbers of pieces. The coefficient of x³y² is the number of positions with three pieces of Left and two of Right.",
  map: "Each square is a coefficient of the polynomial: the row is the number of Left's pieces, the column the number of Right's. Lighter squares have larger coefficients, on a logarithmic scale.",
  components: "Components: parts of the free cells between which no piece fits. They can be counted one by one.",
  "shortest game": "A shortest game ends after the fewest moves: one player cannot move, however the players cooperate.",
  equilibrium: "An equilibrium play: each player always chooses a move that maximizes their own payoff, if everybody continues to do so.",
  payoffs: "Payoffs: the sum of the rows that a player's pieces reached, for player 1 and player 2.",
  ties: "Ties: how a player chooses between moves with the same payoff. All: every choice counts. Generous: the choice that pays the others most. Spiteful: the choice that pays them least.",
  mirror: "Plays that are mirror images of each other are counted once.",
  class: "Class: a box with the same winner for every turn order, or with another named pattern of winners, has a class. N means that nobody can force a win against the other two.",
  seed: "Seed: the same seed gives the same random numbers, and so the same matches.",
  "±": "Standard error: the true share is within two standard errors of the estimate in about 95 % of all cases.",
  growth: "Growth: for a long strip, the number of positions grows by about this factor with each row.",
  points: "Points: a long run evaluates the polynomial at many points modulo primes. Each finished point is saved.",
};

const shown = h("div", { class: "explained", popover: "auto", role: "note" });

export function help(term) {
  return button("?", () => {
    shown.textContent = TERMS[term];
    document.body.append(shown);
    shown.showPopover();
  }, { class: "help", "aria-label": `What does “${term}” mean?`, "data-term": term });
}

// words with their explanation
export const explained = (words, term = words) => h("span", { class: "term" }, words, " ", help(term));

// An adapter to copy: your game above the line, the protocol below it. Tic-tac-toe as the example.
//
// rulewright conform tictactoe --engine "node engine.mjs"
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const LINES = ["a1 b1 c1", "a2 b2 c2", "a3 b3 c3", "a1 a2 a3", "b1 b2 b3", "c1 c2 c3", "a1 b2 c3", "c1 b2 a3"];

export class Game { // Yours: replace it. What OFFERS does not name need not be there.
  static NAME = "my tic-tac-toe";
  static VERSION = "1.0";
  static OFFERS = ["decides", "legal", "outcome", "position", "refuses"];

  constructor(wanted) {
    if (wanted.ruleset !== "tictactoe") throw new Error("only tic-tac-toe");
    this.on = {};
    for (const row of "123") for (const column of "abc") this.on[column + row] = null;
    this.turn = 0;
  }
  decides() {
    return this.outcome() ? null : "XO"[this.turn];
  }
  legal() {
    if (this.outcome()) return [];
    return Object.keys(this.on).filter((s) => !this.on[s]).map((s) => "place " + s);
  }
  apply(action, by) {
    if (by !== this.decides() || !this.legal().includes(action)) return false;
    this.on[action.split(" ")[1]] = by;
    this.turn = 1 - this.turn;
    return true;
  }
  outcome() {
    for (const line of LINES) {
      const [a, b, c] = line.split(" ").map((s) => this.on[s]);
      if (a && a === b && b === c) return { kind: "win", winners: [a] };
    }
    return Object.values(this.on).every(Boolean) ? { kind: "draw" } : null;
  }
  position() {
    return { on: this.on };
  }
}

// ---------------------------------------------------------------------------------------------

let game = null;

function state() {
  const parts = Game.OFFERS.filter((offer) => offer !== "refuses");
  return Object.fromEntries(parts.map((offer) => [offer, game[offer]()]));
}

function answer(request) {
  if (request.op === "hello")
    return { protocol: 1, name: Game.NAME, version: Game.VERSION, offers: Game.OFFERS };
  if (request.op === "new")
    try {
      game = new Game(request.game);
    } catch (why) {
      return { ok: false, why: why.message };
    }
  if (request.op === "apply" && !game.apply(request.action, request.by)) return { ok: false };
  return { ok: true, state: state() };
}

const started = process.argv[1] === fileURLToPath(import.meta.url); // and not imported
for await (const line of started ? createInterface({ input: process.stdin }) : []) {
  const request = JSON.parse(line);
  process.stdout.write(JSON.stringify({ id: request.id, ...answer(request) }) + "\n");
}

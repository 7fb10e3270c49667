// Replays a corpus of `rulewright record`: node replay.mjs plays.jsonl. Nothing else is needed.
import { readFileSync } from "node:fs";
import { Game } from "./engine_under_test.mjs"; // yours: new Game(game) with apply(action, by), …

const OFFERS = ["decides", "legal", "outcome", "position"];

// Lists and keys in one order; of a position and its like what both tell.
function sort(value, other) {
  if (Array.isArray(value)) return value.every((v) => typeof v === "string") ? [...value].sort() : value.map(sort);
  if (value === null || typeof value !== "object") return value;
  const told = (key) => !other || key in Object(other) || key === "kind" || key === "winners";
  return Object.fromEntries(Object.keys(value).filter(told).sort().map((key) => [key, sort(value[key])]));
}

function differs(game, state) {
  for (const offer of state.unanswered ? [] : OFFERS) {
    if (offer === "legal" && state.decides === "chance") continue;
    const [ours, theirs] = [game[offer](), state[offer]];
    const [rules, engine] = [sort(theirs, ours), sort(ours, theirs)].map((v) => JSON.stringify(v));
    if (rules !== engine) return `${offer}: the rules have ${rules}, the engine has ${engine}`;
  }
}

function replayed(play) {
  const game = new Game(play.game);
  let wrong = differs(game, play.state);
  for (const [number, step] of play.steps.entries()) {
    if (wrong) return wrong;
    if (!game.apply(step.action, step.by)) return `step ${number + 1}: ${step.action} is refused`;
    wrong = differs(game, step.state);
    if (wrong) wrong = `after step ${number + 1}, ${step.action}: ${wrong}`;
  }
  return wrong;
}

const plays = readFileSync(process.argv[2], "utf8").trim().split("\n").map((line) => JSON.parse(line));
const failed = plays.map(replayed).filter(Boolean);
failed.forEach((wrong) => console.error(wrong));
process.exit(failed.length ? 1 : 0);

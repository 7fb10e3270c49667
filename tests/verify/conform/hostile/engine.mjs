// An engine of tic-tac-toe that misbehaves in the way that its argument names, at the third move.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { writeSync } from "node:fs";

const KIND = process.argv[2];
const on = {};
let moves = 0;
const say = (data) => writeSync(1, (typeof data === "string" ? data : JSON.stringify(data)) + "\n");

function good(asked) {
  if (asked.op === "hello") return { protocol: 1, name: "hostile", offers: ["decides", "legal"] };
  if (asked.op === "new") for (const square in on) delete on[square];
  if (asked.op === "apply") on[asked.action.split(" ")[1]] = asked.by;
  const legal = [];
  for (const row of "123") for (const column of "abc")
    if (!on[column + row]) legal.push("place " + column + row);
  return { ok: true, state: { decides: "XO"[Object.keys(on).length % 2], legal } };
}

const misbehave = {
  spins: () => { for (;;); },
  exits: () => process.exit(3),
  throws: () => { throw new Error("no idea"); },
  "no json": () => say("place a1"),
  late: (answer) => say({ ...answer, id: answer.id - 1 }),
  twice: (answer) => { say(answer); say(answer); },
  "many lines": (answer) => { for (;;) say(answer); },
  memory: () => { const hoard = []; for (;;) hoard.push(Buffer.alloc(1 << 20, 1)); },
  "leaves a child": (answer) => say(answer),
};
if (KIND === "leaves a child")
  spawn("sleep", ["1000"], { detached: true, stdio: "ignore" }).unref();

for await (const line of createInterface({ input: process.stdin })) {
  const asked = JSON.parse(line);
  if (asked.op === "apply") moves++;
  const answer = { id: asked.id, ...good(asked) };
  if (moves < 3) say(answer);
  else misbehave[KIND](answer);
}

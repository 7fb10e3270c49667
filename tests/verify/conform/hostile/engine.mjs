// An engine of tic-tac-toe that misbehaves in the way that its argument names, at the third move.
import { fork, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { closeSync, writeSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";

const KIND = process.argv[2];
const ME = fileURLToPath(import.meta.url);
const on = {};
let moves = 0;

function write(text, stream = 1) { // whole, though the other end reads more slowly
  const bytes = Buffer.from(text);
  for (let done = 0; done < bytes.length; )
    try {
      done += writeSync(stream, bytes, done);
    } catch (error) {
      if (error.code !== "EAGAIN") throw error;
    }
}
const say = (data) => write((typeof data === "string" ? data : JSON.stringify(data)) + "\n");
const forEver = () => setInterval(() => {}, 1000);
const quiet = { stdio: "ignore" };

function good(asked) {
  if (asked.op === "hello") return { protocol: 1, name: "hostile", offers: ["decides", "legal"] };
  if (asked.op === "new") for (const square in on) delete on[square];
  if (asked.op === "apply") on[asked.action.split(" ")[1]] = asked.by;
  const legal = [];
  for (const row of "123") for (const column of "abc")
    if (!on[column + row]) legal.push("place " + column + row);
  return { ok: true, state: { decides: "XO"[Object.keys(on).length % 2], legal } };
}

const atTheThirdMove = {
  spins: () => { for (;;); },
  "spins in a worker": () => { new Worker("for (;;);", { eval: true }); },
  "waits for ever": () => new Promise(forEver),
  "sleeps deaf": () => {
    for (const name of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(name, () => {});
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  },
  "stops itself": () => { process.kill(process.pid, "SIGSTOP"); forEver(); },
  "no newline": (answer) => { process.stdout.write(JSON.stringify(answer)); forEver(); },
  "does not await": async (answer) => { await new Promise(forEver); say(answer); },
  exits: () => process.exit(3),
  "exits without a code": () => process.exit(0),
  "leaves a promise open": () => { process.stdin.destroy(); return new Promise(() => {}); },
  throws: () => { throw new Error("no idea"); },
  "throws no error": () => { throw "no idea"; },
  "throws later": () => { setTimeout(() => { throw new Error("no idea"); }, 10); },
  rejects: () => { Promise.reject(new Error("no idea")); },
  "kills itself": () => { process.kill(process.pid, "SIGKILL"); },
  aborts: () => process.abort(),
  "overflows the stack": () => { const deeper = () => deeper() + 1; deeper(); },
  "a circle": (answer) => { answer.state.self = answer; say(answer); },
  "a big number": (answer) => say({ ...answer, id: BigInt(answer.id) }),
  "closes output": () => { closeSync(1); forEver(); },
  "no json": () => say("place a1"),
  "as a console shows it": (answer) => { say(String(answer)); },
  undefined: () => { say(`${JSON.stringify(undefined)}`); },
  "not a number": (answer) => say({ ...answer, id: NaN }),
  "the id as a text": (answer) => say({ ...answer, id: `${answer.id}` }),
  "a part of a number": (answer) => say({ ...answer, id: answer.id / 2 + 0.25 }),
  "an infinite number": (answer) => say(`{"id":${answer.id},"ok":true,"state":${Infinity}}`),
  "a key twice": (answer) => say(JSON.stringify(answer).replace("{", `{"id":${answer.id},`)),
  "an array": (answer) => say([answer]),
  "the state as a text": (answer) => say({ ...answer, state: JSON.stringify(answer.state) }),
  "half a letter": (answer) => { answer.state.legal[0] = "place \ud83d"; say(answer); },
  "latin letters": () => { process.stdout.write(Buffer.from('{"name":"\u00e9"}\n', "latin1")); },
  "keeps back": ({ state, ...rest }) => say(rest),
  "an error": ({ id }) => say({ id, error: "I would rather not" }),
  "another name": (answer) => say(answer),
  "logs first": (answer) => { console.log("place what?"); say(answer); },
  late: (answer) => say({ ...answer, id: answer.id - 1 }),
  twice: (answer) => { say(answer); say(answer); },
  "many lines": (answer) => { for (;;) say(answer); },
  "one long line": () => { for (;;) write("x".repeat(65536)); },
  "writes without waiting": () => { for (;;) process.stdout.write("x".repeat(65536)); },
  "a long array": (answer) => say({ ...answer, state: { decides: "X", legal: Array(200_000).fill("place a1") } }),
  noise: () => { for (;;) write("x".repeat(65536), 2); },
  memory: () => { const hoard = []; for (;;) hoard.push(Buffer.alloc(1 << 20, 1)); },
  "memory of objects": () => { const hoard = []; for (;;) hoard.push({ at: [hoard.length] }); },
  "memory of a text": () => { const hoard = []; for (let i = 0; ; i++) hoard.push(`${i}`.repeat(1000)); },
  forks: () => { for (;;) spawn("sleep", ["1000"], quiet); },
  "forks itself": () => { for (let i = 0; i < 100; i++) fork(ME, ["a child"]); forEver(); },
};
const atTheEnd = { // these answer as they should
  "leaves a child": () => {},
  "leaves a child that holds the output": () => {},
  "leaves a timer": () => forEver(),
  "leaves a worker": () => new Worker("for (;;);", { eval: true }),
  "says goodbye": () => say("Goodbye!"),
  "aborts at the end": () => process.abort(),
};
if (KIND === "a child") await new Promise(forEver);
if (KIND === "leaves a child") spawn("sleep", ["1000"], { ...quiet, detached: true }).unref();
if (KIND === "leaves a child that holds the output") spawn("sleep", ["1000"], { stdio: "inherit" }).unref();

for await (const line of createInterface({ input: process.stdin })) {
  const asked = JSON.parse(line);
  if (asked.op === "apply") moves++;
  const answer = { id: asked.id, ...good(asked) };
  if (KIND === "another name" && asked.op === "hello" && asked.id > 1) answer.name = "friendly";
  if (moves < 3 || KIND in atTheEnd) say(answer);
  else await atTheThirdMove[KIND](answer);
}
atTheEnd[KIND]?.();

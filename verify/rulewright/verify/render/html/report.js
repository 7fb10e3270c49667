"use strict";
// Each ".stepper" holds one play, or two that are looked at side by side. What stands at a spot is
// an entry of the page's table; a step lists the spots that change.

let drawings = [];

function framesOf(data) {
  return data.viewers.map((_, viewer) => {
    const frames = [];
    let now = [];
    for (const step of data.steps) {
      now = now.slice();
      for (const [spot, entry] of step[viewer] || step[0]) now[spot] = entry;
      frames.push(now);
    }
    return frames;
  });
}

async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text.trim()), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(stream).text());
}

// A move as the file has it: what its button says, and the clauses behind it.
function written(move) {
  const button = move.querySelector("button");
  return [button.textContent, (move.textContent.slice(button.textContent.length).match(/\[[^\]]+\]/g) || []).map((c) => c.slice(1, -1))];
}

// The moves name their clauses; of the many that there are, links are made here and not in the file.
function write(move, [text, clauses], begin) {
  const button = move.querySelector("button");
  button.textContent = text;
  move.replaceChildren(button);
  for (const clause of clauses) {
    const link = document.createElement("a");
    link.className = "clause";
    link.href = "#" + begin + clause;
    link.textContent = "[" + clause + "]";
    move.append(" ", link);
  }
}

// What a caption says is followed by the clauses behind it.
function cite(caption, clauses) {
  if (!clauses.length) return;
  const cited = document.createElement("span");
  cited.className = "clause";
  cited.textContent = clauses.join(" ");
  caption.append(" ", cited);
}

async function setUpPlay(play) {
  const data = await unpacked(play.querySelector("script").textContent);
  const frames = framesOf(data);
  const spots = new Map();
  for (const element of play.querySelectorAll("[data-spot]")) spots.set(Number(element.dataset.spot), element);
  const moves = [...play.querySelectorAll("ol.moves li")];
  const caption = play.querySelector(".now");
  const whole = moves.map(written);
  const begin = play.querySelector("ol.moves").dataset.clause;
  const drawn = new Map();
  let told = -1;
  // Whoever looks is told of a move what they may know, in the list, in the caption, and when it is read aloud.
  function tell(viewer) {
    if (viewer === told) return;
    const seen = data.moves[viewer] || {};
    moves.forEach((move, number) => write(move, seen[number] || whole[number], begin));
    // What may be done at the end is told of everything that there is.
    for (const said of play.querySelectorAll(".said")) said.hidden = viewer > 0;
    told = viewer;
  }
  return {
    steps: data.steps.length,
    viewers: data.viewers,
    moves,
    show(number, viewer) {
      tell(viewer);
      const step = Math.min(number, data.steps.length - 1);
      const changed = new Set(step ? (data.steps[step][viewer] || data.steps[step][0]).map(([spot]) => spot) : []);
      for (const [spot, element] of spots) {
        const entry = frames[viewer][step][spot];
        const looks = `${entry} ${changed.has(spot)}`;
        if (drawn.get(spot) === looks) continue;
        drawn.set(spot, looks);
        const [html, shade, said] = drawings[entry];
        const target = element.querySelector(".here") || element;
        target.innerHTML = html;
        element.setAttribute("class", [element.dataset.class || "", shade, changed.has(spot) ? "changed" : ""].join(" ").trim());
        if (element.dataset.name) element.dataset.said = said;
      }
      for (const board of play.querySelectorAll("svg[data-board]")) {
        const standing = [...board.querySelectorAll("[data-name]")].filter((p) => p.dataset.said);
        board.setAttribute("aria-label", board.dataset.board + ": " +
          (standing.map((p) => p.dataset.name + " " + p.dataset.said).join("; ") || "empty"));
      }
      moves.forEach((move, number) => {
        if (number === step - 1) move.setAttribute("aria-current", "step");
        else move.removeAttribute("aria-current");
      });
      const move = moves[step - 1];
      const list = play.querySelector("ol.moves");
      list.scrollTop = move ? move.offsetTop - list.offsetTop - list.clientHeight / 2 : 0;
      const text = move ? move.querySelector("button").textContent : "The beginning";
      caption.textContent = `${step} of ${data.steps.length - 1}. ${text}`;
      if (move) cite(caption, [...move.querySelectorAll("a.clause")].map((link) => link.textContent));
      const end = step === data.steps.length - 1;
      for (const remark of play.querySelectorAll(".remark")) remark.hidden = !end;
      if (end && play.dataset.ending) {
        caption.append(". " + play.dataset.ending);
        cite(caption, play.dataset.endClauses.split(" ").filter(Boolean).map((clause) => "[" + clause + "]"));
      }
      const same = step && !changed.size ? "Nothing on the table changes. " : "";
      const next = moves[step] ? `Next: ${moves[step].textContent.split(":")[0]}` : "";
      play.querySelector(".turn").textContent = (same + next).trim();
    },
  };
}

async function setUpStepper(stepper) {
  const plays = await Promise.all([...stepper.querySelectorAll(".play")].map(setUpPlay));
  const last = Math.max(...plays.map((play) => play.steps)) - 1;
  const slider = stepper.querySelector("input[type=range]");
  const viewer = stepper.querySelector("select");
  let step = Math.min(last, Number(stepper.dataset.start));
  const show = (number) => {
    step = Math.max(0, Math.min(last, number));
    slider.value = String(step);
    for (const play of plays) play.show(step, viewer ? Number(viewer.value) : 0);
  };
  slider.max = String(last);
  slider.addEventListener("input", () => show(Number(slider.value)));
  if (viewer) viewer.addEventListener("change", () => show(step));
  const to = { first: () => 0, back: () => step - 1, on: () => step + 1, last: () => last };
  for (const button of stepper.querySelectorAll("[data-to]")) button.addEventListener("click", () => show(to[button.dataset.to]()));
  for (const play of plays) {
    play.moves.forEach((move, number) => move.querySelector("button").addEventListener("click", () => show(number + 1)));
  }
  stepper.addEventListener("keydown", (event) => {
    if (event.target.matches("select, input")) return;
    const keys = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" };
    const where = keys[event.key];
    if (!where || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    show(to[where]());
  });
  stepper.classList.add("live");
  show(step);
}

async function setUp() {
  const table = document.getElementById("drawings");
  if (table) drawings = await unpacked(table.textContent);
  await Promise.all([...document.querySelectorAll(".stepper")].map(setUpStepper));
  return true;
}

const ready = setUp();

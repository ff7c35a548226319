// The tray's MicroPython in the official build for Node, a step of its time at each line on stdin.
//   {"start": cause}                       begins anew, as after power came on
//   {"now": ms, "button": 0|1, "knock": 0|1, "level": n, "came": hex}     a step; answers {"sent", "pips", "due", "hung"}
//   {"run": source}                        runs Python beside the tray; answers {"said": what it printed}
import { createInterface } from "node:readline";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { randomBytes } from "node:crypto";
import { loadMicroPython } from "../../js/node_modules/@micropython/micropython-webassembly-pyscript/micropython.mjs";

const [firmware, fakes, flash] = process.argv.slice(2);
let python = null;
let tick = null;
let printed = [];
let step = {};
let sent = [];
let shown = { pips: "000", due: 0 };
let hung = false;
let cause = "power";

const place = (name) => `${flash}/${name}`;
const hex = (text) => Buffer.from(text, "latin1").toString("hex");
const bench = {
  now: () => step.now ?? 0,
  read: () => Buffer.from(step.came ?? "", "hex").toString("latin1"),
  write: (text) => sent.push(hex(text)),
  closed: (name) => step[name] ?? 0,
  level: () => step.level ?? 0,
  lights: (pips, due) => (shown = { pips, due }),
  cause: () => cause,
  noise: () => randomBytes(32).toString("hex"),
  load: (name) => (existsSync(place(name)) ? readFileSync(place(name), "utf8") : ""),
  save: (name, data) => writeFileSync(place(name), data),
  hang: () => (hung = true),
};

async function start() {
  python = await loadMicroPython({ stdout: (line) => printed.push(line) });
  for (const [folder, wanted] of [
    [firmware, (name) => !["board.py", "main.py", "settings.py"].includes(name)],
    [fakes, (name) => name === "board.py"],
  ])
    for (const name of readdirSync(folder).filter((each) => each.endsWith(".py") && wanted(each)))
      python.FS.writeFile(`/${name}`, readFileSync(`${folder}/${name}`));
  python.registerJsModule("bench", bench);
  python.runPython("import sys\nsys.path.insert(0, '/')");
}

async function answer(asked) {
  if ("run" in asked) {
    if (!python) await start();
    printed = [];
    python.runPython(asked.run);
    return { said: printed.join("\n") };
  }
  if ("start" in asked) {
    [cause, hung, sent, step] = [asked.start, false, [], { now: asked.now }];
    await start();
    python.runPython("from board import Board\nfrom tray import Tray\ntray = Tray(Board())\ntick = tray.tick");
    tick = python.globals.get("tick");
    return {};
  }
  step = asked;
  if (!hung) tick();
  const came = { sent: sent.join(""), ...shown, hung };
  sent = [];
  return came;
}

for await (const line of createInterface({ input: process.stdin }))
  process.stdout.write(`${JSON.stringify(await answer(JSON.parse(line)))}\n`);

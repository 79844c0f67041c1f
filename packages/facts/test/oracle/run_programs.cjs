// Runs programs of Node one after another in one process, each as `node -` would, and says when nothing of one is left to happen.
"use strict";
const fs = require("node:fs");
const lines = require("node:readline").createInterface({ input: process.stdin });
const say = fs.writeSync.bind(fs, 1);
const home = process.cwd();
const OWN = new Set(["PipeWrap", "Timeout"]);

// Of a real process it would be the end.
process.on("uncaughtException", () => {});
process.on("unhandledRejection", () => {});
for (const stream of [process.stdout, process.stderr]) stream.write = () => true;

function start(text) {
  process.chdir(home);
  process.argv = ["/usr/bin/node", "-", "a", "b", "d/a"];
  for (const event of ["exit", "beforeExit"]) process.removeAllListeners(event);
  try {
    new Function("require", text)(require);
  } catch {}
}

/** Files, processes and timers that are under way. */
const left = () => process.getActiveResourcesInfo().filter((one) => !OWN.has(one)).length;

function end(timers, since) {
  const isOpen = left() > 0 || process.getActiveResourcesInfo().filter((one) => one === "Timeout").length > 0;
  if (isOpen && Date.now() - since < 8_000) return void setImmediate(end, timers, since);
  if (timers > 0) return void setImmediate(end, timers - 1, since);
  for (const event of ["beforeExit", "exit"]) {
    try {
      process.emit(event, 0);
    } catch {}
  }
  process.chdir(home);
  say("done\n");
}

lines.on("line", (line) => {
  start(JSON.parse(line));
  setImmediate(end, 3, Date.now());
});

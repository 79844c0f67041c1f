// Runs programs of Node one after another in one process, each as `node -` would, and says when nothing of one is left to happen.
"use strict";
const fs = require("node:fs");
const vm = require("node:vm");
const lines = require("node:readline").createInterface({ input: process.stdin });
const say = fs.writeSync.bind(fs, 1);
const home = process.cwd();

// Of a real process it would be the end.
process.on("uncaughtException", () => {});
process.on("unhandledRejection", () => {});
for (const stream of [process.stdout, process.stderr]) stream.write = () => true;

/** @param {string} text */
function start(text) {
  process.chdir(home);
  process.argv = ["/usr/bin/node", "-", "a", "b", "d/a"];
  for (const event of ["exit", "beforeExit"]) process.removeAllListeners(event);
  try {
    Reflect.apply(vm.compileFunction(text, ["require"]), null, [require]);
  } catch {}
}

/** Files, processes and timers that are under way; one pipe is that of this process. */
const isBusy = () => process.getActiveResourcesInfo().some((one) => one !== "PipeWrap");

/**
 * @param {number} rounds how often nothing has to be under way
 * @param {number} since when the program began
 */
function end(rounds, since) {
  if (isBusy() && Date.now() - since < 8_000) return void setImmediate(end, rounds, since);
  if (rounds > 0) return void setImmediate(end, rounds - 1, since);
  for (const event of ["beforeExit", "exit"]) {
    try {
      process.emit(event, 0);
    } catch {}
  }
  process.chdir(home);
  say("done\n");
}

lines.on("line", (line) => {
  start(String(JSON.parse(line)));
  setImmediate(end, 3, Date.now());
});

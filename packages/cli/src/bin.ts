#!/usr/bin/env node
import process from "node:process";
import { keepCompiled } from "./compile-cache.js";
import { compileForSpeed, NO_OPT, program } from "@gatehouse-hooks/console";

// Agents wait for each hook, and it ends before what is compiled for speed could save time: that took a quarter of its processor time.
// The line that `init` writes says so itself, since Node's module for it takes a millisecond.
if (process.argv[2] === "hook" && !process.execArgv.includes(NO_OPT)) compileForSpeed(false);
keepCompiled(program());
void import("./start.js").then(({ start }) => start(process.argv.slice(2)));

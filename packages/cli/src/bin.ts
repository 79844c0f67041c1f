#!/usr/bin/env node
import process from "node:process";
import { main } from "./main.js";
import { processIo } from "./process-io.js";

// Every write has been awaited: nothing is cut off, and an idle connection to a judge does not keep the process alive.
process.exit(await main(process.argv.slice(2), processIo()));

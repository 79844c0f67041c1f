#!/usr/bin/env node
import process from "node:process";
import { main } from "./main.js";
import { processIo } from "./process-io.js";

const { io, interruption } = processIo();
const code = await main(process.argv.slice(2), io);
// Every write has been awaited: nothing is cut off, and an idle connection to a judge does not keep the process alive.
process.exit(interruption() ?? code);

import process from "node:process";
import { approveOnTerminal } from "../../local/src/open/approve-on-terminal.js";
import { processTerminal } from "../../console/src/terminal.js";

// Asks once on the terminal of this process, and says what came of it.
const controller = new AbortController();
const timer = setTimeout(() => controller.abort(), Number(process.argv[2]));
const request = { policy: "deploy", event: "e", command: "make", hash: "a".repeat(64) };
const answer = await approveOnTerminal(processTerminal())(request, { signal: controller.signal });
clearTimeout(timer);
process.stdout.write(`${JSON.stringify(answer)}\n`);

import process from "node:process";
import { readSessions } from "./read-sessions.js";

// Reads session files in a process of its own, and prints what it cost.
let calls = 0;
const issues: string[] = [];
for await (const item of readSessions(process.argv.slice(2))) {
  if (item.kind === "call") calls++;
  else issues.push(item.issue.code);
}
process.stdout.write(JSON.stringify({ calls, issues, maxRss: process.resourceUsage().maxRSS * 1024 }));

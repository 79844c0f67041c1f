/**
 * Records the built command in a terminal, and writes the picture of the site's front page.
 *
 *     pnpm terminal
 */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { BLOCKED_CALL, blockedCall } from "./terminal/blocked-call.js";

const root = path.resolve(import.meta.dirname, "..");
writeFileSync(path.join(root, BLOCKED_CALL), blockedCall(path.join(root, "packages/cli/dist/bin.js")));

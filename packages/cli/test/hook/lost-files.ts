import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import type { Folder } from "../run-cli.js";
import { bash, hookWith, permission, transcript } from "./hooks-home.js";

/** Files of hooks that cannot be used: what is wrong, the text (`undefined`: none), and a part of what is said. */
export const LOST_FILES: readonly (readonly [what: string, text: string | undefined, why: string])[] = [
  ["is missing", undefined, "cannot be read (ENOENT)"],
  ["has a syntax error", "export const a = 1;\nexport const = ;\n", "own.mjs:2"],
  ["throws", "const a = 1;\n\nthrow new Error('boom');\n", "own.mjs:3"],
  ["wants a package that is not there", 'import "nope-x";\n', "npm install nope-x"],
  ["exports nothing usable", "export const hooks = () => [];\n", "exports no hooks"],
  [
    "exports a list with something else",
    'export const hooks = [{ policy: { id: "a", events: [] }, run() {} }, 5];\n',
    "hooks[1]",
  ],
  ["exits", "process.exit(0);\n", "its process ended (exit code 0)"],
  [
    "kills its process",
    "process.kill(process.pid, 'SIGKILL');\nawait new Promise((r) => setTimeout(r, 9e4));",
    "its process ended (SIGKILL)",
  ],
  [
    "has an id twice",
    'import { on } from "@gatehouse-hooks/hooks";\nexport const hooks = [1, 2].map(() => on("Stop", { id: "x" }, () => undefined));\n',
    "two hooks have the id `x`",
  ],
];

/** So many of them are for the quick tier: each takes a process or two. */
export const QUICK_LOST = 1;

/** Beside good hooks, such a file denies what gates, and says what to do. */
export async function expectDenied(one: Folder, text: string | undefined, why: string): Promise<void> {
  if (text !== undefined) writeFileSync(join(one.home, ".gatehouse", "own.mjs"), text);
  const denied = await hookWith(
    one,
    ["hooks.mjs", "own.mjs"],
    bash("ls", { transcript_path: transcript(one) }),
  );
  expect([denied.code, permission(denied)]).toEqual([0, "deny"]);
  expect(denied.stdout).toContain("own.mjs");
  expect(denied.stdout).toContain(why);
  expect(denied.stdout).toContain("cure: ");
}

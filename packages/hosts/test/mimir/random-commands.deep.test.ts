import { expect, test } from "vitest";
import { type Place, batchOf, place, wrongOf } from "./run-placed.js";

test("what the quick tier has no time for: more commands run the same for every value", async () => {
  for (const seed of [2, 3, 4]) expect((await wrongOf(batchOf(seed), place)).wrong).toBeNull();
}, 600_000);

/** References without their quotes. */
const unquoted: Place = (command) => place(command)?.replaceAll(/"(\$\{MIMIR_\w+\?\})"/g, "$1") ?? null;
/** Quotes are all that counts. */
const trusting: Place = (command) =>
  command.replaceAll(/\$?\{(bash_command|agent_id|tokens_used)\}/g, '"${MIMIR_$1?}"');
/** Each line is judged as if it were the only one: what a variable holds is forgotten. */
const forgetful: Place = (command) => {
  const lines = command.split(/(\n|; )/).map((line) => place(line));
  return lines.includes(null) ? null : lines.join("");
};

test.each([
  ["without quotes", unquoted],
  ["for which quotes are enough", trusting],
  ["that forgets what variables hold", forgetful],
])(
  "a check %s is caught",
  async (_, broken) => {
    for (let seed = 1; seed <= 20; seed++) {
      if ((await wrongOf(batchOf(seed), broken)).wrong !== null) return;
    }
    throw new Error("expected the law to fail");
  },
  240_000,
);

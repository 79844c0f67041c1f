import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { HookUnderTest } from "../hook-under-test.js";
import { ownNode } from "../own-node.js";
import { standInLine } from "./line.js";
import type { Planted } from "./planted.js";

const POLICIES = {
  first: '{ "edited": "allow" }',
  edited: '{ "edited": "deny" }',
  broken: '{ "edited": ',
} as const;

/** Short, because faults are waited for; long enough for many calls at once. */
const TIMEOUT_SECONDS = 8;

/**
 * The stand-in, as the harness drives it.
 *
 * @param program the bundled `stand-in.ts`
 * @param planted the mistake that it makes
 */
export function standInHook(program: string, planted?: Planted): HookUnderTest {
  return {
    name: planted === undefined ? "stand-in" : `stand-in that is \`${planted}\``,
    trusts: false,
    timeoutSeconds: TIMEOUT_SECONDS,
    furnish(place) {
      const folder = path.join(place.root, "stand-in");
      mkdirSync(folder);
      const files = { node: path.join(folder, "node"), bin: path.join(folder, "stand-in.mjs") };
      ownNode(files.node);
      symlinkSync(program, files.bin);
      return files;
    },
    writePolicies(place, state) {
      const folder = path.join(place.home, ".stand-in");
      mkdirSync(folder, { recursive: true });
      writeFileSync(path.join(folder, "policies.json"), POLICIES[state]);
    },
    register(profile, place, files) {
      const line = standInLine(profile.name, files, TIMEOUT_SECONDS, planted);
      profile.wire(place, { line, timeoutSeconds: TIMEOUT_SECONDS });
      return Promise.resolve("");
    },
  };
}

import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { HookUnderTest } from "../hook-under-test.js";
import { standInLine } from "./line.js";
import type { Planted } from "./planted.js";

const POLICIES = {
  first: '{ "edited": "allow" }',
  edited: '{ "edited": "deny" }',
  broken: '{ "edited": ',
} as const;

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
    furnish(place) {
      const folder = path.join(place.root, "stand-in");
      mkdirSync(folder);
      const files = { node: path.join(folder, "node"), bin: path.join(folder, "stand-in.mjs") };
      symlinkSync(process.execPath, files.node);
      symlinkSync(program, files.bin);
      return files;
    },
    writePolicies(place, state) {
      const folder = path.join(place.home, ".stand-in");
      mkdirSync(folder, { recursive: true });
      writeFileSync(path.join(folder, "policies.json"), POLICIES[state]);
    },
    line: (agent, files, seconds) => standInLine(agent, files, seconds, planted),
    init: (agent, { node, bin }) => [node, bin, "init", agent, "--node", node, "--bin", bin],
  };
}

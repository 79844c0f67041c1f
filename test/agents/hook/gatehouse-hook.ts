import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { DISGUISED, REASONS, REWRITTEN } from "./decision.js";
import type { HookUnderTest, PolicyState } from "./hook-under-test.js";
import { ownNode } from "./own-node.js";
import { runCommand } from "./run-command.js";

/** What `gatehouse init` writes into the settings. */
const TIMEOUT_SECONDS = 60;

/**
 * `gatehouse hook`, registered by `gatehouse init`, with policies of the user that decide by the marks of the harness.
 *
 * @param program the file of the command
 * @param daemon false: no daemon is left running, and a process decides each call
 */
export function gatehouseHook(program: string, daemon = true): HookUnderTest {
  return {
    name: "gatehouse hook",
    trusts: true,
    timeoutSeconds: TIMEOUT_SECONDS,
    furnish(place) {
      const folder = path.join(place.root, "gatehouse");
      mkdirSync(folder);
      const files = { node: path.join(folder, "node"), bin: path.join(folder, path.basename(program)) };
      ownNode(files.node);
      symlinkSync(program, files.bin);
      return files;
    },
    writePolicies(place, state) {
      const folder = path.join(place.home, ".gatehouse");
      mkdirSync(folder, { recursive: true });
      writeFileSync(path.join(folder, "harness.yaml"), policies(state));
    },
    register: ({ name }, place, { node, bin }, env) =>
      runCommand(
        [
          ...[node, bin, "init", name, "--user", "--yes", "--binary", bin],
          ...(daemon ? [] : ["--no-daemon"]),
        ],
        place.project,
        env,
      ),
  };
}

function policies(state: PolicyState): string {
  const edited = state === "first" ? "allow: nothing is wrong with it" : `deny: ${REASONS.edited}`;
  const rows = [
    ["allow", "allow: nothing is wrong with it"],
    ["deny", `deny: ${REASONS.deny}`],
    ["ask", `ask: ${REASONS.ask}`],
    ["warn", `warn: ${REASONS.warn}`],
    ["rewrite", `set: { command: touch ${REWRITTEN} }`],
    ["disguise", `set: { command: tee ${DISGUISED} }`],
    ["context", `context: ${REASONS.context}`],
    [
      "slow",
      `command: { run: sleep ${2 * TIMEOUT_SECONDS}, timeout: ${4 * TIMEOUT_SECONDS}s }, onFailure: deny`,
    ],
    ["edited", edited],
  ] as const;
  const lines = rows.map(
    ([mark, verdict]) =>
      `  - { id: ${mark}, events: before_tool_call, when: 'params.command.includes("${mark}-")', ${verdict} }`,
  );
  const text = ["version: 1", "policies:", ...lines, ""].join("\n");
  return state === "broken" ? `${text}  - { id: ` : text;
}

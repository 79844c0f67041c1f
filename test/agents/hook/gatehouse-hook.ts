import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { REASONS, REWRITTEN } from "./decision.js";
import type { HookUnderTest, PolicyState } from "./hook-under-test.js";

/** How the command is started: its file, and its lines with `{node}`, `{bin}`, `{agent}` and `{timeout}`. */
export interface GatehouseCommand {
  /** The bundled command. */
  readonly file: string;
  readonly line: string;
  readonly init: readonly string[];
}

/** The command, as `init` writes it into the settings of agents that obey exit code 2. */
export const GATEHOUSE_LINE =
  "'{node}' '{bin}' hook {agent} || { echo 'gatehouse failed, so the call is denied' >&2; exit 2; }";

/** What a user types, without questions. */
export const GATEHOUSE_INIT: readonly string[] = ["{node}", "{bin}", "init", "{agent}", "--yes", "--user"];

/** `gatehouse hook`, with policies of the user that decide by the marks of the harness. */
export function gatehouseHook({ file, line, init }: GatehouseCommand): HookUnderTest {
  return {
    name: "gatehouse hook",
    trusts: true,
    furnish(place) {
      const folder = path.join(place.root, "gatehouse");
      mkdirSync(folder);
      const files = { node: path.join(folder, "node"), bin: path.join(folder, path.basename(file)) };
      symlinkSync(process.execPath, files.node);
      symlinkSync(file, files.bin);
      return files;
    },
    writePolicies(place, state) {
      const folder = path.join(place.home, ".gatehouse");
      mkdirSync(folder, { recursive: true });
      writeFileSync(path.join(folder, "harness.yaml"), policies(state));
    },
    line: (agent, files, timeoutSeconds) => fill(line, { ...files, agent, timeout: String(timeoutSeconds) }),
    init(agent, files) {
      const [command = files.node, ...args] = init.map((word) => fill(word, { ...files, agent }));
      return [command, ...args];
    },
  };
}

function fill(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}

function policies(state: PolicyState): string {
  const edited = state === "first" ? 'allow: ""' : `deny: ${REASONS.edited}`;
  const rows = [
    ["allow", 'allow: ""'],
    ["deny", `deny: ${REASONS.deny}`],
    ["ask", `ask: ${REASONS.ask}`],
    ["warn", `warn: ${REASONS.warn}`],
    ["rewrite", `set: { command: touch ${REWRITTEN} }`],
    ["context", `context: ${REASONS.context}`],
    ["slow", "command: { run: sleep 60, timeout: 120s }, onFailure: deny"],
    ["edited", edited],
  ] as const;
  const lines = rows.map(
    ([mark, verdict]) =>
      `  - { id: ${mark}, events: before_tool_call, when: 'params.command.includes("${mark}-")', ${verdict} }`,
  );
  const text = ["version: 1", "policies:", ...lines, ""].join("\n");
  return state === "broken" ? `${text}  - { id: ` : text;
}

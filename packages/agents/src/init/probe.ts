import { pathToFileURL } from "node:url";
import type { Io } from "@gatehouse-hooks/console";
import { deniedCommand, HARMLESS_COMMAND, probePayload } from "./probe-payload.js";
import { type HookAnswer, readHookAnswer } from "./read-hook-answer.js";
import { type LineRun, runLine, runProgram } from "./run-line.js";

/** What an installed hook said to a call that it has to deny, or to one that it has no reason to. */
export interface Probed {
  readonly answer: HookAnswer;
  /** Milliseconds from the start of the line to its end. */
  readonly ms: number;
}

/** What is installed: a command line, or a plugin's file and the Node that can run it. */
export type Installed =
  | { readonly kind: "line"; readonly command: string }
  | { readonly kind: "plugin"; readonly path: string; readonly node: string };

/**
 * Sends a call through what is installed, as the agent would, and reads the answer as the agent does.
 *
 * @param cwd where the agent works
 */
export async function probe(
  agent: string,
  installed: Installed,
  call: "denied" | "harmless",
  { env, home }: Pick<Io, "env" | "home">,
  cwd: string = home,
): Promise<Probed> {
  const command = call === "denied" ? deniedCommand(home) : HARMLESS_COMMAND;
  const payload = probePayload(agent, command, cwd);
  const input = { stdin: JSON.stringify(payload), cwd, env: { ...env, HOME: home } };
  const run: LineRun =
    installed.kind === "line"
      ? await runLine(installed.command, input)
      : await runProgram(
          installed.node,
          ["--input-type=module", "-e", PLUGIN_CALL, pathToFileURL(installed.path).href],
          input,
        );
  return { answer: readHookAnswer(agent, run), ms: run.ms };
}

/**
 * Loads a plugin as OpenCode does and calls its hook. A throw of the hook with Gatehouse's own words of failure is one; any other is
 * a deny. A plugin that cannot be loaded ends with 1: OpenCode goes on without it.
 */
const PLUGIN_CALL = `
let text = "";
for await (const chunk of process.stdin) text += chunk;
const { input, output } = JSON.parse(text);
const plugin = await import(process.argv[1]);
const hooks = await Object.values(plugin)[0]({ directory: process.cwd(), worktree: process.cwd() });
if (typeof hooks["tool.execute.before"] !== "function") throw new Error("it has no hook tool.execute.before");
let thrown;
try { await hooks["tool.execute.before"](input, output); } catch (error) { thrown = String(error?.message ?? error); }
if (thrown?.includes("gatehouse: no decision")) { console.error(thrown); process.exit(2); }
if (thrown !== undefined) process.stdout.write(JSON.stringify({ throw: thrown }));
`;

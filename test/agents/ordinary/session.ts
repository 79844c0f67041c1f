/** A session of ordinary calls of one agent; runs in a box. The options are the only argument, each outcome is a line of JSON. */
import { readFileSync } from "node:fs";
import path from "node:path";
import type { AgentName } from "../agent-name.js";
import { runCommand } from "../hook/run-command.js";
import { installedAgent } from "../install/installed-agent.js";
import { PROFILES } from "../profiles/index.js";
import { sessionProcesses } from "../session/processes.js";
import { runSession } from "../session/run-session.js";
import { GUARDED, isGuarded, ordinaryCalls } from "./calls.js";
import type { Outcome } from "./outcome.js";
import { makeProject } from "./project.js";

export interface OrdinaryOptions {
  readonly agent: AgentName;
  /** Where the agents are installed. */
  readonly folder: string;
  /** The installed command. */
  readonly gatehouse: string;
  /** The Node that runs it. */
  readonly node: string;
}

/** What the agent starts, and where it names its Node. */
const HOOK_FILE = ".gatehouse/bin/gatehouse-hook";
const HOOK_FILES: Partial<Readonly<Record<AgentName, string>>> = {
  opencode: ".config/opencode/plugins/gatehouse.js",
};
const TIMEOUT_MS = 240_000;
const SHOWN = 400;

/** The policies are those that `gatehouse init` writes, and no daemon answers. */
async function play({ agent: name, folder, gatehouse, node }: OrdinaryOptions): Promise<readonly Outcome[]> {
  const agent = installedAgent(folder, name);
  if (agent === undefined) throw new Error(`\`${name}\` is not in \`${folder}\``);
  const calls = ordinaryCalls(name);
  let daemons = 0;
  const report = await runSession({
    agent,
    profile: PROFILES[name],
    native: "allow",
    trustHooks: false,
    timeoutMs: TIMEOUT_MS,
    turns: [
      ...calls.map(({ turn }) => turn),
      {
        ...GUARDED,
        before({ home }) {
          daemons = sessionProcesses(home).filter(({ argv }) => argv.includes("daemon")).length;
        },
      },
    ],
    async equip(place, env) {
      makeProject(place, env);
      const trouble = await runCommand(
        [node, gatehouse, "init", name, "--user", "--yes", "--no-daemon"],
        place.project,
        env,
      );
      if (trouble !== "") throw new Error(`\`gatehouse init\`: ${trouble}`);
      const started = readFileSync(path.join(place.home, HOOK_FILES[name] ?? HOOK_FILE), "utf8");
      if (!started.includes(node)) throw new Error(`the hook does not start \`${node}\``);
    },
  });
  const outcome = (name: string, turn: number, ok: boolean): Outcome => {
    if (ok) return { name, ok, note: "" };
    const said = report.result(turn);
    return { name, ok, note: (said === "" ? report.output.slice(-SHOWN) : said.slice(0, SHOWN)).trim() };
  };
  return [
    ...calls.map(({ name, done }, turn) => outcome(name, turn, done(report, turn))),
    outcome("a key is kept", calls.length, isGuarded(report, calls.length)),
    {
      name: "no daemon ran",
      ok: report.reached > calls.length && daemons === 0,
      note: `${daemons} were there`,
    },
  ];
}

const [options] = process.argv.slice(2);
if (options !== undefined) {
  for (const outcome of await play(JSON.parse(options) as OrdinaryOptions)) {
    process.stdout.write(`${JSON.stringify(outcome)}\n`);
  }
}

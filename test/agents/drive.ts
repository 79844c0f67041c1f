/** Drives one agent; runs inside the box. The options are the only argument, each cell is a line of JSON. */
import type { AgentName } from "./agent-name.js";
import { bundleStandIn } from "./hook/stand-in/bundle-stand-in.js";
import { gatehouseHook } from "./hook/gatehouse-hook.js";
import { standInHook } from "./hook/stand-in/stand-in-hook.js";
import type { Planted } from "./hook/stand-in/planted.js";
import { installedAgent } from "./install/installed-agent.js";
import { OWN_PARTS, PARTS } from "./parts/index.js";
import { PROFILES } from "./profiles/index.js";
import type { Native } from "./profiles/profile.js";

/** The hook that is driven: the command, or the stand-in. */
export type HookChoice =
  | { readonly kind: "gatehouse"; readonly program: string; readonly daemon: boolean }
  | { readonly kind: "stand-in"; readonly planted?: Planted };

/** What is driven, and how. */
export interface DriveOptions {
  readonly agent: AgentName;
  /** Where the agents are installed. */
  readonly folder: string;
  readonly hook: HookChoice;
  /** Folders that have to be readable in the box. */
  readonly readable: readonly string[];
  readonly natives: readonly Native[];
  /** A regular expression over `part: name`; empty for everything. */
  readonly only: string;
}

async function drive({ agent, folder, hook, natives, only }: DriveOptions): Promise<void> {
  const installed = installedAgent(folder, agent);
  if (installed === undefined) throw new Error(`\`${agent}\` is not in \`${folder}\``);
  const wanted = new RegExp(only);
  for (const part of hook.kind === "gatehouse" ? [...PARTS, ...OWN_PARTS] : PARTS) {
    const cells = await part({
      agent: installed,
      profile: PROFILES[agent],
      hook:
        hook.kind === "gatehouse"
          ? gatehouseHook(hook.program, hook.daemon)
          : standInHook(await bundleStandIn(), hook.planted),
      natives,
      // Without a daemon, there is none to be killed.
      wants: (part, name = "") =>
        wanted.test(`${part}: ${name}`) && (part !== "daemon" || hook.kind !== "gatehouse" || hook.daemon),
    });
    for (const cell of cells) process.stdout.write(`${JSON.stringify(cell)}\n`);
  }
}

const [options] = process.argv.slice(2);
if (options !== undefined) await drive(JSON.parse(options) as DriveOptions);
